package pane

import (
	"fmt"
	"reflect"
	"runtime"
	"testing"
	"weak"

	"aloft/client"
	"aloft/model"
)

// A tab that does not show holds no rows: what the store drops is garbage.
func TestHiddenTabsHoldNoRows(t *testing.T) {
	p := newPane(t, 50, 12)
	fill(p, 1000)
	p.env.Store.put(p.rows.Sorted())
	p.Move(500 - p.line())
	p.rows.SelectAll()
	long := weak.Make(p.rows.Sorted())
	if _, full := p.NewTab(); full {
		t.Fatal("no tab")
	}
	if p.rows.Total() != 1000 || p.rows.Cursor() != 499 || p.rows.SelectedCount() != 0 {
		t.Errorf("the new tab has %d rows, the cursor on %d, %d selected", p.rows.Total(), p.rows.Cursor(), p.rows.SelectedCount())
	}
	p.GoTo(root.Join("other"), model.Step{})
	p.env.Store.forget(root.Join("dir"))
	p.StepTab(1)
	p.StepTab(1)
	runtime.GC()
	if long.Value() != nil {
		t.Error("a tab that does not show holds its rows")
	}
	p.StepTab(1)
	p.show(listed(p.place, 1000), known{}) // it was listed again
	if p.rows.Cursor() != 499 || p.rows.SelectedCount() != 1000 {
		t.Errorf("the cursor is on %d, %d are selected", p.rows.Cursor(), p.rows.SelectedCount())
	}
}

func TestAPaneComesBackAsItWasStored(t *testing.T) {
	dir := root.Join("dir")
	want := client.Side{At: 1, Tabs: []client.Tab{
		{Place: root, On: dir, Order: model.Order{By: model.SortSize}, Back: []model.Place{dir}, Forward: []model.Place{dir, root},
			Selected: []client.Selected{{Folder: root, Key: model.Key{Name: "a", Kind: model.KindFile}}, {Folder: dir, Key: model.Key{Name: "b", Kind: model.KindFile, Nth: 1}}}},
		{Place: dir, On: dir.Join("名 file-003.txt"), Order: model.Order{By: model.SortName, Desc: true}, Filter: "file",
			Selected: []client.Selected{{Folder: dir, Key: model.Key{Name: "名 file-001.txt", Kind: model.KindFile}}}},
	}}
	p := newPane(t, 50, 12)
	p.Restore(want)
	for _, when := range []string{"before it is listed", "after", "after a tab forth and back"} {
		if got := p.Session(); fmt.Sprintf("%+v", got) != fmt.Sprintf("%+v", want) {
			t.Errorf("%s: %+v, want %+v", when, got, want)
		}
		switch when {
		case "before it is listed":
			p.show(listed(p.place, 10).In(p.order), known{})
		case "after":
			if p.Current().Name != "名 file-003.txt" || p.rows.SelectedCount() != 1 || p.Filter() != "file" {
				t.Errorf("on %s, %d selected, filter %q", p.Current().Name, p.rows.SelectedCount(), p.Filter())
			}
			p.StepTab(1)
			p.StepTab(-1)
		}
	}
	one := client.Side{Tabs: want.Tabs[:1]}
	p = newPane(t, 50, 12)
	p.Restore(one)
	if n, at := p.Tabs(); n != 1 || at != 0 || p.tabs.all != nil || !reflect.DeepEqual(p.Hidden(), []model.Place(nil)) {
		t.Errorf("one tab makes %d, at %d", n, at)
	}
}

func TestASelectionTooLongToStoreIsLeftOut(t *testing.T) {
	p := newPane(t, 50, 12)
	fill(p, client.MaxSelected+1)
	p.rows.SelectAll()
	if got := p.Session().Tabs[0].Selected; got != nil {
		t.Errorf("%d are stored", len(got))
	}
	p.NewTab()
	if got := p.Session().Tabs[0].Selected; got != nil {
		t.Errorf("%d are stored of a hidden tab", len(got))
	}
}
