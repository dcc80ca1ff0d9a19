package ui

import (
	"image"
	"time"

	tea "charm.land/bubbletea/v2"

	"aloft/ui/keys"
)

// Two clicks on one line within this time open it.
const doubleClick = 400 * time.Millisecond

// lastClick recognises a double click.
type lastClick struct {
	at   time.Time
	pane int
	line int
}

// wheelLines is how far one notch scrolls.
const wheelLines = 3

// mouse handles clicks and the wheel by the rectangles of the layout.
func (a *App) mouse(msg tea.MouseMsg) tea.Cmd {
	if a.Dialogs.Len() > 0 {
		return a.Dialogs.Mouse(msg)
	}
	m := msg.Mouse()
	at := image.Pt(m.X, m.Y)
	switch msg.(type) {
	case tea.MouseWheelMsg:
		by := wheelLines
		if m.Button == tea.MouseWheelUp {
			by = -wheelLines
		}
		if m.Button != tea.MouseWheelUp && m.Button != tea.MouseWheelDown {
			return nil
		}
		if v := a.hooks.Over(); v != nil && at.In(a.lay.Reader) {
			return v.Wheel(by)
		}
		if at.In(a.lay.Panel) && a.Switches.Hook {
			a.hooks.Panel.Wheel(by)
		}
		if area := a.readerArea(); at.In(area) {
			a.Reader.Wheel(at.X-area.Min.X, at.Y-area.Min.Y, by)
		}
		for i, p := range a.Panes {
			if at.In(a.lay.Panes[i]) {
				p.Wheel(by)
			}
		}
	case tea.MouseClickMsg:
		if m.Button == tea.MouseLeft {
			return a.clicked(at)
		}
	}
	return nil
}

func (a *App) clicked(at image.Point) tea.Cmd {
	if v := a.hooks.Over(); v != nil && at.In(a.lay.Reader) {
		return v.Click(at.X-a.lay.Reader.Min.X, at.Y-a.lay.Reader.Min.Y)
	}
	if at.In(a.lay.Panel) {
		a.Switches.OnPanel = true
		a.Settle()
		return a.clickPanel(at.Y - a.lay.Panel.Min.Y)
	}
	if area := a.readerArea(); at.In(area) {
		a.Switches.OnPanel, a.Switches.OnReader = false, true
		a.Settle()
		a.Reader.Click(at.X-area.Min.X, at.Y-area.Min.Y)
		return nil
	}
	for i, p := range a.Panes {
		r := a.lay.Panes[i]
		if !at.In(r) {
			continue
		}
		a.SetFocus(i)
		line := p.At(at.X-r.Min.X, at.Y-r.Min.Y)
		if p.Typing() || !p.Click(line) {
			return nil
		}
		now := a.Now()
		double := a.click.pane == i && a.click.line == line && now.Sub(a.click.at) < doubleClick
		a.click = lastClick{now, i, line}
		if double {
			a.click = lastClick{}
			return p.Open()
		}
	}
	return nil
}

// clickPanel puts the cursor on a line of the lower panel; a double click opens a
// delivery.
func (a *App) clickPanel(y int) tea.Cmd {
	if !a.Switches.Hook {
		a.work.Panel.Click(y)
		return nil
	}
	if !a.hooks.Panel.Click(y) {
		return nil
	}
	now := a.Now()
	double := a.click.pane == clickedPanel && a.click.line == y && now.Sub(a.click.at) < doubleClick
	a.click = lastClick{now, clickedPanel, y}
	if !double {
		return nil
	}
	a.click = lastClick{}
	return a.hooks.Do(keys.HookDetails)
}

// clickedPanel stands for the panel in the place of a pane's number.
const clickedPanel = 2

// readerArea is where the reader shows.
func (a *App) readerArea() image.Rectangle {
	if !a.lay.Reader.Empty() {
		return a.lay.Reader
	}
	if a.Previews() {
		return a.lay.Info
	}
	return image.Rectangle{}
}
