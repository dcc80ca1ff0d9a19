package ui_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"aloft/client/embedded/engine"
	"aloft/ui"
	"aloft/ui/keys"
	"aloft/ui/uitest"
	"aloft/ui/uitest/logins"
)

// TestKeyCounts does what people do often with few keys, from a screen as it opens. A word that is typed or pasted is none
// of the keys, as it is as long as it is.
func TestKeyCounts(t *testing.T) {
	inWork := func(d *ui.Deps, w *furnished) { atDrive("Work")(d, w); d.Right = w.drive.Root().Join("Empty") }
	before := ""
	for _, c := range []struct {
		task  string
		keys  string // "text:" begins what is pasted
		count int
		setup func(*ui.Deps, *furnished)
		open  func(*uitest.Driver, *furnished)
		done  func(*uitest.Driver, *furnished) bool
	}{
		{"move to the other pane", "m", 1, inWork, nil, has("Empty", "c")},
		{"move all to the other pane", "A m", 2, inWork, nil, has("Empty", "a.txt", "b.txt", "c", "d")},
		{"rename", "r text:2 enter", 2, inWork, nil, has("Work", "c2")},
		{"new folder", "f7 text:new enter", 2, inWork, nil, has("Work", "new")},
		{"delete a folder", "d y", 2, inWork, nil, shows("deleted c")},
		{"copy a document to the other pane", "c enter", 2, nil, opens(keys.Down), shows("exported 2025 plan")},
		{"find a name", "/ text:b.txt enter", 2, inWork, nil, shows("> b.txt")},
		{"search", "s text:plan enter", 2, nil, nil, shows("search plan")},
		{"open a document", "f3", 1, nil, nil, shows("In scope")},
		{"insert Markdown at a heading", "i text:Mine. alt+enter y", 3, nil, reads(), shows("Mine.")},
		{"export a document", "e enter enter", 3, nil, reads(), shows("exported 2024 plan")},
		{"sign in", "z u text:k=good-SECRET enter", 3, func(d *ui.Deps, _ *furnished) { d.Client.Logins = &logins.Logins{} }, nil, shows("signed in")},
		{"retry what failed", "w r", 2, failing, func(d *uitest.Driver, w *furnished) {
			d.Keys("m")
			d.Pass(time.Second)
			d.Keys("esc")
			w.engine.Refuse = nil
		}, has("Empty", "c")},
		{"allow a command", "right right enter", 3, nil, func(d *uitest.Driver, w *furnished) {
			asks(w.hooks, "make")
			d.Idle()
			d.Pass(time.Second)
		}, func(_ *uitest.Driver, w *furnished) bool {
			return strings.Contains(strings.Join(w.hooks.Calls, " "), "true")
		}},
		{"choose a theme", "z t down enter", 4, nil, func(d *uitest.Driver, _ *furnished) { before = d.App.View().Content }, func(d *uitest.Driver, _ *furnished) bool {
			return d.App.View().Content != before && !strings.Contains(d.Screen(), " Theme ")
		}},
		{"comment on a found word", "f text:beta enter c text:Why? enter", 4, nil, reads(), func(_ *uitest.Driver, w *furnished) bool {
			return len(engine.Comments(w.Doc(w.plan).Now()).All) > 0
		}},
		{"import a file", "i text:/report.docx enter", 2, nil, nil, shows("imported report.docx")},
		{"settings", "z ,", 2, func(d *ui.Deps, _ *furnished) { d.Configuration = uitest.NewSettings() }, nil, shows("Settings")},
	} {
		t.Run(c.task, func(t *testing.T) {
			focus{setup: c.setup, open: c.open}.at(t, 80, 24, nil, func(d *uitest.Driver, w *furnished) {
				if c.done(d, w) {
					t.Error("it is done before a key")
				}
				n := 0
				for _, k := range strings.Fields(c.keys) {
					if s, typed := strings.CutPrefix(k, "text:"); typed {
						d.Send(uitest.Paste(s))
						d.Idle()
						continue
					}
					n++
					d.Keys(k)
					d.Pass(time.Second)
				}
				if !c.done(d, w) || n != c.count {
					t.Errorf("after %d keys of %d:\n%s", n, c.count, d.Screen())
				}
			})
		})
	}
}

// has is a folder of the drive with these names.
func has(folder string, names ...string) func(*uitest.Driver, *furnished) bool {
	return func(_ *uitest.Driver, w *furnished) bool {
		have := w.drive.Names(folder)
		return !slices.ContainsFunc(names, func(s string) bool { return !slices.Contains(have, s) })
	}
}

// shows is a screen with a text.
func shows(s string) func(*uitest.Driver, *furnished) bool {
	return func(d *uitest.Driver, _ *furnished) bool { return strings.Contains(d.Screen(), s) }
}
