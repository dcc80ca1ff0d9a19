package viewing

import (
	tea "charm.land/bubbletea/v2"

	"aloft/model/text"
	"aloft/ui/keys"
	"aloft/ui/status"
)

// back takes one step back: what is awaited, a message, what the part with the keys has, and
// then that part itself.
func (a *Acts) back() tea.Cmd {
	switch {
	case a.work.Cancel(), a.editing.Cancel(), a.opening.Cancel(), a.screen.Looking.Cancel():
		return a.note.SayText(status.Info, text.Cancelled)
	case a.note.Broken():
		a.note.ClearNote()
		return nil
	}
	a.note.ClearNote()
	if cmd, ok := a.screen.Focused().Do(keys.Back); ok {
		return cmd
	}
	return a.leave()
}

// leave closes what took the keys last: a view, the reader; a panel only gives them back.
func (a *Acts) leave() tea.Cmd {
	switch s, has := a.screen, a.screen.Focused(); has {
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
