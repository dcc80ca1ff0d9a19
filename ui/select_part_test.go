package ui_test

import (
	"strings"
	"testing"
	"time"

	"aloft/ui"
	"aloft/ui/uitest"
)

// What is selected while a folder is listed grows with the listing; nothing acts on a part of it. Of a listing that was
// stopped only a part is selected, and that is said.
func TestTheSelectionGrowsWithTheListing(t *testing.T) {
	slow := func(_ *ui.Deps, _ *uitest.Engine, tree *uitest.Tree) { tree.Pages, tree.Delay = 4, time.Second }
	for _, c := range []struct {
		keys, all string
	}{
		{"A", "sel 11"},
		{"*", "sel 11"},
		{"A*", ""}, // twice inverted
		{"A-", "sel 9"},
		{"+", "sel 2"},
	} {
		on(t, 80, 24, slow, func(d *uitest.Driver, _ *uitest.Engine, _ *uitest.Tree) {
			d.Pass(1500 * time.Millisecond)
			for _, key := range strings.Split(c.keys, "") {
				d.Keys(key)
				if key == "+" || key == "-" {
					d.Type("*.txt")
					d.Keys("enter")
				}
			}
			d.Has("so far; the selection grows with the listing, Esc stops both")
			d.HasNot("sel 11")
			d.Keys("d")
			d.Has("the selection is still growing: wait for the listing or stop it with Esc")
			d.Pass(10 * time.Second)
			if c.all == "" {
				d.HasNot("selected")
				return
			}
			d.Has(c.all)
			d.Keys("d")
			d.HasNot("the selection is still growing")
		})
	}
	on(t, 80, 24, slow, func(d *uitest.Driver, _ *uitest.Engine, _ *uitest.Tree) {
		d.Pass(1500 * time.Millisecond)
		d.Keys("A", "esc", "ctrl+r")
		d.Pass(20 * time.Second)
		d.Has("sel 4")
	})
	on(t, 80, 24, slow, func(d *uitest.Driver, _ *uitest.Engine, _ *uitest.Tree) {
		d.Pass(1500 * time.Millisecond)
		d.Keys("esc", "A")
		d.Has("only the listed entries are selected; Ctrl-R reloads the folder")
	})
}

// A comparison's marks belong to both panes.
func TestTheMarksOfAComparisonGoTogether(t *testing.T) {
	on(t, 120, 24, twoSides, func(d *uitest.Driver, _ *uitest.Engine, _ *uitest.Tree) {
		d.Keys("=", "esc")
		d.HasNot("*mine.txt", "*theirs.txt", "≠", "selected")
		d.Keys("=", "tab", "esc")
		d.HasNot("*mine.txt", "*theirs.txt", "≠")
		// Also where the other pane is somewhere else since.
		d.Keys("=", "tab", "h", "tab", "esc", "tab")
		d.HasNot("selected", "elsewhere")
	})
}

// A list of results is no folder: nothing is selected beside it.
func TestResultsAreNotCompared(t *testing.T) {
	on(t, 120, 24, nil, func(d *uitest.Driver, _ *uitest.Engine, _ *uitest.Tree) {
		d.Keys("s")
		d.Type("e")
		d.Keys("enter", "=")
		d.Has("a list of results cannot be compared")
		d.HasNot("selected", " sel ")
		d.Keys("tab", "=")
		d.Has("a list of results cannot be compared")
		d.HasNot("selected", " sel ")
	})
}

// Drawing the keys that copy does not end a range: it still shrinks.
func TestARangeOverDocumentsShrinks(t *testing.T) {
	inLibrary(t, 80, 24, nil, func(d *uitest.Driver, _ *library) {
		d.Keys("v", "j", "j", "k")
		d.Has("range", "c copy", "sel 2")
	})
}
