package ui_test

import (
	"strings"
	"testing"
	"time"

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
		d.Has("ge does nothing here; ? lists the keys")
		d.Send(uitest.Paste("d\ny"))
		d.Has("paste ignored")
		d.Keys("+")
		d.Type("notes")
		d.Keys("enter")
		d.Has("1 entry selected by the pattern")
		d.Keys("-")
		d.Type("notes")
		d.Keys("enter")
		d.Has("1 entry unselected by the pattern")
	})
}

// The answer to a key is about what was shown then: the next key hides it.
func TestTheAnswerToAKeyGoesWithTheNext(t *testing.T) {
	on(t, 80, 24, nil, func(d *uitest.Driver, _ *uitest.Engine, _ *uitest.Tree) {
		for _, answered := range []struct{ keys, says string }{
			{"h", "already at the top"}, {"x", "1 entry marked; p moves it to a folder"}, {"p", "already"},
		} {
			d.Keys(answered.keys)
			d.Has(answered.says)
			d.Keys("j")
			d.HasNot(answered.says)
		}
	})
}

// What a key was answered with does not stand over the question that comes next.
func TestTheAnswerToAKeyGoesWithTheQuestion(t *testing.T) {
	think := func(_ *ui.Deps, e *uitest.Engine, _ *uitest.Tree) { e.Think = time.Second }
	on(t, 80, 24, think, func(d *uitest.Driver, _ *uitest.Engine, _ *uitest.Tree) {
		d.Keys("G", "d", "ctrl+]")
		d.Has("Ctrl-] does nothing here")
		d.Pass(time.Second)
		d.Has("Delete 1 entry")
		d.HasNot("does nothing here")
	})
}

// with starts a screen with another of the shipped key maps.
func with(t *testing.T, name string) func(*ui.Deps, *uitest.Engine, *uitest.Tree) {
	return func(d *ui.Deps, _ *uitest.Engine, _ *uitest.Tree) {
		m, err := keys.Load(name)
		if err != nil {
			t.Fatal(err)
		}
		d.Keys = m
	}
}

// Where more can follow a chord than there is room for, it is paged through; the key
// that was pressed always shows.
func TestAChordWithMoreThanHasRoom(t *testing.T) {
	for _, size := range []struct{ w, h int }{{80, 24}, {50, 16}, {40, 10}} {
		on(t, size.w, size.h, with(t, "mc"), func(d *uitest.Driver, _ *uitest.Engine, _ *uitest.Tree) {
			d.Keys("ctrl+x")
			d.Pass(time.Second)
			d.Has(" Ctrl-X ", "home of this source", "PgDn")
			seen := d.Screen()
			for range 10 {
				d.Keys("pgdown")
				seen += d.Screen()
			}
			for _, title := range []string{"the spaces", "set who can read or edit", "jobs panel", "hide the webhooks"} {
				if !strings.Contains(seen, title) {
					t.Errorf("%dx%d: %q never shows", size.w, size.h, title)
				}
			}
			d.Keys("pgup")
			for range 10 {
				d.Keys("pgup")
			}
			d.Has(" Ctrl-X ", "home of this source")
			d.Keys("j") // the chord goes on
			d.Has("4 Jobs")
		})
	}
}

// F1 helps also where a letter would be typed, and says nothing untrue.
func TestHelpWhereSomethingIsTyped(t *testing.T) {
	for _, open := range [][]string{{":"}, {"/"}, {"F7"}, {"s"}} {
		on(t, 80, 24, nil, func(d *uitest.Driver, _ *uitest.Engine, _ *uitest.Tree) {
			for _, k := range open {
				d.Keys(strings.ToLower(k))
			}
			d.Has("F1 help")
			d.Keys("f1")
			d.Has("Keys: typing", "a word left")
			d.Keys("esc")
			d.HasNot("Keys: typing", "does nothing")
		})
	}
}
