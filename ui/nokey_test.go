package ui_test

import (
	"testing"

	"aloft/ui"
	"aloft/ui/keys"
	"aloft/ui/uitest"
)

// A key that does nothing says so, in each place and with each of the key files.
func TestAKeyThatDoesNothingSaysSo(t *testing.T) {
	for _, name := range []string{"default", "mc", "arrows"} {
		for where, open := range map[string][]string{
			"panes": nil, "jobs": {"w"}, "webhook": {"W"}, "a plan": {"G", "d"}, "a menu": {"o"}, "help": {"?"},
		} {
			if name != "default" && where != "panes" {
				continue // their own keys open these
			}
			t.Run(name+" "+where, func(t *testing.T) {
				hooked(t, 80, 24, func(d *ui.Deps, _ *uitest.Hooks) {
					m, err := keys.Load(name)
					if err != nil {
						t.Fatal(err)
					}
					d.Keys = m
				}, func(d *uitest.Driver, _ *uitest.Hooks, _ *uitest.Tree) {
					d.Keys(open...)
					d.Keys("ctrl+]")
					d.Has("Ctrl-] does nothing here")
				})
			})
		}
	}
	on(t, 80, 24, nil, func(d *uitest.Driver, _ *uitest.Engine, _ *uitest.Tree) {
		d.Keys("g", "e")
		d.Has("ge does nothing here; ? shows the keys that do")
		d.Send(uitest.Paste("d\ny"))
		d.Has("what was pasted was dropped")
		d.Keys("+")
		d.Type("notes")
		d.Keys("enter")
		d.Has("1 entry selected by the pattern")
		d.Keys("-")
		d.Type("notes")
		d.Keys("enter")
		d.Has("1 entry taken out of the selection")
	})
}

// The answer to a key is about what was shown then: the next key hides it.
func TestTheAnswerToAKeyGoesWithTheNext(t *testing.T) {
	on(t, 80, 24, nil, func(d *uitest.Driver, _ *uitest.Engine, _ *uitest.Tree) {
		for _, answered := range []struct{ keys, says string }{
			{"h", "nothing is above"}, {"x", "1 entry marked; p moves it to a folder"}, {"p", "already"},
		} {
			d.Keys(answered.keys)
			d.Has(answered.says)
			d.Keys("j")
			d.HasNot(answered.says)
		}
	})
}
