package ui_test

import (
	"testing"
	"time"

	"aloft/ui"
	"aloft/ui/uitest"
)

// What was chosen counts only when the screen ends by it.
func TestWhoStaysHasChosenNothing(t *testing.T) {
	chosen := func(d *uitest.Driver) int { return len(ui.EndOf(d.App.(*ui.App)).Chosen) }
	choosing := func(d *ui.Deps, _ *uitest.Engine, _ *uitest.Tree) { d.Choosing = true }
	on(t, 80, 24, choosing, func(d *uitest.Driver, e *uitest.Engine, _ *uitest.Tree) {
		d.Has("Choose: Enter picks a file, Alt-Enter a folder")
		e.Step = 3 * time.Second
		d.Keys("tab", "l", "tab", "G", "shift+up", "shift+up", "m")
		d.Pass(1500 * time.Millisecond)
		d.Keys("enter", "esc") // it asks about the job
		d.Pass(time.Minute)
		d.Keys("q")
		d.Pass(time.Second)
		if !d.Quit || chosen(d) != 0 {
			t.Errorf("quit %t, chosen %d", d.Quit, chosen(d))
		}
	})
	on(t, 80, 24, nil, func(d *uitest.Driver, _ *uitest.Engine, _ *uitest.Tree) {
		d.HasNot("Choose:")
		d.Keys("alt+enter")
		d.Has("aloft was not started with --choose")
	})
}
