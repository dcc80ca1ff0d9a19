package ui_test

import (
	"testing"
	"time"

	"aloft/model"
	"aloft/ui"
	"aloft/ui/uitest"
)

// A job of an earlier session can be taken back without a look at the jobs before.
func TestUndoOfAnEarlierSession(t *testing.T) {
	on(t, 80, 24, func(_ *ui.Deps, e *uitest.Engine, _ *uitest.Tree) {
		e.AddLeft(model.OpMove, 1, model.JobDone)
	}, func(d *uitest.Driver, _ *uitest.Engine, _ *uitest.Tree) {
		d.Keys("u")
		d.Pass(time.Second)
		d.HasNot("no job can be undone")
	})
}

// The key that takes a change back is said on a narrow screen, too: the names give way.
func TestTheUndoKeyIsSaidBesideLongNames(t *testing.T) {
	on(t, 50, 16, nil, func(d *uitest.Driver, _ *uitest.Engine, _ *uitest.Tree) {
		to(d, "notes.txt")
		d.Keys("f2")
		d.Type(" of a year that has not been named yet")
		d.Keys("enter")
		d.Pass(time.Second)
		d.Has("renamed notes.txt to notes o…yet.txt; u undoes it")
	})
}
