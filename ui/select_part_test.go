package ui_test

import (
	"testing"
	"time"

	"aloft/ui"
	"aloft/ui/uitest"
)

// While a folder is still being listed, all of it cannot be selected, and what was listed of one
// that was stopped is said to be a part.
func TestAllOfAPartIsNotSelected(t *testing.T) {
	slow := func(_ *ui.Deps, _ *uitest.Engine, tree *uitest.Tree) { tree.Pages, tree.Delay = 4, time.Second }
	for _, key := range []string{"A", "*", "+"} {
		on(t, 80, 24, slow, func(d *uitest.Driver, _ *uitest.Engine, _ *uitest.Tree) {
			d.Pass(1500 * time.Millisecond)
			d.Keys(key)
			d.Has("the listing is not complete: wait")
			d.HasNot("selected")
			d.Keys("space")
			d.Has("selected 1")
			d.Pass(10 * time.Second)
			d.Keys("A")
			d.Has("selected 11")
			d.HasNot("still being listed")
		})
	}
	on(t, 80, 24, slow, func(d *uitest.Driver, _ *uitest.Engine, _ *uitest.Tree) {
		d.Pass(1500 * time.Millisecond)
		d.Keys("esc", "A")
		d.Has("only listed entries are selected, not all; Ctrl-R lists it again")
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
