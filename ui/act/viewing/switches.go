package viewing

import (
	tea "charm.land/bubbletea/v2"

	"aloft/model/text"
	"aloft/ui/status"
)

// toggle turns one of the ways of looking on or off, and says which it is now, "" =
// that shows.
func (a *Acts) toggle(what *bool, yes, no text.Text) func() tea.Cmd {
	return func() tea.Cmd {
		*what = !*what
		a.Settle()
		switch {
		case yes == "":
			return nil
		case *what:
			return a.SayText(status.Info, yes)
		}
		return a.SayText(status.Info, no)
	}
}

// togglePreview shows or hides the column beside the panes.
func (a *Acts) togglePreview() tea.Cmd {
	s := &a.Switches
	if a.Shown.Wide {
		s.Info = !s.Info
	} else {
		s.InfoOver = !s.InfoOver
		s.Info = true
	}
	a.Settle()
	return nil
}

// swap lets the panes change their sides.
func (a *Acts) swap() tea.Cmd {
	a.Panes[0], a.Panes[1] = a.Panes[1], a.Panes[0]
	var cmds []tea.Cmd
	again := [2]bool{a.Panes[0].SetID(0), a.Panes[1].SetID(1)}
	for i, p := range a.Panes {
		if again[i] {
			cmds = append(cmds, p.Refresh())
		}
	}
	a.Focus = 1 - a.Focus
	a.Settle()
	return tea.Batch(cmds...)
}
