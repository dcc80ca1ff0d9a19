package model

import (
	"maps"
	"math/bits"
	"slices"
)

// Rows is what a pane holds of a folder: a sorted listing, a filter, a cursor
// and a selection. Cursor and selection belong to entries, not to row numbers:
// a newer listing keeps them by the entries' identity, since ids change. It is
// a value of the update loop; none of its calls sorts or does I/O.
//
// A row number counts the rows that the filter lets through. With a parent row
// the cursor may also stand on -1, the row of "..".
type Rows struct {
	all    *Sorted
	filter Filter
	shown  []int32 // rows of all that are shown; nil = all
	dotted int     // rows that the filter hides for their dot
	parent bool
	cursor int

	// want is the entry that the cursor goes to as soon as it is shown: the one it
	// was last moved to. Filters and partial listings may hide it.
	want   Key
	wantID string

	marked  bitset // by row of all
	count   int
	away    map[Key]struct{} // selected, and not in the partial listing yet
	grows   []growth         // what is done to the entries that a partial listing reaches later
	anchor  Key              // where a range began
	ranging bool
}

// NewRows gives rows without a listing.
func NewRows() *Rows { return &Rows{all: Sort(Listing{}, Order{})} }

// SetParentRow says whether the pane shows a row ".." before row 0.
func (r *Rows) SetParentRow(on bool) {
	r.parent = on
	r.clamp()
}

// Sorted is what is shown, with the rows that the filter hides.
func (r *Rows) Sorted() *Sorted { return r.all }

// Head is the listing that is shown, without its entries.
func (r *Rows) Head() *Listing { return &r.all.Head }

// Shared are the names that several entries of the listing have.
func (r *Rows) Shared() map[string]bool { return r.all.Shared() }

// Len is the number of shown rows, without the parent row.
func (r *Rows) Len() int {
	if r.shown == nil {
		return r.all.Len()
	}
	return len(r.shown)
}

// Total is the number of entries that are listed, hidden ones included.
func (r *Rows) Total() int { return r.all.Len() }

func (r *Rows) row(i int) int {
	if r.shown == nil {
		return i
	}
	return int(r.shown[i])
}

// At is the entry of a shown row.
func (r *Rows) At(i int) *Entry { return r.all.At(r.row(i)) }

// ID of the entry of a shown row.
func (r *Rows) ID(i int) string { return r.all.ID(r.row(i)) }

// Key of a shown row.
func (r *Rows) Key(i int) Key { return r.all.Key(r.row(i)) }

// Current is the entry under the cursor, nil when there is none.
func (r *Rows) Current() *Entry {
	if r.cursor < 0 || r.cursor >= r.Len() {
		return nil
	}
	return r.At(r.cursor)
}

// Cursor is the row of the cursor: -1 on the parent row, and 0 when there is
// neither a row nor a parent row.
func (r *Rows) Cursor() int { return r.cursor }

// MoveTo puts the cursor on a row, or as near as there is one.
func (r *Rows) MoveTo(i int) {
	r.cursor = i
	r.clamp()
	r.hold()
}

// Move steps the cursor.
func (r *Rows) Move(by int) { r.MoveTo(r.cursor + by) }

func (r *Rows) clamp() {
	first := 0
	if r.parent {
		first = -1
	}
	r.cursor = max(first, min(r.cursor, r.Len()-1))
	if !r.parent {
		r.cursor = max(0, r.cursor)
	}
}

// hold remembers the entry under the cursor.
func (r *Rows) hold() {
	r.want, r.wantID = Key{}, ""
	if e := r.Current(); e != nil {
		r.want, r.wantID = r.Key(r.cursor), e.ID
	}
}

// Want puts the cursor on the entry of that name now, or when a newer listing
// has it: after going up, making a folder, renaming.
func (r *Rows) Want(name string, kind Kind) {
	r.want, r.wantID = Key{Name: name, Kind: kind}, ""
	if i, ok := r.find(r.want, ""); ok {
		r.MoveTo(i)
	}
}

// find is the shown row of an entry.
func (r *Rows) find(k Key, id string) (int, bool) {
	row, ok := r.all.Row(k, id)
	if !ok {
		return 0, false
	}
	return r.nearest(row)
}

// nearest is the shown row of a row of all entries, or the first one after it.
func (r *Rows) nearest(row int) (i int, exact bool) {
	if r.shown == nil {
		return row, true
	}
	return slices.BinarySearch(r.shown, int32(row))
}

// Filter is the one in force.
func (r *Rows) Filter() Filter { return r.filter }

// match finds the rows that the filter shows. What it hides for a dot is not selected any longer.
func (r *Rows) match() {
	r.shown, r.dotted = r.all.Match(r.filter), 0
	for row := range r.all.Len() {
		if r.filter.Hides(r.all.Name(row)) {
			r.put(row, false)
			r.dotted++
		}
	}
	maps.DeleteFunc(r.away, func(k Key, _ struct{}) bool { return r.filter.Hides(k.Name) })
}

// Dotted is the number of entries that are hidden for their dot.
func (r *Rows) Dotted() int { return r.dotted }

// SetFilter hides rows. The cursor stays on its entry, or goes to the next one
// that is shown; it comes back when the entry does. From the parent row it goes
// to the first match, and back. The selection stays.
func (r *Rows) SetFilter(f Filter) {
	before := -1
	if r.cursor >= 0 && r.cursor < r.Len() {
		before = r.row(r.cursor)
	}
	r.filter = f
	r.match()
	if i, ok := r.find(r.want, r.wantID); ok && r.want.Name != "" {
		r.cursor = i
	} else if before >= 0 {
		r.cursor, _ = r.nearest(before)
	}
	if r.parent && r.want.Name == "" {
		r.cursor = -1 // it stood on the parent row
		if !f.Empty() {
			r.cursor = 0
		}
	}
	r.clamp()
}

// searchLimit bounds the search for a neighbour when the cursor's entry is gone.
const searchLimit = 1000

// Set shows another listing of the folder, or the same one in another order.
// Cursor, selection and range stay with their entries. When the cursor's entry is
// gone, the next one that is still there takes it. Of a partial listing nothing is
// concluded about entries that are not in it.
//
// A listing of another folder starts afresh, without cursor, selection and filter
// of the old one.
func (r *Rows) Set(s *Sorted) {
	if p := r.all.Head.Place; !p.IsZero() && !p.Equal(s.Head.Place) {
		*r = Rows{all: s, parent: r.parent}
		return
	}
	was := *r
	old, at := r.all, r.cursor
	onParent := r.parent && at < 0
	r.carrySelection(old, s)
	r.all = s
	r.grow(old)
	r.match()
	defer r.clamp()
	if onParent && r.want.Name == "" {
		return
	}
	if r.want.Name != "" {
		if i, ok := r.find(r.want, r.wantID); ok {
			r.cursor = i
			if s.Head.Cut != CutPartial {
				r.hold()
			}
			return
		}
	}
	if onParent || at < 0 {
		return
	}
	if old.Head.Cut == CutPartial && !r.met(old) {
		// Nobody has moved the cursor: it stays on the first row, and does not
		// follow the entry that happened to come first.
		r.cursor = 0
		if s.Head.Cut != CutPartial {
			r.hold()
		}
		return
	}
	// The neighbours of the old cursor row, first those after it.
	n := was.Len()
	survivor := func(i int) bool {
		j, ok := r.find(was.Key(i), was.ID(i))
		if ok {
			r.cursor = j
		}
		return ok
	}
	partial := s.Head.Cut == CutPartial
	for d := 0; d < searchLimit && (at+d < n || at-d >= 0); d++ {
		if at+d < n && survivor(at+d) || d > 0 && at-d >= 0 && at-d < n && survivor(at-d) {
			break
		}
	}
	if !partial {
		r.clamp()
		r.hold()
	}
}

// met reports whether the cursor was on an entry that it was moved to.
func (r *Rows) met(old *Sorted) bool {
	if r.want.Name == "" {
		return false
	}
	_, ok := old.Row(r.want, r.wantID)
	return ok
}

// carrySelection finds the selected entries of one listing in another.
func (r *Rows) carrySelection(old, s *Sorted) {
	if old == s {
		return
	}
	marked := newBitset(s.Len())
	partial := s.Head.Cut == CutPartial
	var away map[Key]struct{}
	next := 0 // most listings keep their order: try that first
	// Where ids never change an entry of the same name with another id is another.
	same := func(row int, id string) bool { return !s.Head.Steady || id == "" || s.ID(row) == id }
	keep := func(k Key, id string) {
		if next < s.Len() && s.Name(next) == k.Name && s.Kind(next) == k.Kind && s.twins[int32(next)] == k.Nth && same(next, id) {
			marked.set(next)
			next++
			return
		}
		if row, ok := s.Row(k, id); ok && same(row, id) {
			next = row
			marked.set(next)
			next++
		} else if partial {
			if away == nil {
				away = map[Key]struct{}{}
			}
			away[k] = struct{}{}
		}
	}
	r.marked.each(func(row int) { keep(old.Key(row), old.ID(row)) })
	for k := range r.away {
		keep(k, k.ID)
	}
	r.marked, r.away = marked, away
	r.count = marked.count()
}

// bitset is a set of small numbers.
type bitset []uint64

func newBitset(n int) bitset { return make(bitset, (n+63)/64) }

func (b bitset) has(i int) bool { return i>>6 < len(b) && b[i>>6]&(1<<(i&63)) != 0 }
func (b bitset) set(i int)      { b[i>>6] |= 1 << (i & 63) }
func (b bitset) clear(i int)    { b[i>>6] &^= 1 << (i & 63) }

func (b bitset) count() int {
	n := 0
	for _, w := range b {
		n += bits.OnesCount64(w)
	}
	return n
}

func (b bitset) each(f func(int)) {
	for i, w := range b {
		for ; w != 0; w &= w - 1 {
			f(i<<6 + bits.TrailingZeros64(w))
		}
	}
}

// Lookup gives the shown row of an entry.
func (r *Rows) Lookup(k Key) (row int, ok bool) { return r.find(k, "") }
