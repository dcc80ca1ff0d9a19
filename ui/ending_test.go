package ui_test

import (
	"testing"

	"aloft/ui"
	"aloft/ui/uitest"
)

// That a login ends in the next days stands in the message line, not only in the log.
func TestALoginThatEndsSoonIsSaid(t *testing.T) {
	on(t, 80, 24, func(d *ui.Deps, _ *uitest.Engine, _ *uitest.Tree) {
		told := make(chan string, 1)
		d.Ending = told
		told <- "the login of work expires on 2026-05-05 10:00; sign in again before then"
	}, func(d *uitest.Driver, _ *uitest.Engine, _ *uitest.Tree) {
		d.Has("the login of work expires on 2026-05-05 10:00")
	})
}
