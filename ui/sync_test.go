package ui_test

import (
	"testing"

	"aloft/ui/uitest"
)

// Where a drive cannot copy, two of its folders are not synced, and that is said at once.
func TestSyncThereSaysWhyNot(t *testing.T) {
	on(t, 120, 24, twoSides, func(d *uitest.Driver, e *uitest.Engine, _ *uitest.Tree) {
		d.Keys("&")
		d.Has("drive: cannot copy")
		if len(e.Jobs()) > 0 {
			t.Errorf("%+v", e.Jobs())
		}
	})
}
