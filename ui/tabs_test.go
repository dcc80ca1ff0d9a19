package ui_test

import (
	"fmt"
	"testing"
	"time"

	"aloft/model"
	"aloft/ui"
	"aloft/ui/uitest"
)

// several opens three tabs on the left: the root with a selection, Work, and
// Photos/2024, which shows.
func several(d *uitest.Driver) {
	d.Keys("G", "space", "t", "/")
	d.Type("work")
	d.Keys("enter", "l", "t", "h", "/")
	d.Type("phot")
	d.Keys("enter", "l", "l")
}

func TestGoldenTabs(t *testing.T) {
	for _, c := range []struct{ w, h int }{{50, 16}, {80, 24}, {120, 40}, {200, 60}} {
		on(t, c.w, c.h, nil, func(d *uitest.Driver, _ *uitest.Engine, _ *uitest.Tree) {
			several(d)
			d.Want(fmt.Sprintf("tabs-%dx%d", c.w, c.h))
		})
	}
}

func TestEachTabKeepsWhatItShows(t *testing.T) {
	on(t, 80, 24, nil, func(d *uitest.Driver, _ *uitest.Engine, _ *uitest.Tree) {
		d.HasNot("[1]")
		d.Keys("T")
		d.Has("there is only one tab; t opens another")
		several(d)
		d.Has("1 drive: / › Photos › 2024  1 2 [3]", "> beach.jpg")
		d.HasNot("sel 1")
		d.Keys("o", "s", "/")
		d.Type("beach")
		d.Keys("enter", "g", "t")
		d.Has("1 drive: /   [drive:]  Work  2024", "*notes.txt", "sel 1")
		d.HasNot("size ↑")
		d.Keys("k", "g", "T", "g", "T")
		d.Has("1 drive: / › Work  1 [2] 3")
		d.HasNot("sel 1")
		d.Keys("g", "t")
		d.Has("1 drive: / › Photos › 2024  1 2 [3]", "> beach.jpg", "filter beach", "size ↑")
		d.Keys("H", "H") // a history of its own
		d.Has("1 drive: /   drive:  Work  [drive:]")
		d.Keys("T")
		d.Has("1 drive: / › Work   drive:  [Work]")
		d.Keys("g", "t")
		d.Has("1 drive: /   [drive:]  Work", "*notes.txt", "sel 1")
		d.Keys("g", "t", "T")
		d.Has("1 drive: / ", "*notes.txt", "sel 1")
		d.HasNot("[1]")
		// The other pane has tabs of its own.
		d.Keys("tab", "t")
		d.Has("2 drive: /   drive:  [drive:]", "1 drive: / ─")
		d.Keys("z", "x")
		d.Has("1 drive: /   drive:  [drive:]", "2 drive: / ─")
	})
}

func TestTabsAreBounded(t *testing.T) {
	on(t, 50, 16, nil, func(d *uitest.Driver, _ *uitest.Engine, _ *uitest.Tree) {
		for range 25 {
			d.Keys("t")
		}
		d.Has("a pane has at most 20 tabs; T closes one", "1 drive: /  [20/20]")
		d.Keys("g", "t")
		d.Has("[1/20]")
	})
}

// Tabs that do not show follow folders that are moved, and leave those that are gone.
func TestTabsFollowJobs(t *testing.T) {
	on(t, 60, 24, nil, func(d *uitest.Driver, _ *uitest.Engine, tree *uitest.Tree) {
		several(d)
		d.Keys("t", "h", "h") // the fourth is at the root, on Photos
		d.Has("1 drive: /   drive:  Work  2024  [drive:]", "> Photos/")
		d.Keys("r")
		d.Type("2")
		d.Keys("enter")
		d.Has("> Photos2/")
		d.Keys("g", "T")
		d.Has("1 drive: / › Photos2 › 2024  1 2 [3] 4", "beach.jpg")
		d.Keys("g", "t", "/")
		d.Type("work")
		d.Keys("enter", "d", "y")
		d.Pass(time.Second)
		d.Keys("g", "t", "g", "t")
		d.Has("1 drive: /   drive:  [drive:]  2024  drive:")
		d.HasNot("Work/", "not found")
	})
}

func TestOrdersAreKeptByFolder(t *testing.T) {
	mem := &uitest.Memory{Known: true}
	on(t, 100, 24, func(d *ui.Deps, _ *uitest.Engine, _ *uitest.Tree) { d.Client.Keeper = mem }, func(d *uitest.Driver, _ *uitest.Engine, tree *uitest.Tree) {
		d.Keys("/")
		d.Type("work")
		d.Keys("enter", "l", "o", "s")
		d.Has("size ↑")
		if got := mem.Orders[tree.Root().Join("Work").String()]; got.By != model.SortSize {
			t.Errorf("%+v is kept", mem.Orders)
		}
		d.Keys("h")
		d.HasNot("size ↑")
		d.Keys("l")
		d.Has("size ↑")
	})
}
