package ui_test

import (
	"testing"
	"time"

	"aloft/ui"
	"aloft/ui/uitest"
)

// What is free shows beside the panes once the cursor rests, is asked once for a service, and is known in the details.
func TestFreeSpace(t *testing.T) {
	roomy := func(_ *ui.Deps, _ *uitest.Engine, tree *uitest.Tree) { tree.Free, tree.All = 3<<20, 10<<30 }
	on(t, 120, 40, roomy, func(d *uitest.Driver, _ *uitest.Engine, tree *uitest.Tree) {
		d.HasNot("free")
		d.Pass(time.Second)
		d.Has("3.0 MB of 10.0 GB free")
		d.Keys("j", "l", "h", "tab", "j", "I")
		d.Pass(time.Second)
		d.Has("free         3.0 MB of 10.0 GB")
		if tree.Rooms != 1 {
			t.Errorf("%d requests", tree.Rooms)
		}
		d.Keys("esc")
		d.Pass(2 * time.Minute)
		tree.Free = 2 << 20
		d.Keys("tab", "I") // too old
		d.Pass(time.Second)
		d.Has("free         2.0 MB of 10.0 GB")
	})
	on(t, 80, 24, roomy, func(d *uitest.Driver, _ *uitest.Engine, tree *uitest.Tree) {
		d.Pass(time.Second)
		if tree.Rooms != 0 {
			t.Error("it is asked where nothing shows it")
		}
	})
	on(t, 120, 40, nil, func(d *uitest.Driver, _ *uitest.Engine, _ *uitest.Tree) { // it does not say
		d.Pass(time.Second)
		d.Keys("I")
		d.Pass(time.Second)
		d.HasNot("free")
	})
}
