package model

import (
	"slices"
	"testing"
)

// steady is a listing of a document folder; each name is followed by an id.
func steady(pairs ...string) *Sorted {
	l := Listing{Place: Place{Scheme: SchemeDocs}, Complete: true, Steady: true}
	for i := 0; i < len(pairs); i += 2 {
		l.Entries = append(l.Entries, Entry{Name: pairs[i], ID: pairs[i+1], Kind: KindDoc})
	}
	return Sort(l, Order{})
}

func selectedIDs(r *Rows) []string {
	var out []string
	for _, e := range r.SelectedEntries() {
		out = append(out, e.ID)
	}
	slices.Sort(out)
	return out
}

// Entries that share a title keep their own selection, whatever happens to the
// others and in whatever order the service lists them.
func TestTheSelectionOfTwinsGoesByID(t *testing.T) {
	r := NewRows()
	r.Set(steady("plan", "a", "plan", "b", "plan", "c", "x", "d"))
	row, ok := r.Lookup(Key{Name: "plan", Kind: KindDoc, ID: "b"})
	if !ok || r.At(row).ID != "b" {
		t.Fatalf("row %d %v", row, ok)
	}
	r.MoveTo(row)
	r.Select(row, true)
	r.Set(steady("plan", "c", "x", "d", "plan", "b"))
	if got := selectedIDs(r); !slices.Equal(got, []string{"b"}) || r.Current().ID != "b" {
		t.Errorf("selected %q, the cursor is on %s", got, r.Current().ID)
	}
	r.Set(steady("x", "d", "plan", "b"))
	if got := selectedIDs(r); !slices.Equal(got, []string{"b"}) {
		t.Errorf("alone: %q", got)
	}
	r.Set(steady("plan", "e", "x", "d")) // another document with the title
	if got := selectedIDs(r); len(got) != 0 {
		t.Errorf("another one is selected: %q", got)
	}
}

func TestMarksOfTwinsArePinned(t *testing.T) {
	at := Place{Scheme: SchemeDocs, Path: Steps("Work")}
	s := steady("plan", "a", "plan", "b", "x", "d")
	var m Marks
	var all []Key
	for i := range s.Len() {
		all = append(all, s.Key(i))
	}
	m.Put(at, MarkCut, all)
	want := []string{`docs:/Work/plan\#a`, `docs:/Work/plan\#b`, "docs:/Work/x"}
	if got := m.Places(MarkCut); len(got) != 3 || got[0].String() != want[0] || got[1].String() != want[1] || got[2].String() != want[2] {
		t.Errorf("%v", got)
	}
	m.Gone(at.JoinPin("plan", "b"))
	if got := m.Places(MarkCut); len(got) != 2 || got[0].Pin() != "a" {
		t.Errorf("%v", got)
	}
}
