package ui_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
	"github.com/hinshun/vt10x"

	"aloft/ui"
	"aloft/ui/keys"
	"aloft/ui/term"
	"aloft/ui/uitest"
	"aloft/ui/uitest/golden"
)

// listener is the terminal of a linear screen.
type listener struct {
	*uitest.Driver
	script term.LinearScript
	term   vt10x.Terminal
	wrote  string // since the last key
}

func listen(d *uitest.Driver) *listener {
	l := &listener{Driver: d, term: vt10x.New(vt10x.WithSize(d.W, d.H))}
	l.script.Resize(d.W, d.H)
	d.Drawn = l.hears
	l.hears(d.App.View())
	return l
}

func (l *listener) hears(v tea.View) {
	out := l.script.Next(v)
	_, _ = l.term.Write([]byte(out))
	l.wrote += out
}

// press presses a key and returns what is written.
func (l *listener) press(keys ...string) string {
	l.wrote = ""
	l.Keys(keys...)
	return l.wrote
}

// plainly runs a test on a linear screen over the sample.
func plainly(t *testing.T, w, h int, test func(l *listener, e *uitest.Engine)) {
	t.Helper()
	on(t, w, h, func(d *ui.Deps, _ *uitest.Engine, _ *uitest.Tree) { d.Settings.Plain = true },
		func(d *uitest.Driver, e *uitest.Engine, _ *uitest.Tree) { test(listen(d), e) })
}

// What is written after a key is what has changed.
func TestWhatAKeyWrites(t *testing.T) {
	plainly(t, 80, 24, func(l *listener, _ *uitest.Engine) {
		for _, c := range []struct{ key, want string }{
			{"j", "\r\nEmpty, folder, 1999-03-02 10:00, 2 of 11\r"},
			{"k", "\r\nBackup, folder, 1999-03-02 10:00, 1 of 11\r"},
			{"k", ""},
			{"space", "\r\nselected 1\r\nEmpty, folder, 1999-03-02 10:00, 2 of 11\r"},
			{"u", "\r\nno job can be undone\r"},
			{"u", "\r\nno job can be undone\r"},
			{"tab", "\r\n2 drive: /\r\nTab: 1 drive: /\r\nBackup, folder, 1999-03-02 10:00, 1 of 11\r"},
			{"/", "\r\nfilter: "},
			{"n", "n  3 entries\x1b[11D"}, // how many are found, and not what, until somebody asks
			{"o", "o  2 entries\x1b[11D"},
			{"t", "t  2 entries\x1b[11D"},
			{"backspace", "\b  2 entries\x1b[K\x1b[11D"},
			{"down", "\r\nnotes.txt, text, 8.8 K, 1999-03-02 10:00, 2 of 2\r\nfilter: no  2 entries\x1b[11D"},
			{"enter", "\r\nfilter no\r\nnotes.txt, text, 8.8 K, 1999-03-02 10:00, 2 of 2\r"},
		} {
			if got := l.press(c.key); got != c.want {
				t.Errorf("%s writes %q instead of %q", c.key, got, c.want)
			}
		}
	})
}

// Time alone writes nothing.
func TestNothingIsWrittenWithoutAChange(t *testing.T) {
	plainly(t, 80, 24, func(l *listener, _ *uitest.Engine) {
		l.press("j")
		l.wrote = ""
		for range 100 {
			l.Pass(time.Minute)
			l.hears(l.App.View())
		}
		if l.wrote != "" {
			t.Errorf("%q", l.wrote)
		}
	})
}

// A job of a hundred items is said in a few lines.
func TestAJobInFewLines(t *testing.T) {
	plainly(t, 80, 24, func(l *listener, e *uitest.Engine) {
		l.press("tab", "j", "l", "tab", "A", "j", "space") // all others into Empty
		e.Step = 7 * time.Second
		l.press("m", "y")
		l.wrote = ""
		for range 200 {
			l.Pass(time.Second)
		}
		if n := strings.Count(l.wrote, "%"); n < 1 || n > 3 {
			t.Errorf("%d steps are said: %q", n, l.wrote)
		}
	})
}

func TestGoldenLinear(t *testing.T) {
	for _, size := range []struct{ w, h int }{{80, 24}, {50, 16}} {
		plainly(t, size.w, size.h, func(l *listener, _ *uitest.Engine) {
			screen := func(name string) {
				c := l.term.Cursor()
				var rows []string
				for r := range strings.SplitSeq(strings.TrimRight(l.term.String(), "\n"), "\n") {
					rows = append(rows, strings.TrimRight(r, " "))
				}
				golden.Check(t, fmt.Sprintf("%dx%d-linear-%s.golden", size.w, size.h, name),
					fmt.Sprintf("%s\ncursor %d,%d\n", strings.Join(rows, "\n"), c.X, c.Y))
			}
			screen("first")
			l.press("j", "j", "j", "enter", "G", "space")
			screen("folder")
			l.press("m")
			screen("plan")
			l.press("esc", "?", "j", "j")
			screen("help")
		})
	}
}

// What the keys are on is said in every focus, and nothing that only draws.
func TestTheItemIsSaid(t *testing.T) {
	for _, f := range everywhere {
		t.Run(f.name, func(t *testing.T) {
			t.Parallel()
			var item, page string
			for _, plain := range []bool{false, true} {
				f.at(t, 100, 30, func(d *ui.Deps) { d.Settings.Plain = plain }, func(d *uitest.Driver, _ *furnished) {
					v := d.App.View()
					if page = v.Content; plain {
						return
					}
					row := strings.Split(page, "\n")[v.Cursor.Y]
					item = strings.TrimLeft(ansi.Strip(ansi.Cut(row, v.Cursor.X, 100)), " >*[(o)")
					item, _, _ = strings.Cut(item, "  ")
				})
			}
			item = strings.Trim(strings.TrimSuffix(item, "/"), " ]<│▾·")
			if f.context == keys.InInput { // the value of a field
				item = ""
			}
			page = strings.ReplaceAll(page, "\x1f", "")
			if f.name == "a folder that loads" { // ".." is said once it has failed
				item = ""
			}
			if item, _, _ = strings.Cut(item, " ("); !strings.Contains(page, string([]rune(item)[:min(20, len([]rune(item)))])) {
				t.Errorf("%q is not said:\n%s", item, page)
			}
			if i := strings.IndexAny(page, "│─┌┐└┘╭╮╰╯\x1b"); i >= 0 {
				t.Errorf("%q is drawn:\n%s", page[i:], page)
			}
		})
	}
}

// Reduced motion shows progress in few steps on the usual screen, too.
func TestReducedMotion(t *testing.T) {
	drawn := func(calm bool) int {
		seen := map[string]bool{}
		on(t, 80, 24, func(d *ui.Deps, _ *uitest.Engine, _ *uitest.Tree) { d.Settings.Calm = calm },
			func(d *uitest.Driver, e *uitest.Engine, _ *uitest.Tree) {
				d.Keys("tab", "j", "l", "tab", "A", "j", "space") // all others into Empty
				e.Step = 3 * time.Second
				d.Keys("m", "y")
				d.Drawn = func(v tea.View) { seen[v.Content] = true }
				for range 100 {
					d.Pass(290 * time.Millisecond)
				}
			})
		return len(seen)
	}
	if usual, calm := drawn(false), drawn(true); calm > 6 || usual < 2*calm {
		t.Errorf("%d screens instead of %d", calm, usual)
	}
}
