package ui_test

import (
	"testing"
	"time"

	"aloft/client"
	"aloft/model"
	"aloft/ui"
	"aloft/ui/uitest"
)

// A name that no place can hold does not keep a person from acting on the others:
// the question names it with the reason, and the rest is done.
func TestASelectionLeavesOutWhatNoPlaceHolds(t *testing.T) {
	for _, c := range []struct {
		key, title, yes string
	}{{"d", "Delete 1 entry", "y"}, {"m", "Move 1 entry", "y"}} {
		on(t, 100, 30, func(_ *ui.Deps, _ *uitest.Engine, tree *uitest.Tree) {
			tree.Add(time.Now(), "Odd/", "Odd/\x00keep.txt\x00", "Odd/other.txt")
		}, func(d *uitest.Driver, _ *uitest.Engine, tree *uitest.Tree) {
			d.Keys("g", "p", "ctrl+u")
			d.Type("drive:/Odd")
			d.Keys("enter", "A", c.key)
			d.Has(c.title, "1 is left out:", "keep.txt", "contains a NUL")
			d.Keys(c.yes)
			d.Pass(time.Second)
			left, err := tree.List(t.Context(), model.Place{Scheme: model.SchemeDrive, Path: model.Steps("Odd")}, client.Options{})
			if err != nil || len(left.Entries) != 1 || left.Entries[0].Name == "other.txt" {
				t.Errorf("%s: %v %v", c.key, left.Entries, err)
			}
			// Only such names: a message says so, and no question opens.
			d.Keys("A", c.key)
			d.Has("contains a NUL")
			d.HasNot("is left out:")
		})
	}
}

// Names that no place can hold are shown, and no action applies to them: neither to
// the entry nor to the folder it is in.
func TestNamesThatNoPlaceHoldsAreOnlyShown(t *testing.T) {
	on(t, 100, 24, func(_ *ui.Deps, _ *uitest.Engine, tree *uitest.Tree) {
		tree.Add(time.Now(), "Odd/", "Odd/\x00keep.txt\x00/", "Odd/other.txt")
		tree.Add(time.Now(), "Odd//") // a folder without a name
	}, func(d *uitest.Driver, _ *uitest.Engine, tree *uitest.Tree) {
		d.Keys("g", "p", "ctrl+u")
		d.Type("drive:/Odd")
		d.Keys("enter", "g", "g", "j")
		d.Has("1 drive: / › Odd", "> �/", "�keep.txt�/")
		lists := tree.Lists
		for range 2 {
			d.Keys("l")
			d.Has("contains a NUL", "1 drive: / › Odd")
			d.Keys("g", "o")
			d.Has("1 drive: / › Odd", "2 drive: / ─")
			d.Keys("Y", "p")
			d.Has("contains a NUL")
			d.Keys("j")
		}
		if len(d.Copy) != 0 || tree.Lists != lists {
			t.Errorf("copied %q, %d listings", d.Copy, tree.Lists-lists)
		}
	})
}
