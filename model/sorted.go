package model

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"hash/maphash"
	"slices"
	"strings"
)

// SortKey is what rows are ordered by.
type SortKey string

const (
	SortName SortKey = "name"
	SortSize SortKey = "size"
	SortTime SortKey = "time"
	SortKind SortKey = "kind" // kind, then extension
)

// Order of rows. The zero value is by name, folders first. Unknown sizes and
// times come last in both directions; equal rows are in order of their names.
type Order struct {
	By    SortKey // "" = SortName
	Desc  bool
	Mixed bool // folders among the files
}

// Key is an entry's identity across listings of its folder. Where services give new
// ids after every change, an id is only a hint among entries of one name; where ids
// are steady it distinguishes entries of one name.
type Key struct {
	Name string
	Kind Kind
	Nth  int    // from 0, among entries of the same name and kind
	ID   string // of one of several entries of the name in a steady listing, Nth is 0 then
}

// Sorted is a listing in an order, with what is needed to filter it and to find
// an entry again. It is never changed; making one is work for a command, off
// the update loop.
type Sorted struct {
	Listing Listing
	Order   Order

	order  []int32         // entry indices in row order
	row    []int32         // row of an entry index
	table  []int32         // hash table of entry indices + 1 by name and kind
	seed   maphash.Seed    // of the table
	twins  map[int32]int   // Nth of entries that are not the first of their key
	twin   map[Key]int32   // the reverse of twins
	shared map[string]bool // names that a steady listing has more than once
	folded column          // folded names
	names  column          // normalised names
}

// column is one text per row, each followed by a NUL, in one string: searching
// all rows is one search.
type column struct {
	text   string
	starts []int32 // start of each row's text, and the end of the last
}

func (c column) at(row int) string { return c.text[c.starts[row] : c.starts[row+1]-1] }

func newColumn(order []int32, size int, add func(b []byte, entry int32) []byte) column {
	b := make([]byte, 0, size)
	starts := make([]int32, len(order)+1)
	for row, i := range order {
		starts[row] = int32(len(b))
		b = append(add(b, i), 0)
	}
	starts[len(order)] = int32(len(b))
	return column{string(b), starts}
}

// Sort puts a listing in order.
func Sort(l Listing, o Order) *Sorted {
	if o.By == "" {
		o.By = SortName
	}
	n, size := len(l.Entries), 0
	for i := range l.Entries {
		size += len(l.Entries[i].Name) + 1
	}
	folded := make([]byte, 0, size)
	ends := make([]int, n)
	for i := range l.Entries {
		folded = appendFold(folded, l.Entries[i].Name)
		ends[i] = len(folded)
	}
	foldedName := func(i int) []byte {
		if i == 0 {
			return folded[:ends[0]]
		}
		return folded[ends[i-1]:ends[i]]
	}
	s := &Sorted{Listing: l, Order: o, seed: maphash.MakeSeed(), shared: l.Twins()}
	s.order = sortIndex(l.Entries, o, foldedName)
	s.row = make([]int32, n)
	for r, i := range s.order {
		s.row[i] = int32(r)
	}
	s.folded = newColumn(s.order, len(folded)+n, func(b []byte, i int32) []byte {
		return append(b, foldedName(int(i))...)
	})
	s.names = newColumn(s.order, size, func(b []byte, i int32) []byte {
		return append(b, noNUL(nfc(l.Entries[i].Name))...)
	})
	s.index()
	return s
}

// index fills the hash table by which entries are found.
func (s *Sorted) index() {
	size := 8
	for size < 2*len(s.Listing.Entries) {
		size *= 2
	}
	s.table = make([]int32, size)
	var counts map[int]int
	for i := range s.Listing.Entries {
		e := &s.Listing.Entries[i]
		slot, first := s.slot(e.Name, e.Kind)
		if first < 0 {
			s.table[slot] = int32(i) + 1
			continue
		}
		if s.twins == nil {
			s.twins, s.twin = map[int32]int{}, map[Key]int32{}
			counts = map[int]int{}
		}
		counts[first]++
		k := Key{Name: e.Name, Kind: e.Kind, Nth: counts[first]}
		s.twins[int32(i)], s.twin[k] = k.Nth, int32(i)
	}
}

// slot of a name and kind in the table; first is the entry there, or -1.
func (s *Sorted) slot(name string, kind Kind) (slot, first int) {
	mask := len(s.table) - 1
	for h := int(maphash.String(s.seed, name)) & mask; ; h = (h + 1) & mask {
		i := int(s.table[h]) - 1
		if i < 0 {
			return h, -1
		}
		if e := &s.Listing.Entries[i]; e.Name == name && e.Kind == kind {
			return h, i
		}
	}
}

// Len is the number of entries.
func (s *Sorted) Len() int { return len(s.order) }

// At is the entry of a row. It must not be changed.
func (s *Sorted) At(row int) *Entry { return &s.Listing.Entries[s.order[row]] }

// Key of a row's entry.
func (s *Sorted) Key(row int) Key {
	return s.key(s.order[row])
}

// key of an entry by its index.
func (s *Sorted) key(i int32) Key {
	e := &s.Listing.Entries[i]
	if s.shared[e.Name] {
		return Key{Name: e.Name, Kind: e.Kind, ID: e.ID}
	}
	return Key{Name: e.Name, Kind: e.Kind, Nth: s.twins[i]}
}

// Shared are the names that several entries have, where places must say which
// one is meant; nil where there are none.
func (s *Sorted) Shared() map[string]bool { return s.shared }

// Row finds an entry by its identity. Among entries of one name and kind the
// one with the id is taken when there is one; a key with an id finds no other.
func (s *Sorted) Row(k Key, id string) (row int, ok bool) {
	if k.ID != "" {
		row, ok = s.find(Key{Name: k.Name, Kind: k.Kind}, k.ID)
		return row, ok && s.At(row).ID == k.ID
	}
	return s.find(k, id)
}

func (s *Sorted) find(k Key, id string) (row int, ok bool) {
	_, i := s.slot(k.Name, k.Kind)
	if i < 0 {
		return 0, false
	}
	if len(s.twins) == 0 || (k.Nth == 0 && s.Listing.Entries[i].ID == id) {
		return int(s.row[i]), k.Nth == 0
	}
	found := -1
	if k.Nth == 0 {
		found = i
	}
	for n := 1; ; n++ {
		t, more := s.twin[Key{Name: k.Name, Kind: k.Kind, Nth: n}]
		if !more {
			break
		}
		if id != "" && s.Listing.Entries[t].ID == id {
			return int(s.row[t]), true
		}
		if n == k.Nth {
			found = int(t)
		}
	}
	if id != "" && s.Listing.Entries[i].ID == id {
		found = i
	}
	if found < 0 {
		return 0, false
	}
	return int(s.row[found]), true
}

// sortIndex orders the entries' indices by keys that are made once.
func sortIndex(entries []Entry, o Order, folded func(int) []byte) []int32 {
	type item struct {
		first      uint64 // folder or not, then size or time
		start, mid uint64 // the first sixteen bytes of the key
		index      int32
	}
	items := make([]item, len(entries))
	ends := make([]uint32, len(entries)+1) // of the keys
	keys := make([]byte, 0, len(entries)*24)
	for i := range entries {
		e := &entries[i]
		it := item{index: int32(i)}
		switch o.By {
		case SortSize:
			it.first = rank(e.Size, e.Size >= 0, o.Desc)
		case SortTime:
			it.first = rank(e.Modified.UnixMicro(), !e.Modified.IsZero(), o.Desc)
		case SortKind:
			keys = append(keys, byte(kindRank(e.Kind)))
			keys = append(keys, fold(Extension(e.Name))...)
			keys = append(keys, 0)
		}
		if !o.Mixed && !e.Kind.Container() {
			it.first |= 1 << 63
		}
		keys = appendNatural(keys, folded(i))
		var start [16]byte
		copy(start[:], keys[ends[i]:])
		ends[i+1] = uint32(len(keys))
		it.start, it.mid = binary.BigEndian.Uint64(start[:8]), binary.BigEndian.Uint64(start[8:])
		items[i] = it
	}
	desc := o.Desc && (o.By == SortName || o.By == SortKind)
	slices.SortFunc(items, func(a, b item) int {
		if a.first != b.first {
			return cmp.Compare(a.first, b.first)
		}
		if desc {
			a, b = b, a
		}
		if a.start != b.start {
			return cmp.Compare(a.start, b.start)
		}
		if a.mid != b.mid {
			return cmp.Compare(a.mid, b.mid)
		}
		if c := bytes.Compare(keys[ends[a.index]:ends[a.index+1]], keys[ends[b.index]:ends[b.index+1]]); c != 0 {
			return c
		}
		if c := strings.Compare(entries[a.index].Name, entries[b.index].Name); c != 0 {
			return c
		}
		return cmp.Compare(a.index, b.index)
	})
	out := make([]int32, len(items))
	for i := range items {
		out[i] = items[i].index
	}
	return out
}

// rank is a number of 63 bits that sorts as asked, unknown values last.
func rank(v int64, known, desc bool) uint64 {
	const last = 1<<63 - 1
	if !known {
		return last
	}
	u := (uint64(v) ^ 1<<63) >> 1
	if v >= 0 { // keep the lowest bit of values that occur
		u = min(1<<62+uint64(v), last-1)
	}
	if desc {
		u = last - 1 - u
	}
	return u
}

func kindRank(k Kind) int {
	switch k {
	case KindFolder:
		return 0
	case KindSpace:
		return 1
	case KindDoc:
		return 2
	case KindSheet:
		return 3
	case KindSlide:
		return 4
	case KindSmartCanvas:
		return 5
	case KindSmartSheet:
		return 6
	case KindForm:
		return 7
	case KindMind:
		return 8
	case KindFlowchart:
		return 9
	case KindLink:
		return 10
	case KindFile:
		return 11
	}
	return 12
}
