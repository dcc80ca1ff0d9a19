package ui_test

import (
	"testing"

	"aloft/themes"
	"aloft/ui"
	"aloft/ui/keys"
	"aloft/ui/uitest"
)

// A configuration that is read again changes keys and styles on the running screen;
// a wrong one is reported and changes nothing.
func TestReloadedConfiguration(t *testing.T) {
	var c chan ui.Reload
	m, problems := keys.Parse("default", "keys.toml", []byte("[pane]\ndown = [\"ctrl+y\"]\n"))
	if len(problems) > 0 {
		t.Fatal(problems)
	}
	nord, err := themes.Load("nord")
	if err != nil {
		t.Fatal(err)
	}
	on(t, 80, 24, func(d *ui.Deps, _ *uitest.Engine, _ *uitest.Tree) {
		c = make(chan ui.Reload)
		d.Reloads = c
	}, func(d *uitest.Driver, _ *uitest.Engine, _ *uitest.Tree) {
		before := d.Screen()
		c <- ui.Reload{Wrong: true, Say: "config.toml:2: no"}
		d.Idle()
		d.Has("config.toml:2: no")
		d.Keys("ctrl+y")
		d.Has("> Backup/")
		c <- ui.Reload{Keys: m, Theme: nord, Settings: &ui.Settings{Borders: "full"}, Say: "reloaded keys.toml"}
		d.Idle()
		d.Has("reloaded keys.toml")
		d.Keys("ctrl+y")
		d.Has("> Empty/")
		d.Keys("?") // what a dialog has written is no news over it
		c <- ui.Reload{Say: "reloaded config.toml"}
		d.Idle()
		d.HasNot("reloaded config.toml")
		d.Keys("esc", "z", "l")
		d.Has("reloaded config.toml")
		d.Keys("esc")
		if d.Screen() == before {
			t.Error("the borders stay")
		}
	})
}
