package ui_test

import (
	"testing"

	"aloft/ui/uitest"
)

// Two folders of one source are not synced, and that is said at once.
func TestSyncThereSaysWhyNot(t *testing.T) {
	on(t, 120, 24, twoSides, func(d *uitest.Driver, e *uitest.Engine, _ *uitest.Tree) {
		d.Keys("&")
		d.Has("within drive:/ nothing can be synced")
		if len(e.Jobs()) > 0 {
			t.Errorf("%+v", e.Jobs())
		}
	})
}
