package ui_test

import (
	"testing"
	"time"

	"aloft/ui"
	"aloft/ui/uitest"
)

// Names that no place can hold are shown, and nothing is done by them: neither
// to the entry nor to the folder it is in.
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
			d.Has("which no place can hold", "1 drive: / › Odd")
			d.Keys("g", "o")
			d.Has("1 drive: / › Odd", "2 drive: / ─")
			d.Keys("Y", "p")
			d.Has("which no place can hold")
			d.Keys("j")
		}
		if len(d.Copy) != 0 || tree.Lists != lists {
			t.Errorf("copied %q, %d listings", d.Copy, tree.Lists-lists)
		}
	})
}
