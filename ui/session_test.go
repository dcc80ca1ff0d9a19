package ui_test

import (
	"errors"
	"testing"
	"time"

	"aloft/client"
	"aloft/model"
	"aloft/ui"
	"aloft/ui/uitest"
)

// again runs a test on a screen that comes back as it was left.
func again(t *testing.T, w, h int, s client.Session, setup func(*ui.Deps, *uitest.Engine, *uitest.Tree), test func(*uitest.Driver, *uitest.Engine, *uitest.Tree)) {
	t.Helper()
	on(t, w, h, func(d *ui.Deps, e *uitest.Engine, tree *uitest.Tree) {
		d.Session = s
		if setup != nil {
			setup(d, e, tree)
		}
	}, test)
}

// keeps stores where the person is in *s.
func keeps(s *client.Session) func(*ui.Deps, *uitest.Engine, *uitest.Tree) {
	return func(d *ui.Deps, _ *uitest.Engine, _ *uitest.Tree) {
		d.KeepSession = func(n client.Session) error {
			*s = n
			return nil
		}
	}
}

func TestTheScreenComesBackAsItWasLeft(t *testing.T) {
	var s client.Session
	on(t, 100, 30, keeps(&s), func(d *uitest.Driver, _ *uitest.Engine, _ *uitest.Tree) {
		several(d)
		d.Keys("g", "T", "o", "s", "tab", "j", "space", "/")
		d.Type("a")
		d.Keys("enter", "z", "v", "z", "s", "w")
		d.Pass(4 * time.Second) // a kill may come now
	})
	again(t, 100, 30, s, nil, func(d *uitest.Driver, _ *uitest.Engine, _ *uitest.Tree) {
		d.Has("1 drive: / › Work   drive:  [Work]  2024", "2 drive: / ", "> a very long", "sel 1", "filter a", "SYNC", "4 Jobs")
		d.Keys("esc", "1")
		d.Has("size ↑")
		d.Keys("g", "T")
		d.Has("*notes.txt")
		d.Keys("g", "T", "H") // its history
		d.Has("1 drive: / › Photos   drive:  Work  [Photos]")
	})
	quit := client.Session{}
	again(t, 100, 30, s, keeps(&quit), func(d *uitest.Driver, _ *uitest.Engine, _ *uitest.Tree) {
		d.Keys("esc", "g", "t", "q")
		if d.Pass(time.Second); !d.Quit || quit.Focus != 1 || len(quit.Sides[0].Tabs) != 3 {
			t.Errorf("quit %v, kept %+v", d.Quit, quit)
		}
	})
}

// A place that is gone: the nearest folder above it that is there, in one line.
func TestAPlaceThatIsGoneSinceThen(t *testing.T) {
	root := model.Place{Scheme: model.SchemeDrive}
	gone := client.Session{Sides: [2]client.Side{{Tabs: []client.Tab{{Place: root.Join("Work").Join("Q2").Join("June"), On: root.Join("Work").Join("Q2").Join("June").Join("x")}}}}}
	again(t, 100, 24, gone, nil, func(d *uitest.Driver, _ *uitest.Engine, _ *uitest.Tree) {
		d.Has("1 drive: / › Work ", "2 drive: / ", "drive:/Work/Q2/June not found; this is drive:/Work")
	})
}

func TestWhereThePersonIsIsKeptCheaply(t *testing.T) {
	n := 0
	var err error
	on(t, 100, 24, func(d *ui.Deps, _ *uitest.Engine, _ *uitest.Tree) {
		d.KeepSession = func(client.Session) error { n++; return err }
	}, func(d *uitest.Driver, _ *uitest.Engine, _ *uitest.Tree) {
		d.Pass(time.Minute)
		if n != 0 {
			t.Errorf("stored %d times without a key", n)
		}
		for _, key := range []string{"j", "k", "j"} {
			for range 10 {
				d.Keys(key)
				d.Pass(300 * time.Millisecond)
			}
		}
		d.Pass(4 * time.Second)
		if n == 0 || n > 4 {
			t.Errorf("stored %d times for 30 keys in 9 s", n)
		}
		before := n
		d.Keys("k", "j")
		d.Pass(4 * time.Second)
		if n != before {
			t.Errorf("stored %d times though nothing has changed", n)
		}
		d.Keys("v", "k", "k") // a range does not end by it
		d.Pass(4 * time.Second)
		d.Has("range")
		d.Keys("v", "k")
		err = errors.New("no room")
		d.Pass(4 * time.Second)
		d.Has("no room")
		d.Pass(time.Minute)
		d.Keys("k")
		d.Pass(4 * time.Second)
		d.HasNot("no room") // it is said once
	})
	n = 0
	on(t, 100, 24, func(d *ui.Deps, _ *uitest.Engine, _ *uitest.Tree) {
		d.Settings.NoRestore = true
		d.KeepSession = func(client.Session) error { n++; return nil }
	}, func(d *uitest.Driver, _ *uitest.Engine, _ *uitest.Tree) {
		d.Keys("j")
		d.Pass(4 * time.Second)
		d.Keys("q")
		d.Pass(time.Second)
		if n != 0 || !d.Quit {
			t.Errorf("stored %d times though that is switched off; quit %v", n, d.Quit)
		}
	})
}
