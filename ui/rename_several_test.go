package ui_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"aloft/ui"
	"aloft/ui/uitest"
)

// letters are a folder and three files.
func letters(d *ui.Deps, _ *uitest.Engine, tree *uitest.Tree) {
	tree.Add(time.Time{}, "Letters/v1.2/d.txt") // its time is not known
	tree.Add(time.Date(2026, 8, 2, 14, 5, 9, 0, time.UTC), "Letters/a.txt", "Letters/b.txt", "Letters/c.txt")
	d.Left = tree.Root().Join("Letters")
}

// listEditor is an editor that goes through the lists that it is given, a change each.
func listEditor(given *[]string, change ...func(string) string) func(*ui.Deps, *uitest.Engine, *uitest.Tree) {
	return func(d *ui.Deps, e *uitest.Engine, tree *uitest.Tree) {
		letters(d, e, tree)
		d.Machine.Editor = func(name, list string, _ int64, done func(string, error) tea.Msg) tea.Cmd {
			return func() tea.Msg {
				time.Sleep(time.Minute) // of the bubble: a person writes
				n := len(*given)
				*given = append(*given, list)
				if name != "names.txt" || n >= len(change) {
					return done(list, fmt.Errorf("%s is edited %d times", name, n+1))
				}
				return done(change[n](list), nil)
			}
		}
	}
}

func swap(pairs ...string) func(string) string { return strings.NewReplacer(pairs...).Replace }

func want(t *testing.T, tree *uitest.Tree, folder string, names ...string) {
	t.Helper()
	if got := tree.Names(folder); !slices.Equal(got, names) {
		t.Errorf("%q, want %q", got, names)
	}
}

func TestGoldenRenameSeveral(t *testing.T) {
	for _, c := range []struct {
		name string
		w, h int
		text string
	}{
		{"rename-several-80x24", 80, 24, "{n:02,5,5} {name}"},
		{"rename-several-120x40", 120, 40, "{n:02,5,5} {name}"},
		{"rename-several-50x16", 50, 16, "{n:02,5,5} {name}"},
		{"rename-several-40x10", 40, 10, "{n:02,5,5} {name}"},
		{"rename-several-clash", 80, 24, "notes"},
		{"rename-several-wrong", 80, 24, "{nam}"},
	} {
		t.Run(c.name, func(t *testing.T) {
			on(t, c.w, c.h, nil, func(d *uitest.Driver, _ *uitest.Engine, _ *uitest.Tree) {
				d.Keys("A", "k", "space", "r", "ctrl+u")
				d.Type(c.text)
				d.Want(c.name)
			})
		})
	}
}

// The form shows the names while it is typed, and the plan shows them again before
// anything is changed.
func TestRenameSeveralByAPattern(t *testing.T) {
	on(t, 80, 24, letters, func(d *uitest.Driver, _ *uitest.Engine, tree *uitest.Tree) {
		d.Keys("A", "r")
		d.Has("Rename 4 entries", "pattern       {name}{ext}", "0 names change", "a.txt", "stays")
		d.Keys("enter")
		d.Has("no name would change")
		d.Keys("ctrl+u")
		d.Type("{date:YYMMDD} {parent} {n}")
		d.Has("3 names change, 1 invalid", `! v1.2`, "the date of \"v1.2\" is not known")
		d.Keys("enter")
		d.Has("Rename 4 entries", "not known")
		d.Keys("esc", "g", "g", "j", "space", "r", "ctrl+u") // without the folder
		d.Type("{parent} {n}")
		d.Keys("enter")
		d.Has("-> Letters 1.txt", "-> Letters 3.txt", "[>Rename<]")
		want(t, tree, "Letters", "a.txt", "b.txt", "c.txt", "v1.2")
		d.Keys("enter")
		d.Has("renamed 3")
		want(t, tree, "Letters", "Letters 1.txt", "Letters 2.txt", "Letters 3.txt", "v1.2")
	})
}

// Every field of the form has its effect, and Enter in an empty one accepts.
func TestRenameSeveralByOtherRules(t *testing.T) {
	on(t, 80, 24, letters, func(d *uitest.Driver, _ *uitest.Engine, tree *uitest.Tree) {
		d.Keys("A", "r", "tab")
		d.Type("([a-z])$")
		d.Has("0 names change") // it is no text of a name
		d.Keys("tab", "$", "1", " ", "tab", "right", "tab", "right", "right", "tab", "right")
		d.Has("-> A.TXT", "4 names change", "-> V1.2")
		d.Keys("shift+tab", "shift+tab", "shift+tab", "shift+tab", "shift+tab", "enter") // in the pattern again
		d.Has("Rename 4 entries", "-> C.TXT")
		d.Keys("enter")
		want(t, tree, "Letters", "A.TXT", "B.TXT", "C.TXT", "V1.2")
	})
}

// Names that are taken are for the plan to ask about; what no service takes goes no
// further.
func TestRenameSeveralThatClash(t *testing.T) {
	on(t, 80, 24, letters, func(d *uitest.Driver, _ *uitest.Engine, tree *uitest.Tree) {
		d.Keys("j", "space", "space", "r", "ctrl+u")
		d.Type("c")
		d.Has("2 names change, 2 taken", "! a.txt", " taken │")
		d.Keys("backspace", "a", "b")
		d.Has("2 names change, 1 twice", "  a.txt", "! b.txt", " twice │")
		d.Keys("ctrl+u", "c")
		d.Keys("enter")
		d.Has("Rename 2 entries", "not decided")
		d.Keys("esc", "r", "ctrl+u", "x", "/")
		d.Has("0 names change, 2 invalid", "x/.txt")
		d.Keys("enter")
		d.Has("a name needs a character and has no /", "Rename 2 entries", "pattern       x/{ext}")
		want(t, tree, "Letters", "a.txt", "b.txt", "c.txt", "v1.2")
	})
}

// In the editor faults come back, each above its line, until all are right.
func TestRenameSeveralInTheEditor(t *testing.T) {
	var given []string
	again := []func(string) string{
		swap("2\ta.txt", "2\tx.txt", "3\tb.txt", "3\tx.txt"),
		swap("3\tx.txt", "3\tc.txt"),
		swap("3\tc.txt", "3\ty.txt"),
	}
	on(t, 80, 24, listEditor(&given, again...), func(d *uitest.Driver, _ *uitest.Engine, tree *uitest.Tree) {
		d.Keys("A", "R")
		d.Pass(time.Hour)
		d.Has("1 line is wrong; nothing was changed", "3 x.txt: another line also has the name x.txt", "Edit again")
		d.Pass(time.Hour)
		if len(given) != 1 {
			t.Fatal("the list is edited again without a question")
		}
		d.Keys("enter")
		d.Pass(time.Hour)
		d.Has("3 c.txt: c.txt: the name is taken")
		d.Pass(time.Second)
		d.Keys("esc") // the next time begins with what was typed
		d.Has("nothing was renamed; R on the same entries reopens your list")
		d.Keys("R")
		d.Pass(time.Hour)
		d.Has("Rename 2 entries", "-> x.txt", "-> y.txt")
		d.Keys("enter")
		want(t, tree, "Letters", "c.txt", "v1.2", "x.txt", "y.txt")
	})
	for i, end := range []string{
		"1\tv1.2\n2\ta.txt\n3\tb.txt\n4\tc.txt\n",
		"2\tx.txt\n#! another line also has the name x.txt\n3\tx.txt\n4\tc.txt\n",
		"2\tx.txt\n#! c.txt: the name is taken\n3\tc.txt\n4\tc.txt\n",
	} {
		if i >= len(given) || !strings.HasSuffix(given[i], end) {
			t.Errorf("%d: %q", i, given)
		}
	}
}

// A list that is empty, comes back as it was, cannot be edited, or has the names
// that the form has made.
func TestRenameSeveralListsThatDoNothing(t *testing.T) {
	for _, c := range []struct {
		change func(string) string
		says   string
	}{
		{func(string) string { return "# nothing\n" }, "the list is empty: nothing was renamed"},
		{func(s string) string { return s }, "no name changes"},
		{nil, "names.txt is edited 1 times"},
	} {
		var given []string
		setup := listEditor(&given)
		if c.change != nil {
			setup = listEditor(&given, c.change)
		}
		on(t, 80, 24, setup, func(d *uitest.Driver, _ *uitest.Engine, tree *uitest.Tree) {
			d.Keys("j", "R") // one alone, too
			d.Pass(time.Hour)
			d.Has(c.says)
			want(t, tree, "Letters", "a.txt", "b.txt", "c.txt", "v1.2")
		})
	}
	var given []string
	wrong := func(s string) string { return strings.Replace(s, "3\tb", "3\ta", 1) }
	fresh := func(s string) string {
		if strings.Contains(s, "#!") {
			t.Errorf("a list about other entries: %q", s)
		}
		return s
	}
	on(t, 80, 24, listEditor(&given, wrong, wrong, fresh), func(d *uitest.Driver, _ *uitest.Engine, tree *uitest.Tree) {
		d.Keys("A", "R")
		d.Pass(time.Hour)
		d.Pass(time.Second)
		d.Keys("y")
		d.Pass(time.Hour)
		d.Has("3 a.txt: a.txt: the name is taken")
		d.Pass(time.Second)
		d.Keys("esc", "space", "R")
		d.Pass(time.Hour)
		d.Has("no name changes")
		want(t, tree, "Letters", "a.txt", "b.txt", "c.txt", "v1.2")
	})
	given = nil
	on(t, 80, 24, listEditor(&given, swap("x1", "y1")), func(d *uitest.Driver, _ *uitest.Engine, tree *uitest.Tree) {
		d.Keys("A", "r", "ctrl+u", "x")
		d.Type("{n}")
		d.Keys("alt+e")
		d.Pass(time.Hour)
		d.Keys("enter")
		want(t, tree, "Letters", "x2.txt", "x3.txt", "x4.txt", "y1")
	})
	on(t, 80, 24, letters, func(d *uitest.Driver, _ *uitest.Engine, _ *uitest.Tree) {
		d.Keys("A", "R")
		d.Has("no editor can be opened here")
	})
	atOnce := func(d *ui.Deps, e *uitest.Engine, tree *uitest.Tree) {
		letters(d, e, tree)
		d.Machine.Editor = func(_, list string, _ int64, done func(string, error) tea.Msg) tea.Cmd {
			return func() tea.Msg { return done(list, nil) }
		}
	}
	on(t, 80, 24, atOnce, func(d *uitest.Driver, _ *uitest.Engine, _ *uitest.Tree) {
		d.Keys("A", "R")
		d.Has("a graphical editor needs its wait option")
	})
}

// What is selected in several folders is named in one list, which says where.
func TestRenameSeveralElsewhere(t *testing.T) {
	var given []string
	on(t, 80, 24, listEditor(&given, swap("d.txt", "e.txt", "a.txt", "f.txt")), func(d *uitest.Driver, _ *uitest.Engine, tree *uitest.Tree) {
		d.Keys("l", "j", "space", "h", "j", "space", "R")
		d.Pass(time.Hour)
		d.Keys("enter")
		want(t, tree, "Letters", "b.txt", "c.txt", "f.txt", "v1.2")
		if got := tree.Names("Letters", "v1.2"); !slices.Equal(got, []string{"e.txt"}) {
			t.Errorf("%q", got)
		}
		if !strings.HasSuffix(given[0], "# drive:/Letters\n1\ta.txt\n# drive:/Letters/v1.2\n2\td.txt\n") {
			t.Errorf("%q", given)
		}
	})
}
