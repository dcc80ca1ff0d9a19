package model

import (
	"maps"
	"slices"
	"strings"
)

// Selected reports whether a shown row is selected, by itself or by the range.
func (r *Rows) Selected(i int) bool {
	if r.ranging {
		if from, to := r.rangeRows(); i >= from && i <= to {
			return true
		}
	}
	return r.marked.has(r.row(i))
}

// SelectedCount is the number of selected entries, hidden ones and those that a
// partial listing has not reached included.
func (r *Rows) SelectedCount() int {
	n := r.count + len(r.away)
	if r.ranging {
		from, to := r.rangeRows()
		for i := from; i <= to; i++ {
			if !r.marked.has(r.row(i)) {
				n++
			}
		}
	}
	return n
}

// SelectedEntries are the selected entries in row order, hidden ones included.
func (r *Rows) SelectedEntries() []Entry {
	r.EndRange(true)
	if r.count == 0 {
		return nil
	}
	out := make([]Entry, 0, r.count)
	r.marked.each(func(row int) { out = append(out, *r.all.At(row)) })
	return out
}

// Chosen are the rows, of all that are listed, that an action is about: those that are
// selected, or the one under the cursor.
func (r *Rows) Chosen() []int {
	r.EndRange(true)
	var out []int
	r.marked.each(func(row int) { out = append(out, row) })
	if len(out) == 0 && r.Current() != nil {
		out = append(out, r.row(r.cursor))
	}
	return out
}

// Targets are the entries that an action is about: the selected ones, or the
// one under the cursor.
func (r *Rows) Targets() []Entry {
	if out := r.SelectedEntries(); len(out) > 0 {
		return out
	}
	if e := r.Current(); e != nil {
		return []Entry{*e}
	}
	return nil
}

// SelectedSize sums the sizes of the selected entries; whole is false when some
// of them are unknown.
func (r *Rows) SelectedSize() (sum int64, whole bool) {
	whole = len(r.away) == 0
	add := func(row int) {
		n := r.all.size(int32(row))
		sum, whole = sum+max(0, n), whole && n >= 0 && (r.all.Kind(row) != KindFolder || !r.all.At(row).Least)
	}
	r.marked.each(add)
	if r.ranging {
		from, to := r.rangeRows()
		for i := from; i <= to; i++ {
			if !r.marked.has(r.row(i)) {
				add(r.row(i))
			}
		}
	}
	return sum, whole
}

func (r *Rows) put(row int, on bool) {
	if len(r.marked) < (r.all.Len()+63)/64 {
		grown := newBitset(r.all.Len())
		copy(grown, r.marked)
		r.marked = grown
	}
	switch has := r.marked.has(row); {
	case on && !has && !r.filter.Hides(r.all.Name(row)):
		r.marked.set(row)
		r.count++
	case !on && has:
		r.marked.clear(row)
		r.count--
	}
}

// Select selects a shown row or deselects it.
func (r *Rows) Select(i int, on bool) {
	if i >= 0 && i < r.Len() {
		r.put(r.row(i), on)
	}
}

// Toggle toggles the selection of a shown row.
func (r *Rows) Toggle(i int) {
	if i >= 0 && i < r.Len() {
		r.put(r.row(i), !r.marked.has(r.row(i)))
	}
}

// SelectRange selects the shown rows between two, both included, or deselects them.
func (r *Rows) SelectRange(from, to int, on bool) {
	if from > to {
		from, to = to, from
	}
	for i := max(0, from); i <= min(to, r.Len()-1); i++ {
		r.put(r.row(i), on)
	}
}

// SelectAll selects every shown row, and those that a partial listing reaches later.
func (r *Rows) SelectAll() {
	r.SelectRange(0, r.Len()-1, true)
	r.later(growth{shown: r.filter, on: true})
}

// Invert toggles the selection of every shown row, and of those that a partial listing reaches later.
func (r *Rows) Invert() {
	r.EndRange(true)
	for i := range r.Len() {
		r.Toggle(i)
	}
	r.later(growth{shown: r.filter, flips: true})
}

// growth is done to entries of a partial listing when it reaches them: those that the filter would have shown,
// and whose names match.
type growth struct {
	shown, match Filter
	flips, on    bool
}

func (r *Rows) later(g growth) {
	if r.all.Head.Cut == CutPartial {
		r.grows = append(r.grows, g)
	}
}

// Growing reports whether entries are selected or deselected as a partial listing reaches them.
func (r *Rows) Growing() bool { return len(r.grows) > 0 }

// Settle ends that: the listing goes no further.
func (r *Rows) Settle() { r.grows = nil }

// grow does to the entries that old has not what was done to all.
func (r *Rows) grow(old *Sorted) {
	if old == r.all || len(r.grows) == 0 {
		return
	}
	for row := range r.all.Len() {
		if _, ok := old.Row(r.all.Key(row), r.all.ID(row)); ok {
			continue
		}
		for _, g := range r.grows {
			if name := r.all.Name(row); g.shown.Match(name) && g.match.Match(name) {
				r.put(row, g.on || g.flips && !r.marked.has(row))
			}
		}
	}
	if r.all.Head.Cut != CutPartial {
		r.Settle()
	}
}

// SelectMatching selects or deselects the shown rows whose names match; n is how
// many have changed.
func (r *Rows) SelectMatching(f Filter, on bool) (n int) {
	r.EndRange(true)
	before := r.count
	r.later(growth{shown: r.filter, match: f, on: on})
	for _, row := range r.matches(f) {
		if i, ok := r.nearest(int(row)); ok {
			r.put(r.row(i), on)
		}
	}
	if on {
		return r.count - before
	}
	return before - r.count
}

// matches lists rows of all entries.
func (r *Rows) matches(f Filter) []int32 {
	if rows := r.all.Match(f); rows != nil {
		return rows
	}
	rows := make([]int32, r.all.Len())
	for i := range rows {
		rows[i] = int32(i)
	}
	return rows
}

// SelectKeys selects these entries where they are listed, and later ones as a
// partial listing reaches them: what Marks kept of an earlier visit.
func (r *Rows) SelectKeys(keys []Key) {
	for _, k := range keys {
		if row, ok := r.all.Row(k, ""); ok {
			r.put(row, true)
		} else if !r.filter.Hides(k.Name) && (r.all.Head.Cut == CutPartial || r.all.Head.ListedAt.IsZero()) {
			if r.away == nil {
				r.away = map[Key]struct{}{}
			}
			r.away[k] = struct{}{}
		}
	}
}

// SelectedKeys are the identities of all selected entries, for Marks.
func (r *Rows) SelectedKeys() []Key {
	r.EndRange(true)
	out := make([]Key, 0, r.count+len(r.away))
	r.marked.each(func(row int) {
		k := r.all.Key(row)
		k.Name, k.ID = strings.Clone(k.Name), strings.Clone(k.ID) // a part of the names would keep them all
		out = append(out, k)
	})
	return slices.AppendSeq(out, maps.Keys(r.away))
}

// ClearSelection drops selection and range.
func (r *Rows) ClearSelection() {
	r.marked, r.count, r.away, r.grows, r.ranging = nil, 0, nil, nil, false
}

// StartRange begins a range at the cursor; it follows the cursor until EndRange.
func (r *Rows) StartRange() {
	if r.Current() != nil {
		r.anchor, r.ranging = r.Key(r.cursor), true
	}
}

// Ranging reports whether a range is open.
func (r *Rows) Ranging() bool { return r.ranging }

// EndRange closes the range; keep adds its rows to the selection.
func (r *Rows) EndRange(keep bool) {
	if !r.ranging {
		return
	}
	from, to := r.rangeRows()
	r.ranging = false
	if keep {
		r.SelectRange(from, to, true)
	}
}

// rangeRows are the first and last row of the range; an empty range has to < from.
func (r *Rows) rangeRows() (from, to int) {
	to = max(0, r.cursor)
	from = to
	if row, ok := r.all.Row(r.anchor, ""); ok {
		from, _ = r.nearest(row)
	}
	if from > to {
		from, to = to, from
	}
	return from, min(to, r.Len()-1)
}

// Find gives the next shown row whose name matches, from a row on, wrapping around;
// back searches upwards. The row itself comes last.
func (r *Rows) Find(f Filter, from int, back bool) (row int, ok bool) {
	n := r.Len()
	if n == 0 || f.Empty() {
		return 0, false
	}
	rows := r.all.Match(f)
	step := 1
	if back {
		step = -1
	}
	if r.shown != nil {
		for d := 1; d <= n; d++ {
			i := ((from+step*d)%n + n) % n
			if r.all.matchRow(f, r.row(i)) {
				return i, true
			}
		}
		return 0, false
	}
	if len(rows) == 0 {
		return 0, false
	}
	at, exact := slices.BinarySearch(rows, int32(from))
	switch {
	case back:
		at--
	case exact:
		at++
	}
	return int(rows[(at+len(rows))%len(rows)]), true
}
