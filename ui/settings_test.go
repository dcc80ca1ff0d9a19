package ui_test

import (
	"testing"
	"testing/synctest"
	"time"

	"aloft/client"
	"aloft/model"
	"aloft/ui/uitest"
)

// The settings open by their key, are changed over the panes, and say why they cannot be
// read.
func TestSettings(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tree := uitest.NewTree(model.SchemeDrive)
		tree.Add(time.Now(), "a.txt")
		deps, _ := uitest.Deps(t, tree)
		d := uitest.New(t, deps, 80, 24)
		d.Keys("z", ",")
		d.Has("the configuration cannot be changed here")
		d.Close()

		store := uitest.NewSettings()
		deps.Configuration = store
		d = uitest.New(t, deps, 80, 24)
		store.Break(client.Errorf(client.KindLocal, "config", model.Place{}, "%s cannot be written: %s", "f", "it is broken"))
		d.Keys("z", ",")
		d.Has("it is broken")
		d.HasNot("Settings:")
		store.Break(nil)
		d.Keys("z", ",", "j", "j", "j", "space")
		d.Has("Settings: /home/ann", "saved: ui.mouse")
		d.Keys("esc")
		d.HasNot("Settings:")
		d.Close()
	})
}
