package model

import (
	"fmt"
	"testing"

	"pgregory.net/rapid"
)

// Whatever is done to a selection while a listing grows, in the end all entries are selected as if
// the whole listing had been there from the beginning, however it was cut and ordered.
func TestGrowingSelection(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		all := make([]Entry, rapid.IntRange(1, 20).Draw(t, "entries"))
		for i := range all {
			all[i] = Entry{Name: fmt.Sprintf("%c%d", 'a'+rune(i*7%5), i%9), ID: fmt.Sprint(i), Kind: KindFile}
		}
		part := func(n int, by SortKey) *Sorted {
			l := Listing{Place: Place{Scheme: SchemeDrive}, Entries: all[:n], Cut: CutPartial}
			if n == len(all) {
				l.Cut, l.Complete = CutNone, true
			}
			return Sort(l, Order{By: by})
		}
		whole, grown := NewRows(), NewRows()
		whole.Set(part(len(all), SortName))
		n := 1
		grown.Set(part(n, SortName))
		for step := range rapid.IntRange(0, 6).Draw(t, "steps") {
			var do func(r *Rows)
			switch rapid.IntRange(0, 3).Draw(t, fmt.Sprint("step ", step)) {
			case 0:
				do = (*Rows).SelectAll
			case 1:
				do = (*Rows).Invert
			case 2:
				on := rapid.Bool().Draw(t, "on")
				f := NewFilter(rapid.SampledFrom([]string{"a*", "*1", "b"}).Draw(t, "pattern"))
				do = func(r *Rows) { r.SelectMatching(f, on) }
			case 3:
				f := NewFilter(rapid.SampledFrom([]string{"", "a", "c"}).Draw(t, "filter"))
				do = func(r *Rows) { r.SetFilter(f) }
			}
			do(whole)
			do(grown)
			n = rapid.IntRange(n, len(all)).Draw(t, "listed")
			grown.Set(part(n, rapid.SampledFrom([]SortKey{SortName, SortKind}).Draw(t, "order")))
		}
		grown.Set(part(len(all), SortName))
		if grown.Growing() {
			t.Fatal("a complete listing grows")
		}
		for i, e := range all {
			row, _ := whole.all.Row(Key{Name: e.Name, Kind: e.Kind, Nth: 0}, e.ID)
			got, _ := grown.all.Row(Key{Name: e.Name, Kind: e.Kind, Nth: 0}, e.ID)
			if whole.marked.has(row) != grown.marked.has(got) {
				t.Fatalf("entry %d %s: selected %v, want %v", i, e.Name, grown.marked.has(got), whole.marked.has(row))
			}
		}
	})
}
