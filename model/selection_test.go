package model

import "testing"

func TestSelection(t *testing.T) {
	r := rowsOf(named("a1", "a2", "b1", "b2", "c"))
	r.Toggle(0)
	r.SelectRange(3, 1, true)
	want(t, "range", selectedNames(r), []string{"a1", "a2", "b1", "b2"})
	r.Toggle(1)
	r.Invert()
	want(t, "inverted", selectedNames(r), []string{"a2", "c"})
	want(t, "by pattern", r.SelectMatching(NewFilter("b*"), true), 2)
	want(t, "without pattern", r.SelectMatching(NewFilter("2"), false), 2)
	want(t, "left", selectedNames(r), []string{"b1", "c"})
	r.SelectAll()
	want(t, "all", r.SelectedCount(), 5)
	r.ClearSelection()
	want(t, "none", r.SelectedCount(), 0)
	if r.Selected(0) || len(r.SelectedEntries()) != 0 {
		t.Error("something is still selected")
	}
	r.Toggle(-1)
	r.Toggle(99)
	r.Select(5, true)
	want(t, "outside", r.SelectedCount(), 0)
	want(t, "target", r.Targets()[0].Name, "a1")
}

func TestRange(t *testing.T) {
	r := rowsOf(named("a", "b", "c", "d", "e"))
	r.Toggle(0)
	r.MoveTo(2)
	r.StartRange()
	r.Move(2)
	want(t, "count", r.SelectedCount(), 4)
	r.Move(-3)
	want(t, "count", r.SelectedCount(), 3)
	if !r.Selected(1) || !r.Selected(2) || r.Selected(3) {
		t.Error("the range does not follow the cursor")
	}
	r.Set(Sort(named("0", "a", "b", "c", "d", "e"), Order{}))
	want(t, "after a refresh", r.SelectedCount(), 3)
	r.EndRange(false)
	want(t, "dropped", selectedNames(r), []string{"a"})
	r.StartRange()
	r.MoveTo(5)
	r.EndRange(true)
	want(t, "kept", selectedNames(r), []string{"a", "b", "c", "d", "e"})
	if r.Ranging() {
		t.Error("still open")
	}
	sum, whole := r.SelectedSize()
	if sum != 0 || whole {
		t.Error("unknown sizes were summed")
	}
}

func TestSelectionWaitsForPartialListings(t *testing.T) {
	r := rowsOf(named("a", "b", "c"))
	r.SelectRange(1, 2, true)
	part := named("a", "b")
	part.Cut, part.Complete = CutPartial, false
	r.Set(Sort(part, Order{}))
	want(t, "count", r.SelectedCount(), 2)
	r.Set(Sort(named("a", "b", "c", "d"), Order{}))
	want(t, "whole", selectedNames(r), []string{"b", "c"})
	r.Set(Sort(part, Order{}))
	r.Set(Sort(named("a", "b"), Order{}))
	want(t, "it has really gone", r.SelectedCount(), 1)

	visit := NewRows()
	visit.SelectKeys([]Key{{Name: "b", Kind: KindFile}, {Name: "gone", Kind: KindFile}})
	visit.Set(Sort(named("a", "b"), Order{}))
	want(t, "from marks", selectedNames(visit), []string{"b"})
}

func TestAnotherFolderStartsAfresh(t *testing.T) {
	r := rowsOf(named("a", "b"))
	r.SelectAll()
	r.MoveTo(1)
	r.SetFilter(NewFilter("b"))
	other := named("a", "b", "c")
	other.Place = drivePlace("other")
	r.Set(Sort(other, Order{}))
	if r.SelectedCount() != 0 || r.Cursor() != 0 || r.Len() != 3 {
		t.Errorf("%d selected, cursor %d, %d rows", r.SelectedCount(), r.Cursor(), r.Len())
	}
}

func TestMarks(t *testing.T) {
	var m Marks
	a, b := drivePlace("a"), drivePlace("b")
	keys := func(names ...string) (out []Key) {
		for _, n := range names {
			out = append(out, Key{Name: n, Kind: KindFile})
		}
		return out
	}
	here, elsewhere := m.Count(a, MarkSelect)
	want(t, "empty", here+elsewhere, 0)
	m.Put(a, MarkSelect, keys("10", "9"))
	m.Put(b, MarkSelect, keys("x", "y", "z"))
	m.Put(a, MarkCut, keys("c"))
	here, elsewhere = m.Count(a, MarkSelect)
	want(t, "counts", []int{here, elsewhere}, []int{2, 3})
	want(t, "places", m.Places(MarkSelect), []Place{a.Join("9"), a.Join("10"), b.Join("x"), b.Join("y"), b.Join("z")})
	want(t, "has", []bool{m.Has(a, keys("9")[0], MarkSelect), m.Has(a, keys("9")[0], MarkCut), m.Has(b, keys("9")[0], MarkSelect)}, []bool{true, false, false})
	m.Put(b, MarkSelect, keys("y"))
	want(t, "replaced", m.Keys(b, MarkSelect), keys("y"))
	m.Put(a, MarkCopy, m.Keys(a, MarkSelect))
	m.Put(b, MarkCopy, m.Keys(b, MarkSelect))
	m.Drop(MarkSelect)
	here, elsewhere = m.Count(b, MarkCopy)
	want(t, "taken", []int{here, elsewhere}, []int{1, 2})
	want(t, "no selection", len(m.Places(MarkSelect)), 0)
	m.Gone(a.Join("9"))
	want(t, "gone", m.Keys(a, MarkCopy), keys("10"))
	m.Gone(b)
	want(t, "folder gone", m.Folders(MarkCopy), []Place{a})
	m.Drop(MarkCopy)
	want(t, "dropped", len(m.Places(MarkCopy)), 0)
	want(t, "the cut stays", m.Places(MarkCut), []Place{a.Join("c")})
	m.Put(a, MarkCut, nil)
	want(t, "nothing", len(m.Folders(MarkCut)), 0)
}
