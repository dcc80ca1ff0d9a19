package ui_test

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/client/clienttest/memdoc"
	"aloft/client/clienttest/procs"
	"aloft/model"
	"aloft/ui"
	"aloft/ui/uitest"
)

// withEditor runs a shell script as the person's editor; the file is in $1.
func withEditor(t *testing.T, script string) func(*ui.Deps, *desk) {
	t.Helper()
	at := filepath.Join(t.TempDir(), "my editor")
	procs.Program(t, at, "#!/bin/sh\n"+script)
	return func(d *ui.Deps, _ *desk) {
		file := filepath.Join(t.TempDir(), "draft")
		d.Machine.Editor = func(_, before string, _ int64, done func(string, error) tea.Msg) tea.Cmd {
			return func() tea.Msg {
				if err := os.WriteFile(file, []byte(before), 0o600); err != nil {
					return done("", err)
				}
				ran := exec.Command(at, file).Run()
				after, err := os.ReadFile(file)
				return done(string(after), errors.Join(ran, err))
			}
		}
	}
}

func TestMarkdownFromTheEditor(t *testing.T) {
	script := `printf 'From *vi*.\n' >> "$1"`
	atDesk(t, 100, 30, withEditor(t, script), func(d *uitest.Driver, k *desk) {
		open(d, "2024", "In scope")
		next(d, "i", "enter")
		d.Has("+ From vi.")
		next(d, "esc")
		d.Has("your text is kept")
		next(d, "i") // what was written is in it
		d.Has("From *vi*.", "(o) paste or type")
		next(d, "ctrl+s")
		next(d, "y")
		k.want(t, "## In scope", "From _vi_.")
	})
}

func TestAnEditorThatWritesNothing(t *testing.T) {
	atDesk(t, 100, 30, withEditor(t, "exit 0"), func(d *uitest.Driver, k *desk) {
		open(d, "2024", "In scope")
		next(d, "i", "enter")
		d.Has("the editor saved nothing; a graphical editor needs its wait option")
	})
	slow := func(deps *ui.Deps, k *desk) {
		withEditor(t, "exit 0")(deps, k)
		edit := deps.Machine.Editor
		deps.Machine.Editor = func(name, before string, most int64, done func(string, error) tea.Msg) tea.Cmd {
			return edit(name, before, most, func(s string, err error) tea.Msg {
				time.Sleep(time.Minute) // of the bubble
				return done(s, err)
			})
		}
	}
	atDesk(t, 100, 30, slow, func(d *uitest.Driver, k *desk) {
		open(d, "2024", "In scope")
		next(d, "i", "enter")
		d.Pass(time.Minute)
		d.Has("nothing was changed")
	})
	atDesk(t, 100, 30, withEditor(t, `echo kept > "$1"; exit 1`), func(d *uitest.Driver, k *desk) {
		open(d, "2024", "In scope")
		next(d, "i", "enter")
		d.Has("exit status 1")
		if k.Calls["edit"] > 0 {
			t.Error("it was inserted")
		}
		next(d, "i")
		d.Has("kept")
	})
	atDesk(t, 100, 30, withEditor(t, `printf '\377' > "$1"`), func(d *uitest.Driver, k *desk) {
		open(d, "2024", "In scope")
		next(d, "i", "enter")
		d.Has("your text is not UTF-8 text")
	})
}

// A dry run shows the plan and changes nothing.
func TestADryRunOfAnEdit(t *testing.T) {
	atDesk(t, 100, 30, nil, func(d *uitest.Driver, k *desk) {
		d.Keys("z", "d")
		open(d, "2024", "In scope")
		d.Keys("i")
		d.Send(uitest.Paste("Mine."))
		d.Keys("tab", "tab", "enter") // Insert, without a preview
		d.Pass(time.Second)
		d.Has("Dry run: Insert into", "+ Mine.")
		next(d, "y")
		d.Has("dry run: the document would have been changed")
		if k.Calls["edit"] != 0 {
			t.Error("it was changed")
		}
	})
}

// A failure stays on the screen, says whether anything was changed, and loses
// nothing.
func TestAnEditThatFails(t *testing.T) {
	atDesk(t, 100, 30, nil, func(d *uitest.Driver, k *desk) {
		k.Before = memdoc.Refuse(client.Errorf(client.KindInvalid, "edit", model.Place{}, "you may not write in it"), "edit")
		open(d, "2024", "In scope")
		d.Keys("i")
		d.Send(uitest.Paste("Mine."))
		d.Keys("tab", "tab", "enter")
		d.Pass(10 * time.Second)
		d.Has("you may not write in it")
		k.Before = nil
		d.Keys("i")
		d.Has("Mine.")
		d.Keys("esc")
		k.Before = memdoc.Refuse(errors.New("the line is down"), "read")
		next(d, "C")
		d.Has("the line is down", "Comments of")
	})
}

// Nothing blocks: while a job is being planned, keys work and Esc cancels it; a late
// answer changes nothing.
func TestAPlanIsCancelled(t *testing.T) {
	atDesk(t, 100, 30, nil, func(d *uitest.Driver, k *desk) {
		open(d, "2024", "In scope")
		k.Cost = 3 * time.Second
		d.Keys("i")
		d.Send(uitest.Paste("Mine."))
		d.Keys("ctrl+s")
		d.Has("searching…")
		d.Keys("j")
		d.Keys("esc")
		k.Cost = 0
		d.Pass(20 * time.Second)
		d.HasNot("Insert into", "searching…")
		d.Keys("i")
		d.Has("Mine.")
		d.Keys("esc")
		if k.Calls["edit"] != 0 {
			t.Error("it was changed")
		}
	})
}

// The screen may become small and large again in the middle of a form.
func TestAFormSurvivesAResize(t *testing.T) {
	atDesk(t, 120, 40, nil, func(d *uitest.Driver, k *desk) {
		open(d, "2024", "In scope")
		d.Keys("i")
		d.Send(uitest.Paste(strings.Repeat("line\n", 40) + "宽 the end"))
		for _, s := range [][2]int{{50, 16}, {40, 10}, {30, 8}, {200, 50}, {80, 24}} {
			d.W, d.H = s[0], s[1]
			d.Send(tea.WindowSizeMsg{Width: s[0], Height: s[1]})
			d.Idle()
			if s[0] >= 40 {
				d.Has("宽 the end")
			}
			d.Screen()
		}
		d.Type("!")
		next(d, "ctrl+s")
		d.W, d.H = 50, 16
		d.Send(tea.WindowSizeMsg{Width: 50, Height: 16})
		d.Idle()
		d.Has("Insert into", "+ line")
		next(d, "y")
		k.want(t, "宽 the end!")
	})
}

// A second edit right after the first, while the reader still reads the text of the
// new version, has no conflict with the first.
func TestEditsInARow(t *testing.T) {
	atDesk(t, 100, 30, nil, func(d *uitest.Driver, k *desk) {
		open(d, "2024", "In scope")
		d.Keys("i")
		d.Send(uitest.Paste("First."))
		next(d, "ctrl+s")
		k.Cost = 2 * time.Second
		d.Keys("y")
		for range 60 { // until it is applied, and no further
			if strings.Contains(d.Screen(), "is saved") {
				break
			}
			d.Pass(500 * time.Millisecond)
		}
		d.Has("is saved: version 2")
		d.Keys("i")
		d.Has("version 2 (fails")
		d.Send(uitest.Paste("Second."))
		d.Keys("ctrl+s")
		d.Pass(30 * time.Second)
		d.Has("+ Second.")
		d.Pass(time.Second) // it came late, so it ignored keys for a moment
		d.Keys("y")
		d.Pass(30 * time.Second)
		k.want(t, "## In scope", "Second.", "First.")
	})
}

// A slow edit is shown while it runs, and its answer waits for what the person has
// opened meanwhile.
func TestASlowEditIsSaidAndDoesNotInterrupt(t *testing.T) {
	atDesk(t, 100, 30, nil, func(d *uitest.Driver, k *desk) {
		open(d, "2024", "In scope")
		d.Keys("i")
		d.Send(uitest.Paste("First."))
		next(d, "ctrl+s")
		k.Before = func(what string) error {
			if what == "edit" {
				k.Before = nil
				k.Other(k.plan, "# Theirs")
			}
			return nil
		}
		k.Cost = 5 * time.Second
		d.Keys("y")
		d.Pass(8 * time.Second)
		d.Has("changing 2024 plan…")
		d.Keys("ctrl+c")
		d.Has("a document is being changed")
		d.Keys("t", "tab")
		d.Type("write")
		d.Pass(time.Minute)
		d.Has("Add tasks at", "write") // the conflict waits
		d.HasNot("has changed")
		d.Keys("esc")
		d.Pass(time.Second)
		d.Has("2024 plan has changed", `added    "Theirs"`)
		k.Cost = 0
		next(d, "r")
		next(d, "y")
		k.want(t, "First.", "# Theirs")
	})
}

// A cancelled plan does not appear; another form can be opened at once.
func TestACancelledPlanDoesNotCome(t *testing.T) {
	atDesk(t, 100, 30, nil, func(d *uitest.Driver, k *desk) {
		open(d, "2024", "In scope")
		k.Cost = 3 * time.Second
		d.Keys("i")
		d.Send(uitest.Paste("First."))
		d.Keys("ctrl+s", "t")
		d.Has("t ignored: aloft still waits for an answer", "searching…")
		d.Keys("esc", "t", "tab")
		d.Type("write")
		d.Pass(time.Minute)
		d.Has("Add tasks at", "write")
		d.Keys("esc")
		d.Pass(time.Minute)
		d.HasNot("Insert into")
		d.Keys("i")
		d.Has("First.")
		d.Keys("esc")
	})
}
