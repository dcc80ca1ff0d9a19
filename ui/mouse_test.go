package ui_test

import (
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"aloft/model"
	"aloft/ui"
	"aloft/ui/uitest"
)

// pointAt is where a text is on the screen.
func pointAt(t *testing.T, d *uitest.Driver, text string) (x, y int) {
	t.Helper()
	for y, line := range strings.Split(d.Screen(), "\n") {
		if i := strings.Index(line, text); i >= 0 {
			return ansi.StringWidthWc(line[:i]), y
		}
	}
	t.Fatalf("no %q on the screen:\n%s", text, d.Screen())
	return 0, 0
}

// clickOn clicks on a text.
func clickOn(t *testing.T, d *uitest.Driver, text string, button tea.MouseButton) {
	t.Helper()
	x, y := pointAt(t, d, text)
	d.Send(tea.MouseClickMsg{X: x, Y: y, Button: button})
	d.Send(tea.MouseReleaseMsg{X: x, Y: y, Button: button})
	d.Idle()
}

// dragTo drags from a text to a row.
func dragTo(t *testing.T, d *uitest.Driver, text string, rows ...int) {
	t.Helper()
	x, y := pointAt(t, d, text)
	d.Send(tea.MouseClickMsg{X: x, Y: y, Button: tea.MouseLeft})
	for _, y := range rows {
		d.Send(tea.MouseMotionMsg{X: x, Y: y, Button: tea.MouseLeft})
	}
	d.Send(tea.MouseReleaseMsg{X: x, Y: rows[len(rows)-1], Button: tea.MouseLeft})
	d.Idle()
}

// A cell of the header does what its key does.
func TestAClickOnTheHeader(t *testing.T) {
	hooked(t, 80, 24, nil, func(d *uitest.Driver, h *uitest.Hooks, _ *uitest.Tree) {
		clickOn(t, d, "hook :9111 up", tea.MouseLeft)
		d.Has("5 Webhook")
		clickOn(t, d, "hook :9111 up", tea.MouseLeft)
		d.HasNot("5 Webhook")
		clickOn(t, d, "? help", tea.MouseLeft)
		d.Has("Keys: ")
		d.Keys("esc")
		clickOn(t, d, "aloft ", tea.MouseLeft)
		d.HasNot("Keys: ", "5 Webhook")
		h.SetStatus(func(s *model.HookStatus) { s.State, s.PID, s.At = model.HookOther, 4711, "pts/3" })
		d.Idle()
		clickOn(t, d, "another", tea.MouseLeft)
		d.Has("5 Webhook")
	})
	paused := func(_ *ui.Deps, e *uitest.Engine, _ *uitest.Tree) { e.AddLeft(model.OpMove, 3, model.JobPaused) }
	on(t, 80, 24, paused, func(d *uitest.Driver, _ *uitest.Engine, _ *uitest.Tree) {
		clickOn(t, d, "1 paused", tea.MouseLeft)
		d.Has("4 Jobs")
	})
}

// A hint presses its key, wherever the keys go.
func TestAClickOnAHint(t *testing.T) {
	on(t, 69, 24, nil, func(d *uitest.Driver, _ *uitest.Engine, _ *uitest.Tree) {
		clickOn(t, d, "Space select", tea.MouseLeft)
		d.Has("sel 1")
		clickOn(t, d, "/ filter", tea.MouseLeft)
		d.Type("work")
		d.HasNot("notes.txt")
		clickOn(t, d, "Esc back", tea.MouseLeft)
		d.Has("notes.txt")
		x, y := pointAt(t, d, "  d delete")
		d.Send(tea.MouseClickMsg{X: x, Y: y, Button: tea.MouseLeft}) // between two
		d.HasNot("Delete")
		clickOn(t, d, "d delete", tea.MouseLeft)
		d.Has("Delete 1 entry")
		clickOn(t, d, "Esc back ─", tea.MouseLeft)
		d.HasNot("Delete 1 entry")
		d.Keys("d")
		clickOn(t, d, "? help", tea.MouseLeft) // the header is not reached
		d.Has("Delete 1 entry")
		clickOn(t, d, "Esc back ", tea.MouseLeft)
		d.HasNot("Delete 1 entry")
		d.Keys(":")
		clickOn(t, d, "F1 help", tea.MouseLeft)
		d.Has("Keys: typing")
		clickOn(t, d, "/ search", tea.MouseLeft)
		d.Type("word")
		d.Has("a word left")
		d.HasNot("first entry")
	})
}

// Dragging selects the rows between its ends, and goes on beyond the edge of the list.
func TestDraggingSelects(t *testing.T) {
	on(t, 80, 24, nil, func(d *uitest.Driver, _ *uitest.Engine, _ *uitest.Tree) {
		_, y := pointAt(t, d, "Empty/")
		dragTo(t, d, "Empty/", y+1, y+4, y+2)
		d.Has("sel 3")
		d.Keys("j")
		d.Has("sel 3")
		dragTo(t, d, "Backup/", y)
		d.Has("sel 4")
		d.Keys("esc")
		dragTo(t, d, "notes.txt", 20)
		d.HasNot("selected") // there is no further row
		x, y := pointAt(t, d, "Empty/")
		d.Send(tea.MouseMotionMsg{X: x, Y: y, Button: tea.MouseLeft}) // nothing was pressed
		d.HasNot("selected")
	})
	on(t, 80, 14, nil, func(d *uitest.Driver, _ *uitest.Engine, _ *uitest.Tree) {
		_, y := pointAt(t, d, "Backup/")
		dragTo(t, d, "Backup/", 10, 11, 12, 13, 12)
		d.Has("sel 11 ", ">*notes.txt")
		d.Keys("esc", "G")
		dragTo(t, d, "notes.txt", y, 1, 0, 1)
		d.Has("sel 11 ", ">*Backup/")
	})
}

// The wheel scrolls the jobs like every list, and a click at the edge scrolls nothing.
func TestTheMouseInTheJobs(t *testing.T) {
	on(t, 80, 24, func(_ *ui.Deps, e *uitest.Engine, _ *uitest.Tree) {
		for i := range 20 {
			e.AddLeft(model.OpMove, 100+i, model.JobDone)
		}
	}, func(d *uitest.Driver, _ *uitest.Engine, _ *uitest.Tree) {
		d.Keys("w")
		d.Pass(time.Second)
		line := func(y int) string { return strings.Split(d.Screen(), "\n")[y] }
		_, y := pointAt(t, d, "100/100")
		d.Send(tea.MouseWheelMsg{X: 9, Y: y, Button: tea.MouseWheelDown})
		if !strings.Contains(line(y), "103/103") {
			t.Errorf("after the wheel there is %q", line(y))
		}
		d.Send(tea.MouseClickMsg{X: 9, Y: y, Button: tea.MouseLeft})
		if l := line(y); !strings.Contains(l, "103/103") || !strings.HasPrefix(l, ">") {
			t.Errorf("after the click there is %q", l)
		}
		d.Keys("k")
		if l := line(y + 2); !strings.Contains(l, "102/102") || !strings.HasPrefix(l, ">") {
			t.Errorf("above it there is no margin: %s", d.Screen())
		}
	})
}

// Two quick clicks open, a drag between them does not.
func TestADragIsNoClick(t *testing.T) {
	on(t, 80, 24, nil, func(d *uitest.Driver, _ *uitest.Engine, _ *uitest.Tree) {
		_, y := pointAt(t, d, "Work/")
		dragTo(t, d, "Work/", y+1)
		clickOn(t, d, "Work/", tea.MouseLeft)
		d.Has("1 drive: / ─")
		clickOn(t, d, "Photos/", tea.MouseLeft)
		clickOn(t, d, "Photos/", tea.MouseLeft)
		d.Has("1 drive: / › Photos")
	})
}

// The right button opens the menu of a row, with what can be done to it.
func TestTheMenuOfARow(t *testing.T) {
	on(t, 80, 24, nil, func(d *uitest.Driver, _ *uitest.Engine, _ *uitest.Tree) {
		clickOn(t, d, "notes.txt", tea.MouseRight)
		d.Want("menu-80x24")
		clickOn(t, d, "rename; several", tea.MouseLeft)
		d.Has("Enter done")
		d.Keys("esc")
		d.Keys("g", "g", "space", "space")
		clickOn(t, d, "Work/", tea.MouseRight)
		d.Has("─ selected 2 ─")
		d.Keys("esc")
		d.Keys("esc", "l")
		clickOn(t, d, "  ..", tea.MouseRight)
		d.Has("─ .. ─", "open")
		d.HasNot("delete")
	})
	hooked(t, 80, 24, nil, func(d *uitest.Driver, h *uitest.Hooks, _ *uitest.Tree) {
		h.Deliver(ran("done"))
		d.Keys("W")
		d.Pass(time.Second)
		clickOn(t, d, "make report", tea.MouseRight)
		d.Has("This delivery", "again")
	})
}
