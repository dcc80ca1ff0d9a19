package ui

import (
	"image"

	tea "charm.land/bubbletea/v2"

	"aloft/ui/keys"
)

// focusReader gives the keys to the document beside the panes; where none shows,
// the column is shown or hidden.
func (a *App) focusReader() tea.Cmd {
	if a.Switches.Reader {
		a.Switches.OnReader, a.Switches.OnPanel = true, false
		a.Settle()
		return nil
	}
	at, e := a.Readable()
	if e == nil || a.lay.Info.Empty() {
		cmd := a.switchView(keys.Preview)
		if a.lay.Info.Empty() || e == nil {
			return cmd
		}
	}
	a.Reader.Hold(false)
	a.Reader.Show(at, *e)
	a.Switches.OnReader, a.Switches.OnPanel = true, false
	a.Settle()
	return nil
}

// otherPane gives the keys to the other pane; over the panes, to the other part of
// the reader.
func (a *App) otherPane() {
	switch {
	case a.Switches.OnPanel:
		a.LeavePanel()
	case a.Switches.Reader:
		a.Reader.Switch()
	case a.Switches.OnReader:
		a.SetFocus(a.Focus)
	default:
		a.SetFocus(1 - a.Focus)
	}
}

// readerTypes reports whether keys go into a text field of the reader.
func (a *App) readerTypes() bool {
	return a.Switches.OnReader && !a.Switches.OnPanel && a.Reader.Typing()
}

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
