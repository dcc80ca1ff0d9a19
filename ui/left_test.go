package ui_test

import (
	"testing"

	"aloft/model"
	"aloft/ui"
	"aloft/ui/uitest"
)

// A job that waits since an earlier run because its session had ended is offered
// too.
func TestJobsThatWaitForALoginAreOffered(t *testing.T) {
	on(t, 80, 24, func(_ *ui.Deps, e *uitest.Engine, _ *uitest.Tree) {
		e.AddLeft(model.OpMove, 12, model.JobNeedsLogin)
	}, func(d *uitest.Driver, e *uitest.Engine, _ *uitest.Tree) {
		d.Has("move", "12", "go on")
	})
}
