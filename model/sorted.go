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
	// Of a list of results; any other one is in order of names then.
	SortFound  SortKey = "found"  // as the entries were found
	SortFolder SortKey = "folder" // by the folders that they are in
)

// Keeps reports whether the order of a folder may be kept by this key.
func (k SortKey) Keeps() bool {
	switch k {
	case SortName, SortSize, SortTime, SortKind:
		return true
	}
	return false
}

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
// an entry again. It is never changed, but for what the first filter adds; making one
// is work for a command, off the update loop.
type Sorted struct {
	Head  Listing // the listing without its entries: those are the rows
	Order Order

	*packed
	table  []int32         // hash table of rows + 1 by name and kind
	seed   maphash.Seed    // of the table
	twins  map[int32]int   // Nth of rows that are not the first of their key
	twin   map[Key]int32   // the reverse of twins
	shared map[string]bool // names that a steady listing has more than once

	// The names as filters compare them. Rows makes them for the first filter that does.
	folded, exact column
}

// Sort puts a listing in order.
func Sort(l Listing, o Order) *Sorted {
	p := NewPile(len(l.Entries))
	p.Add(l.Entries)
	l.Entries = nil
	return p.Unsorted(l).Sort(o)
}

// In is the same in another order.
func (s *Sorted) In(o Order) *Sorted { return arrange(s.Head, s.packed, o, s.shared, s.twins) }

// arrange puts rows in order. twins are those of the order before, nil when the rows are as
// they were listed.
func arrange(l Listing, p *packed, o Order, shared map[string]bool, twins map[int32]int) *Sorted {
	o.By = cmp.Or(o.By, SortName)
	order := sortIndex(p, o, twins)
	s := &Sorted{Head: l, Order: o, packed: p.inOrder(order), seed: maphash.MakeSeed(), shared: shared}
	s.index(order, twins)
	return s
}

// index fills the hash table by which entries are found, in the order in which they were before.
func (s *Sorted) index(order []int32, before map[int32]int) {
	size := 8
	for size < 2*s.len() {
		size *= 2
	}
	s.table = make([]int32, size)
	row := make([]int32, s.len())
	for r, i := range order {
		row[i] = int32(r)
	}
	var counts map[int]int
	for i, r := range row {
		name, kind, nth := s.name(r), s.kind(r), before[int32(i)]
		if nth == 0 {
			slot, first := s.slot(name, kind)
			if first < 0 {
				s.table[slot] = r + 1
				continue
			}
			if counts == nil {
				counts = map[int]int{}
			}
			counts[first]++
			nth = counts[first]
		}
		if s.twins == nil {
			s.twins, s.twin = map[int32]int{}, map[Key]int32{}
		}
		s.twins[r], s.twin[Key{Name: name, Kind: kind, Nth: nth}] = nth, r
	}
}

// slot of a name and kind in the table; first is the row there, or -1.
func (s *Sorted) slot(name string, kind Kind) (slot, first int) {
	mask := len(s.table) - 1
	for h := int(maphash.String(s.seed, name)) & mask; ; h = (h + 1) & mask {
		i := s.table[h] - 1
		if i < 0 {
			return h, -1
		}
		if s.name(i) == name && s.kind(i) == kind {
			return h, int(i)
		}
	}
}

// Len is the number of entries.
func (s *Sorted) Len() int { return s.len() }

// At is the entry of a row.
func (s *Sorted) At(row int) *Entry { return s.entry(int32(row)) }

// Name, Kind and ID of a row's entry.
func (s *Sorted) Name(row int) string { return s.name(int32(row)) }
func (s *Sorted) Kind(row int) Kind   { return s.kind(int32(row)) }
func (s *Sorted) ID(row int) string   { return s.id(int32(row)) }

// Listing is the whole listing, in this order.
func (s *Sorted) Listing() Listing {
	l := s.Head
	l.Entries = s.First(s.Len())
	return l
}

// First are the entries of the first n rows.
func (s *Sorted) First(n int) []Entry {
	out := make([]Entry, min(n, s.Len()))
	for row := range out {
		out[row] = *s.At(row)
	}
	return out
}

// Key of a row's entry.
func (s *Sorted) Key(row int) Key {
	k := Key{Name: s.Name(row), Kind: s.Kind(row)}
	if s.shared[k.Name] {
		k.ID = s.ID(row)
	} else {
		k.Nth = s.twins[int32(row)]
	}
	return k
}

// Placed is the same, with what has been found out about where entries are, by row.
func (s *Sorted) Placed(at map[int]*Origin) *Sorted {
	rows := *s.packed
	rows.origins = slices.Clone(rows.origins)
	for row, o := range at {
		rows.origins[row] = o
	}
	out := *s
	out.packed = &rows
	return &out
}

// Shared are the names that several entries have, where places must say which
// one is meant; nil where there are none.
func (s *Sorted) Shared() map[string]bool { return s.shared }

// Row finds an entry by its identity. Among entries of one name and kind the
// one with the id is taken when there is one; a key with an id finds no other.
func (s *Sorted) Row(k Key, id string) (row int, ok bool) {
	if k.ID != "" {
		row, ok = s.find(Key{Name: k.Name, Kind: k.Kind}, k.ID)
		return row, ok && s.ID(row) == k.ID
	}
	return s.find(k, id)
}

func (s *Sorted) find(k Key, id string) (row int, ok bool) {
	_, first := s.slot(k.Name, k.Kind)
	if first < 0 {
		return 0, false
	}
	if len(s.twins) == 0 || (k.Nth == 0 && s.ID(first) == id) {
		return first, k.Nth == 0
	}
	found := -1
	if k.Nth == 0 {
		found = first
	}
	for n := 1; ; n++ {
		t, more := s.twin[Key{Name: k.Name, Kind: k.Kind, Nth: n}]
		if !more {
			break
		}
		if id != "" && s.id(t) == id {
			return int(t), true
		}
		if n == k.Nth {
			found = int(t)
		}
	}
	if id != "" && s.ID(first) == id {
		found = first
	}
	return max(found, 0), found >= 0
}

// sortIndex orders the rows by keys that are made once. Twins keep the order in which they
// were listed.
func sortIndex(p *packed, o Order, twins map[int32]int) []int32 {
	type item struct {
		first      uint64 // folder or not, then size or time
		start, mid uint64 // the first sixteen bytes of the key
		index      int32
	}
	items := make([]item, p.len())
	ends := make([]uint32, p.len()+1)                    // of the keys
	keys := make([]byte, 0, len(p.names.text)+4*p.len()) // most names have up to two numbers
	var folded []byte
	for i := range items {
		row := int32(i)
		it := item{index: row}
		switch o.By {
		case SortSize:
			it.first = rank(p.size(row), p.size(row) >= 0, o.Desc)
		case SortTime:
			at := p.modified(row)
			it.first = rank(at.UnixMicro(), !at.IsZero(), o.Desc)
		case SortKind:
			keys = append(keys, byte(kindRank(p.kind(row))))
			keys = append(keys, fold(Extension(p.name(row)))...)
			keys = append(keys, 0)
		}
		found := o.By == SortFound && p.found != nil
		if found {
			it.first = rank(int64(p.found[row]), true, o.Desc)
		}
		if o.By == SortFolder && p.origin(row) != nil {
			keys = appendNatural(keys, appendFold(nil, p.origin(row).Folder.String()))
			keys = append(keys, 0)
		}
		if !o.Mixed && !found && !p.kind(row).Container() {
			it.first |= 1 << 63
		}
		folded = appendFold(folded[:0], p.name(row))
		keys = appendNatural(keys, folded)
		var start [16]byte
		copy(start[:], keys[ends[i]:])
		ends[i+1] = uint32(len(keys))
		it.start, it.mid = binary.BigEndian.Uint64(start[:8]), binary.BigEndian.Uint64(start[8:])
		items[i] = it
	}
	desc := o.Desc && (o.By == SortName || o.By == SortKind || o.By == SortFolder)
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
		if c := strings.Compare(p.name(a.index), p.name(b.index)); c != 0 {
			return c
		}
		return cmp.Or(cmp.Compare(p.kind(a.index), p.kind(b.index)), cmp.Compare(twins[a.index], twins[b.index]), cmp.Compare(a.index, b.index))
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

// kindOrder is the order of kinds; others come last.
var kindOrder = [...]Kind{
	KindFolder, KindSpace, KindDoc, KindSheet, KindSlide, KindSmartCanvas, KindSmartSheet, KindForm, KindMind, KindFlowchart, KindLink, KindFile,
}

func kindRank(k Kind) int {
	if i := slices.Index(kindOrder[:], k); i >= 0 {
		return i
	}
	return len(kindOrder)
}

// Each returns what f makes of each element, nil for none.
func Each[T, U any](list []T, f func(T) U) []U {
	if len(list) == 0 {
		return nil
	}
	out := make([]U, len(list))
	for i, x := range list {
		out[i] = f(x)
	}
	return out
}

// Only returns the elements that are to be kept, in a list of its own, nil for none.
func Only[T any](list []T, keep func(T) bool) []T {
	var out []T
	for _, x := range list {
		if keep(x) {
			out = append(out, x)
		}
	}
	return out
}
