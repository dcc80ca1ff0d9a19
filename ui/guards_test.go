package ui_test

import (
	"testing"

	"aloft/model"
	"aloft/ui"
	"aloft/ui/uitest"
)

// A move of few entries shows its plan where that is wanted always, or where it is of many bytes, and a rename never:
// its name was just typed.
func TestAlwaysShowThePlan(t *testing.T) {
	for _, how := range []struct {
		set   bool
		bytes int64
	}{{}, {set: true}, {bytes: 99_000_000}, {bytes: 545_000_000}} {
		always := how.set || how.bytes > 100_000_000
		on(t, 80, 24, func(d *ui.Deps, e *uitest.Engine, _ *uitest.Tree) { d.Settings.ShowPlans, e.Bytes = how.set, how.bytes }, func(d *uitest.Driver, e *uitest.Engine, tree *uitest.Tree) {
			d.Keys("tab", "l", "tab", "G", "m")
			if always {
				d.Has("Move 1 entry", "[>Move<]", "drive:/Backup")
				if got := tree.Names("Backup"); len(got) != 1 {
					t.Errorf("it was moved without an answer: %q", got)
				}
				d.Keys("enter")
			}
			d.Has("moved notes.txt to drive:/Backup")
			e.Bytes = 0
			d.Keys("G", "r")
			d.Type("2")
			d.Keys("enter")
			d.Has("renamed ")
		})
	}
}

// A deletion that the brake stops waits for its number; the settings that are read
// again while the screen runs are in force at once.
func TestTheBrakeAsksForTheNumber(t *testing.T) {
	var c chan ui.Reload
	on(t, 80, 24, func(d *ui.Deps, _ *uitest.Engine, _ *uitest.Tree) {
		c = make(chan ui.Reload)
		d.Reloads, d.Settings.Brake = c, model.Brake{Count: 2}
	}, func(d *uitest.Driver, _ *uitest.Engine, tree *uitest.Tree) {
		was := len(tree.Names())
		d.Keys("G", "space", "shift+up", "shift+up", "d", "y", "enter")
		d.Has("3 entries, over jobs.delete_brake_count (2)", `Type "3" to confirm: y`)
		d.Keys("backspace", "3", "enter")
		d.Has("deleted 3")
		if n := len(tree.Names()); n != was-3 {
			t.Errorf("%d entries are left of %d", n, was)
		}
		d.Keys("g", "b", "A", "d")
		d.Has("3 entries will be deleted for good", "3 entries, over jobs.delete_brake_count (2)", `Type "3" to confirm:`)
		d.Keys("esc", "esc")
		c <- ui.Reload{Settings: &ui.Settings{}, Say: "reloaded config.toml"}
		d.Idle()
		d.Keys("g", "b", "A", "d")
		d.Has(`Type "delete" to confirm:`)
		d.HasNot("delete_brake")
	})
}
