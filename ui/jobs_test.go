package ui_test

import (
	"slices"
	"testing"
	"time"

	"aloft/model"
	"aloft/ui"
	"aloft/ui/uitest"
)

// withTwoFailed is a screen on which moving two entries into the folder Backup has failed.
func withTwoFailed(t *testing.T, w, h int, test func(d *uitest.Driver, e *uitest.Engine, tree *uitest.Tree)) {
	t.Helper()
	bad := true
	on(t, w, h, func(_ *ui.Deps, e *uitest.Engine, _ *uitest.Tree) {
		e.Refuse = func(model.Item) string {
			if bad {
				return "the service is full"
			}
			return ""
		}
	}, func(d *uitest.Driver, e *uitest.Engine, tree *uitest.Tree) {
		d.Keys("tab", "l", "tab", "G")
		for range 2 {
			d.Keys("m")
			d.Pass(time.Second)
			d.Has("1 item failed")
			d.Keys("s")
			d.Pass(time.Second)
			d.Keys("A", "*", "k")
		}
		bad = false
		test(d, e, tree)
	})
}

// Each plan is shown, and an Esc ends the whole; what was tried again is not offered
// twice.
func TestAllThatFailedIsTriedAgain(t *testing.T) {
	withTwoFailed(t, 80, 24, func(d *uitest.Driver, e *uitest.Engine, tree *uitest.Tree) {
		before := tree.Names("Backup")
		d.Keys("w", "R")
		d.Pass(time.Second)
		d.Has("Move 1 entry")
		d.Keys("esc")
		d.Pass(time.Second)
		d.HasNot("Move 1 entry")
		d.Keys("R")
		d.Pass(time.Second)
		d.Keys("y")
		d.Pass(time.Second)
		d.Has("Move 1 entry")
		d.Keys("y")
		d.Pass(time.Second)
		if got := tree.Names("Backup"); len(got) != len(before)+2 || slices.Contains(tree.Names(""), "notes.txt") {
			t.Errorf("%q, then %q", before, got)
		}
		d.Keys("R")
		d.Has("nothing has failed that was not tried again")
	})
}
