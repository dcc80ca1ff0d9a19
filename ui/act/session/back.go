package session

import (
	tea "charm.land/bubbletea/v2"

	"aloft/model/text"
	"aloft/ui/keys"
	"aloft/ui/status"
)

// back cancels one thing: a pending answer, a message, something in the focused part, and then that part itself.
func (a *Viewing) back() tea.Cmd {
	switch {
	case a.work.Cancel(), a.editing.Cancel(), a.opening.Cancel(), a.Looking.Cancel():
		return a.Note.SayText(status.Info, text.Cancelled)
	case a.Note.Broken():
		a.Note.ClearNote()
		return nil
	}
	a.Note.ClearNote()
	if cmd, ok := a.Focused().Do(keys.Back); ok {
		return cmd
	}
	return a.leave()
}

// leave closes the part that took the focus last: a view or the reader. A panel only loses the focus.
func (a *Viewing) leave() tea.Cmd {
	switch s, has := a.Screen, a.Focused(); has {
	case s.Reader:
		s.CloseReader()
	case s.Pane():
	default:
		s.Leave(has)
		if v := a.hooks.Over(); v != nil {
			return v.Changed()
		}
	}
	return nil
}
