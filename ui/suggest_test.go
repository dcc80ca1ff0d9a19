package ui_test

import (
	"testing"

	"aloft/ui"
	"aloft/ui/uitest"
)

// A key makes every edit of the reader a suggestion: the screen says so as long as it is on, the plan says whose it is,
// and an undo is made all the same. A service that cannot suggest is named, and nothing is switched on.
func TestSuggestFromTheReader(t *testing.T) {
	atDesk(t, 100, 30, func(deps *ui.Deps, k *desk) { deps.Settings.Author = "Ann Lee" }, func(d *uitest.Driver, k *desk) {
		open(d, "2024", "In scope")
		next(d, "z", "s")
		d.Has("the service cannot suggest")
		d.HasNot("SUGGESTING")
		k.Suggests = true
		next(d, "z", "s")
		d.Has("SUGGESTING", "suggesting as Ann Lee")
		next(d, "r")
		d.Type("web")
		next(d, "tab")
		d.Type("desktop")
		next(d, "enter")
		d.Has("This is a suggestion by Ann Lee", "Suggest<]")
		next(d, "y")
		d.Has("has a new suggestion by Ann Lee: version 2")
		if all := k.Tracked[k.plan]; len(all) != 2 || all[0].Author != "Ann Lee" || all[0].Text != "web" || all[1].Text != "desktop" {
			t.Errorf("%+v", all)
		}
		next(d, "u")
		d.HasNot("suggestion by")
		next(d, "y")
		d.Has("is undone: version 3")
		next(d, "z", "s")
		d.Has("edits apply at once")
		d.HasNot("SUGGESTING")
		next(d, "esc")
		next(d, "z", "s") // in a pane the same keys are about the panes
		d.Has("SYNC")
	})
}
