package ui_test

import (
	"testing"
	"time"

	"aloft/ui"
	"aloft/ui/uitest"
)

func TestWhatListingsDoNotTellIsAskedForOnceAfterARest(t *testing.T) {
	on(t, 120, 40, func(_ *ui.Deps, _ *uitest.Engine, tree *uitest.Tree) {
		tree.Thin = true
	}, func(d *uitest.Driver, _ *uitest.Engine, tree *uitest.Tree) {
		d.Keys("j", "j", "j", "j", "j", "j") // moving past requests nothing
		if tree.Stats != 0 {
			t.Fatalf("%d questions", tree.Stats)
		}
		d.HasNot("1999-03-02")
		d.Pass(time.Second)
		d.Has("1999-03-02")
		d.Keys("k")
		d.Pass(time.Second)
		d.Keys("j")
		d.Pass(time.Minute)
		if tree.Stats != 2 {
			t.Errorf("%d questions about two entries", tree.Stats)
		}
	})
	// Where the listing has everything, or no column shows it, nothing is
	// requested.
	on(t, 120, 40, nil, func(d *uitest.Driver, _ *uitest.Engine, tree *uitest.Tree) {
		d.Keys("j", "j")
		d.Pass(time.Minute)
		if tree.Stats != 0 {
			t.Errorf("%d questions", tree.Stats)
		}
	})
	on(t, 80, 24, func(_ *ui.Deps, _ *uitest.Engine, tree *uitest.Tree) { tree.Thin = true },
		func(d *uitest.Driver, _ *uitest.Engine, tree *uitest.Tree) {
			d.Pass(time.Minute)
			if tree.Stats != 0 {
				t.Errorf("%d questions", tree.Stats)
			}
		})
	// The listing of a disk says all but where a link leads.
	dotted(t, 120, 40, nil, func(d *uitest.Driver, disk *uitest.Tree) {
		d.Keys("j")
		d.Pass(time.Minute)
		if disk.Stats != 0 {
			t.Errorf("%d questions", disk.Stats)
		}
		disk.Link("zlink", "")
		d.Keys("ctrl+r", "G")
		d.Pass(time.Minute)
		if disk.Stats != 1 {
			t.Errorf("%d questions about a link\n%s", disk.Stats, d.Screen())
		}
	})
}
