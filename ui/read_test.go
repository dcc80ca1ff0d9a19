package ui_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/client/clienttest/memdoc"
	"aloft/model"
	"aloft/ui"
	"aloft/ui/uitest"
)

const notes = `Some words first.

# Kitchen

The **sink** is old. 水槽很旧。

## Sink

Replace the sink in May.

## Stove

# Garden

- [ ] hedge
- [x] pond

# Kitchen

Again, and the sink as well.
`

// reading runs a test with a library whose Notes have text.
func reading(t *testing.T, w, h int, setup func(*ui.Deps, *library), test func(*uitest.Driver, *library)) {
	t.Helper()
	inLibrary(t, w, h, func(deps *ui.Deps, l *library) {
		l.Write(l.id["Notes"], notes)
		l.Write(l.id["季度报告与预算总表（最终版本）"], "# 预算\n\n厨房 120\n")
		if setup != nil {
			setup(deps, l)
		}
	}, test)
}

func TestReaderScreens(t *testing.T) {
	for _, size := range []struct{ w, h int }{{80, 24}, {120, 40}, {50, 16}} {
		name := func(s string) string { return fmt.Sprintf("read-%dx%d-%s", size.w, size.h, s) }
		t.Run(name(""), func(t *testing.T) {
			reading(t, size.w, size.h, nil, func(d *uitest.Driver, _ *library) {
				to(d, "Notes")
				d.Keys("g", "g")
				to(d, "Notes")
				d.Pass(time.Second)
				d.Want(name("pane"))
				d.Keys("z", "p")
				d.Pass(time.Second)
				d.Want(name("preview"))
				d.Keys("z", "p")
				d.Send(tea.KeyPressMsg{Code: tea.KeyF3})
				d.Pass(time.Second)
				d.Want(name("full"))
				d.Keys("j", "j", "enter")
				d.Want(name("text"))
				d.Keys("f")
				d.Type("sink")
				d.Want(name("finding"))
				d.Keys("enter")
				d.Want(name("found"))
				d.Keys("esc", "/")
				d.Type("itch")
				d.Want(name("filter"))
				d.Keys("esc", "w")
				d.Want(name("jobs"))
				d.Keys("w", "?")
				d.Want(name("help"))
				d.Keys("esc", "q")
				d.Has("1 docs: /")
			})
		})
	}
}

func TestTheColumnFollowsWhenTheCursorRests(t *testing.T) {
	reading(t, 120, 40, nil, func(d *uitest.Driver, l *library) {
		to(d, "Notes")
		d.Keys("j", "j", "k", "k") // moving past requests nothing
		if l.Calls["read"] != 0 {
			t.Fatalf("%d answers of documents", l.Calls["read"])
		}
		d.Pass(time.Second)
		d.Has("3 outline", "Kitchen", "Some words first")
		if l.Calls["read"] != 4 {
			t.Errorf("%d answers instead of outline, text, comments and tracked changes", l.Calls["read"])
		}
		d.Keys("j")
		d.Has("Some words first") // until the next one is read
		d.Pass(time.Second)
		d.HasNot("Some words first")
		d.Keys("k") // known: at once
		d.Has("Some words first")
		d.Pass(time.Second)
		if l.Calls["read"] != 8 {
			t.Errorf("%d answers about two documents", l.Calls["read"])
		}
		to(d, "Roadmap") // slides: what is known of them
		d.Pass(time.Second)
		d.Has("3 info")
	})
}

func TestThePreviewOverThePassivePane(t *testing.T) {
	reading(t, 80, 24, nil, func(d *uitest.Driver, l *library) {
		to(d, "Notes")
		d.Pass(time.Second)
		if l.Calls["read"] != 0 {
			t.Errorf("%d answers for a column that does not show", l.Calls["read"])
		}
		d.Keys("3")
		d.Pass(time.Second)
		d.Has("3 outline", "Garden")
		d.HasNot("2 disk")
		d.Keys("j", "j")
		d.Has("Replace the sink")
		d.Keys("esc")
		d.Has("3 outline")
		d.Keys("z", "p")
		d.Has("2 disk")
		d.Keys("3")
		d.Pass(time.Second)
		d.Keys("z", "p") // with the keys in it
		d.Has("2 disk")
		d.Keys("k") // moves the cursor of the pane
		d.Has("> mystery")
	})
}

// Keys never go to a column that is gone.
func TestTheKeysComeBackWhenTheColumnGoes(t *testing.T) {
	reading(t, 120, 40, nil, func(d *uitest.Driver, _ *library) {
		to(d, "Notes")
		d.Pass(time.Second)
		d.Keys("3", "f")
		d.Type("sink")
		d.Keys("enter")
		d.Has("match 1/3")
		d.W, d.H = 50, 16
		d.Send(tea.WindowSizeMsg{Width: 50, Height: 16})
		d.Idle()
		d.Keys("k")
		d.Has("> mystery")
		d.W, d.H = 120, 40
		d.Send(tea.WindowSizeMsg{Width: 120, Height: 40})
		d.Idle()
		d.Keys("j")
		d.Pass(time.Second)
		d.Keys("3", "q")
		d.HasNot("match 1/3")
		d.Keys("j", "k")
		d.Has("▾ Kitchen", "> Notes #1005")
	})
}

func TestKeysOfTheReader(t *testing.T) {
	reading(t, 100, 30, nil, func(d *uitest.Driver, l *library) {
		to(d, "Notes")
		d.Keys("enter")
		d.Pass(time.Second)
		d.Has("3 Notes", "version 1")
		d.Send(uitest.Paste("qqq")) // pasted text runs no keys
		d.Idle()
		d.Has("3 Notes")
		d.Keys("]", "]")
		d.Has("Replace the sink in May")
		d.Keys("tab", "J")
		d.Keys("tab", "z", "M")
		d.HasNot("      Stove")
		d.Keys("z", "R")
		d.Has("      Sink", "      Stove")
		d.HasNot("#") // no positions
		d.Keys("/")
		d.Send(uitest.Paste("stove\x1b[8m"))
		d.Idle()
		d.Keys("ctrl+c") // backs out of the field, and does not ask to quit
		d.Has("3 Notes", "Sink")
		d.Keys("Y", "n")
		if n := len(d.Copy); n == 0 || d.Copy[n-1] != "Notes" {
			t.Errorf("copied %q", d.Copy)
		}
		d.Keys("O")
		d.Has("https://docs.example/doc/")
		d.Keys("esc", "I")
		d.Pass(time.Second)
		d.Has("only its owner")
		d.Keys("esc", "n")
		d.Has("no search yet; f finds text")
		d.Keys("f")
		d.Type("sink")
		d.Keys("enter", "n")
		d.Has("match 2/3", "3 matches"[:1])
		d.Keys("esc")
		d.HasNot("match 2/3")
		d.Keys("esc")
		d.Has("1 docs: /")
	})
}

func TestTheReaderReadsAgain(t *testing.T) {
	reading(t, 100, 30, nil, func(d *uitest.Driver, l *library) {
		to(d, "Notes")
		d.Keys("enter")
		d.Pass(time.Second)
		d.Keys("G")
		l.Other(l.id["Notes"], "# Added later\n\nBy somebody.\n")
		d.Keys("ctrl+r")
		d.Pass(time.Second)
		d.Has("version 2", "Added later", "Again, and the sink as well")
		l.Before = memdoc.Refuse(client.Errorf(client.KindNetwork, "read", model.Place{}, "%s: has no documents that can be read here.", "docs"), "read")
		d.Keys("ctrl+r")
		d.Pass(time.Second)
		d.Has("reload failed", "Added later")
		l.Before = nil
		d.Keys("ctrl+r")
		d.Pass(time.Second)
		d.HasNot("reload failed")
	})
}

func TestTheReaderSurvivesEverySize(t *testing.T) {
	reading(t, 120, 40, func(_ *ui.Deps, l *library) { l.Cost = time.Second }, func(d *uitest.Driver, _ *library) {
		d.Pass(5 * time.Second)
		to(d, "Notes")
		d.Keys("enter")
		d.Pass(300 * time.Millisecond)
		d.Has("reading…")
		for _, s := range [][2]int{{40, 10}, {50, 16}, {39, 9}, {70, 14}, {69, 14}, {200, 60}, {100, 24}, {80, 24}} {
			d.W, d.H = s[0], s[1]
			d.Send(tea.WindowSizeMsg{Width: s[0], Height: s[1]})
			d.Idle()
			d.Screen()
			d.Keys("j", "tab")
			d.Screen()
			d.Pass(400 * time.Millisecond)
			d.Screen()
		}
		d.Pass(5 * time.Second)
		d.Has("Kitchen")
	})
}

func TestWhatCannotBeReadSaysSo(t *testing.T) {
	reading(t, 80, 24, nil, func(d *uitest.Driver, _ *library) {
		to(d, "Roadmap")
		d.Send(tea.KeyPressMsg{Code: tea.KeyF3})
		d.Idle()
		if s := d.Screen(); strings.Contains(s, "3 Roadmap") {
			t.Errorf("it opened slides:\n%s", s)
		}
		d.Keys("tab")
		d.Send(tea.KeyPressMsg{Code: tea.KeyF3})
		d.Idle()
		d.Has("disk:")
	})
}

// A sheet or slides are exported when a person opens them, and not when the cursor rests on them.
func TestSlidesAreExportedWhenTheyAreOpened(t *testing.T) {
	f := &files{in: map[string]client.FilePreview{"Roadmap": {Form: client.FormMarkdown, Type: "PowerPoint (pptx)", Text: "The way ahead.\n"}}, delay: 5 * time.Second}
	reading(t, 120, 40, func(deps *ui.Deps, _ *library) { deps.Client.Files = f }, func(d *uitest.Driver, _ *library) {
		to(d, "Roadmap")
		d.Pass(2 * time.Second)
		d.Has("Enter exports and shows it.")
		if f.reads != 0 {
			t.Error("it was exported for the cursor")
		}
		d.Keys("enter")
		d.Pass(time.Second)
		d.Has("exporting for reading… Esc stops")
		d.Keys("esc")
		d.Pass(time.Second)
		if f.reads != 1 || f.ended != 1 {
			t.Errorf("%d reads, %d stopped", f.reads, f.ended)
		}
		d.HasNot("exporting for")
		d.Has("Enter exports and shows it.")
		d.Keys("enter")
		d.Pass(6 * time.Second)
		d.Has("The way ahead.", "3 Roadmap")
		d.Send(tea.KeyPressMsg{Code: tea.KeyF4})
		d.Idle()
		d.Has("Roadmap is a document, not a file; export it first")
	})
}

func TestWheelAndClickInTheReader(t *testing.T) {
	reading(t, 120, 40, nil, func(d *uitest.Driver, _ *library) {
		to(d, "Notes")
		d.Pass(time.Second)
		click := func(x, y int) {
			d.Send(tea.MouseClickMsg{X: x, Y: y, Button: tea.MouseLeft})
			d.Idle()
		}
		click(100, 6)
		d.Has("Replace the sink")
		d.Send(tea.MouseWheelMsg{X: 100, Y: 7, Button: tea.MouseWheelDown})
		d.Idle()
		d.Screen()
		click(10, 5) // back in the pane
		d.Keys("j")
		d.Pass(time.Second)
		d.Has("1 docs: /")
	})
}
