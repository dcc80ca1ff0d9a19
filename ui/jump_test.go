package ui_test

import (
	"testing"
	"testing/synctest"
	"time"

	"aloft/model"
	"aloft/ui"
	"aloft/ui/keys"
	"aloft/ui/uitest"
)

// The visited folders of all accounts are listed by a key, narrowed by typing, and gone to; those that cannot be seen are not
// listed, and a folder that is read again is no other visit.
func TestJumpToAVisitedFolder(t *testing.T) {
	for name, key := range map[string][]string{"default": {"g", "z"}, "arrows": {"g", "z"}, "mc": {"alt+z"}} {
		m, err := keys.Load(name)
		if err != nil {
			t.Fatal(err)
		}
		synctest.Test(t, func(t *testing.T) {
			drive := uitest.NewTree(model.SchemeDrive).Add(time.Now(), "Work/Q3/", "Photos/2024/")
			other := uitest.NewTree(model.SchemeDrive).Of("other").Add(time.Now(), "Work/plan.txt")
			deps, _ := uitest.Deps(t, drive, other)
			memory := &uitest.Memory{Known: true, Visits: []model.Place{other.Root().Join("Work"), {Account: "gone", Scheme: model.SchemeDrive}}}
			deps.Client.Keeper, deps.Keys, deps.Right = memory, m, drive.Root().Join("Photos")
			d := uitest.New(t, deps, 80, 24)
			d.Keys("enter", "ctrl+r", "enter") // Photos/2024
			d.Has("1 drive: / › Photos › 2024")
			var got string
			for _, at := range memory.Visits {
				got += at.String() + " "
			}
			if got != "drive:/Photos/2024 drive:/Photos drive:/ other/drive:/Work gone/drive:/ " {
				t.Error(got)
			}
			d.Keys(key...)
			d.Has("Jump to", "> drive:/Photos/2024", "  drive:/Photos ", "  other/drive:/Work")
			d.HasNot("gone/drive:/")
			d.Type("photo")
			d.Has("> drive:/Photos ", "  drive:/Photos/2024")
			d.HasNot("  other/drive:/Work")
			d.Type("zz")
			d.Has("Nothing matches.")
			d.Keys("enter", "esc")
			d.Has("1 drive: / › Photos › 2024")
			d.Keys(key...)
			d.Type("work")
			d.Keys("enter")
			d.Has("1 other/drive: / › Work", "plan.txt")
			d.Close()
		})
	}
	on(t, 80, 24, func(d *ui.Deps, _ *uitest.Engine, _ *uitest.Tree) { d.Client.Keeper = nil }, func(d *uitest.Driver, _ *uitest.Engine, _ *uitest.Tree) {
		d.Keys("g", "z")
		d.HasNot("Jump to")
	})
}
