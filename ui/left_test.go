package ui_test

import (
	"errors"
	"testing"
	"time"

	"aloft/client"
	"aloft/model"
	"aloft/ui"
	"aloft/ui/uitest"
	"aloft/ui/uitest/logins"
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

// A job that its login has left waiting goes on as soon as there is a new one.
func TestAJobGoesOnAfterTheLogin(t *testing.T) {
	l := &logins.Logins{}
	on(t, 80, 24, func(d *ui.Deps, e *uitest.Engine, tree *uitest.Tree) {
		d.Client.Logins = l
		e.AddLeft(model.OpMove, 12, model.JobNeedsLogin)
		tree.Fail = &client.Error{Kind: client.KindAuth, Op: "list", Err: errors.New("401")}
		l.OnIn = func() { tree.Fail = nil }
	}, func(d *uitest.Driver, e *uitest.Engine, _ *uitest.Tree) {
		d.Pass(time.Second)
		d.Has("was interrupted")
		d.Keys("esc")
		d.Pass(time.Second)
		d.Has("Sign in: local, drive")
		d.Keys("x", "=", "g", "o", "o", "d", "enter")
		d.HasNot("Sign in:")
		if s := e.Recent()[0].State; s != model.JobRunning {
			t.Errorf("the job is %s", s)
		}
	})
}

// A pane and the person may ask for the same login at once: there is one form.
func TestOneFormForOneLogin(t *testing.T) {
	on(t, 80, 24, func(d *ui.Deps, _ *uitest.Engine, _ *uitest.Tree) { d.Client.Logins = &logins.Logins{} }, func(d *uitest.Driver, _ *uitest.Engine, tree *uitest.Tree) {
		tree.Delay, tree.Fail = time.Second, &client.Error{Kind: client.KindAuth, Op: "list", Err: errors.New("401")}
		d.Keys("ctrl+r", "z", "u")
		d.Has("Sign in: local, drive")
		d.HasNot("signed out")
		d.Pass(2 * time.Second)
		d.Has("Sign in: local, drive")
		d.Keys("esc")
		d.Pass(time.Second)
		d.HasNot("Sign in:")
	})
}
