package ui_test

import (
	"testing"

	"aloft/ui"
	"aloft/ui/keys"
	"aloft/ui/uitest"
)

// focus is something that can have the keys, and how to get there.
type focus struct {
	name    string
	context keys.Context
	setup   func(*ui.Deps, *furnished)
	open    func(*uitest.Driver, *furnished)
}

// at opens the focus in a session of that size; prepare, if not nil, changes how it starts.
func (f focus) at(t *testing.T, width, height int, prepare func(*ui.Deps), test func(*uitest.Driver, *furnished)) {
	t.Helper()
	f.atWith(t, t.TempDir(), t.TempDir(), width, height, prepare, test)
}

// atWith is at with folders for the disk and for the journal of edits.
func (f focus) atWith(t *testing.T, dir, journal string, width, height int, prepare func(*ui.Deps), test func(*uitest.Driver, *furnished)) {
	t.Helper()
	w := &furnished{}
	atDeskWith(t, dir, journal, width, height, func(d *ui.Deps, k *desk) {
		w.desk = k
		if prepare != nil {
			prepare(d)
		}
		w.furnish(d)
		if f.setup != nil {
			f.setup(d, w)
		}
	}, func(d *uitest.Driver, _ *desk) {
		defer w.end(d)
		if f.open != nil {
			f.open(d, w)
		}
		test(d, w)
	})
}
