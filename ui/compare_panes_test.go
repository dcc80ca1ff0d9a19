package ui_test

import (
	"testing"
	"time"

	"aloft/ui"
	"aloft/ui/uitest"
)

// twoSides are two folders that share some names.
func twoSides(d *ui.Deps, _ *uitest.Engine, tree *uitest.Tree) {
	at := time.Date(2026, 8, 2, 14, 5, 9, 0, time.UTC)
	tree.Add(at, "A/same.txt", "A/mine.txt", "A/other time.txt", "A/both/x", "A/kind/x", "A/hidden.txt")
	tree.Add(at.Add(time.Second), "B/same.txt", "B/both/y", "B/kind")
	tree.Add(at.Add(time.Hour), "B/other time.txt", "B/theirs.txt")
	d.Left, d.Right = tree.Root().Join("A"), tree.Root().Join("B")
}

func TestGoldenComparePanes(t *testing.T) {
	for _, c := range []struct {
		name string
		w, h int
	}{{"compare-panes-80x24", 80, 24}, {"compare-panes-120x40", 120, 40}, {"compare-panes-50x16", 50, 16}, {"compare-panes-200x60", 200, 60}} {
		on(t, c.w, c.h, twoSides, func(d *uitest.Driver, _ *uitest.Engine, _ *uitest.Tree) {
			d.Keys("=")
			d.Want(c.name)
		})
	}
}

func TestComparePanes(t *testing.T) {
	on(t, 120, 24, twoSides, func(d *uitest.Driver, _ *uitest.Engine, tree *uitest.Tree) {
		d.Keys("=")
		d.Has("2 only here, 1 only there, 2 in both but different (≠); all selected", "*mine.txt", "*theirs.txt", "≠other time.txt", "≠kind")
		d.HasNot("*same.txt", "*both", "≠both")
		// Copying takes what differs, and a new comparison begins anew.
		d.Keys("space", "=")
		d.Has("2 only here, 1 only there, 2 in both but different (≠); all selected")
	})
	t.Run("equal", func(t *testing.T) {
		on(t, 120, 24, func(d *ui.Deps, e *uitest.Engine, tree *uitest.Tree) {
			tree.Add(time.Time{}, "A/a.txt", "A/f/x", "B/a.txt", "B/f/y")
			d.Left, d.Right = tree.Root().Join("A"), tree.Root().Join("B")
		}, func(d *uitest.Driver, _ *uitest.Engine, _ *uitest.Tree) {
			d.Keys("A", "=")
			d.Has("no difference: 2 entries with the same names")
			d.HasNot("*a.txt")
		})
	})
	t.Run("hidden", func(t *testing.T) {
		on(t, 120, 24, twoSides, func(d *uitest.Driver, _ *uitest.Engine, _ *uitest.Tree) {
			d.Keys("/")
			d.Type("same")
			d.Keys("enter", "=")
			d.Has("all selected; 4 of them are hidden", "*theirs.txt")
		})
	})
	t.Run("one folder", func(t *testing.T) {
		on(t, 120, 24, func(d *ui.Deps, _ *uitest.Engine, tree *uitest.Tree) { d.Right = d.Left }, func(d *uitest.Driver, _ *uitest.Engine, _ *uitest.Tree) {
			d.Keys("=")
			d.Has("both panes show")
		})
	})
}
