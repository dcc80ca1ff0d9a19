package ui_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	tea "charm.land/bubbletea/v2"

	"aloft/model"
	"aloft/ui"
	acts "aloft/ui/act"
	"aloft/ui/keys"
	"aloft/ui/uitest"
)

// A typed command gets the selection as its arguments and runs in the folder of a pane; what it has said in the
// background is shown without control characters.
func TestTypedCommands(t *testing.T) {
	const said = "1:x \x1b[2J\ta\r\n\x9b31mb\n"
	for name, c := range map[string]struct {
		keys, line string
		want       acts.Own
		shows      []string
	}{
		"on the terminal": {"!", "ls %s %D", acts.Own{Command: keys.Command{Run: `ls "$@" "${ALOFT_OTHER}"`, How: keys.AndWait}}, nil},
		"as a list":       {";", "grep x %s", acts.Own{Command: keys.Command{Run: `grep x "$@"`, How: keys.List}}, []string{"exit code 1: grep x %s", "1:x \uFFFD[2J", "\uFFFD31mb", "exit code 1: grep x %s"}},
		"here":            {"!", "make", acts.Own{Command: keys.Command{Run: "make", How: keys.AndWait}}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			var got []acts.Own
			onCopies(t, 80, 24, func(_ *copies, deps *ui.Deps) {
				deps.Machine.Shell = func(o acts.Own, done func(ended, said string, err error) tea.Msg) tea.Cmd {
					got = append(got, o)
					if o.How == keys.List {
						return func() tea.Msg { return done("exit code 1", said, nil) }
					}
					return func() tea.Msg { return done("", "", nil) }
				}
			}, func(d *uitest.Driver, _ *copies) {
				d.Keys(c.keys)
				d.Has("Command in disk:/", "%s: selection, %d: this folder")
				d.Type(c.line)
				d.Keys("enter")
				d.Pass(time.Second)
				if c.want.In = model.LocalPlace(nil); strings.Contains(c.line, "%s") {
					c.want.Places = []model.Place{model.LocalPlace(model.Steps("note.txt"))}
				}
				c.want.Folder, c.want.Other = c.want.In, c.want.In
				if want := fmt.Sprintf("%+v", []acts.Own{c.want}); fmt.Sprintf("%+v", got) != want {
					t.Errorf("%+v, want %s", got, want)
				}
				d.Has(c.shows...)
			})
		})
	}
}

// Where no shell is, as over aloft ssh, nothing is asked; what is no file of its own is not given to a command.
func TestCommandsThatAreRefused(t *testing.T) {
	for _, key := range []string{"!", ";"} {
		onCopies(t, 80, 24, func(*copies, *ui.Deps) {}, func(d *uitest.Driver, _ *copies) {
			d.Keys(key)
			d.Has("no commands can be run here")
			d.HasNot("Command in")
		})
	}
	runs := func(d *uitest.Driver, line, says string) {
		t.Helper()
		d.Keys("!")
		d.Type(line)
		d.Keys("enter")
		d.Pass(time.Second)
		d.Has(says)
	}
	shell := func(deps *ui.Deps) *int {
		ran := 0
		deps.Machine.Shell = func(acts.Own, func(string, string, error) tea.Msg) tea.Cmd { ran++; return nil }
		return &ran
	}
	synctest.Test(t, func(t *testing.T) {
		deps, _ := uitest.Deps(t, uitest.NewTree(model.SchemeDrive).Add(time.Now(), "a.txt"), uitest.NewTree(model.SchemeDocs).Add(time.Now(), "Plan"), uitest.NewTree(model.SchemeDisk).Add(time.Now(), "empty/"))
		deps.Client.Copies, deps.Machine.EditCopy = &copies{}, nil
		deps.Client.HomeDir = model.Steps("home", "me")
		ran := shell(&deps)
		d := uitest.New(t, deps, 80, 24)
		d.Keys("!")
		d.Has("Command in disk:/home/me") // no pane is on this computer
		d.Keys("esc")
		runs(d, "ls %s", "no editor can be opened here")
		d.Keys("g", "m", "j")
		runs(d, "cat %s", "Plan is a document, not a file; export it first")
		d.Keys("g", "l", "j", "enter")
		runs(d, "cat %s", "nothing is selected")
		if *ran != 0 {
			t.Errorf("%d commands were run", *ran)
		}
		d.Keys("tab")
		d.Keys("!")
		d.Has("Command in disk:/empty") // that of the other pane
		d.Keys("esc")
		d.Close()
	})
}
