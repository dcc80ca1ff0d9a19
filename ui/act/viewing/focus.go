package viewing

import (
	tea "charm.land/bubbletea/v2"

	"aloft/ui/keys"
)

// nextPanel gives the focus to the next of the panes and the lower panel.
func (a *Acts) nextPanel() tea.Cmd {
	switch {
	case a.screen.Switches.OnPanel && a.screen.Switches.Reader:
		a.screen.LeavePanel()
	case a.screen.Switches.OnPanel:
		a.screen.SetFocus(0)
	case a.screen.Focus == 0 && !a.screen.Switches.OnReader:
		a.screen.SetFocus(1)
	case !a.screen.Switches.OnReader && a.screen.Previews():
		a.screen.Switches.OnReader = true
		a.screen.Settle()
	case a.screen.Switches.Panel && a.screen.Switches.Hook:
		return a.hooks.Open()
	case a.screen.Switches.Panel:
		a.work.OpenPanel()
	case a.screen.Switches.Reader:
		a.screen.Reader.Switch()
	default:
		a.screen.SetFocus(0)
	}
	return nil
}

// focusReader gives the keys to the document beside the panes; where none shows,
// the column is shown or hidden.
func (a *Acts) focusReader() tea.Cmd {
	if a.screen.Switches.Reader {
		a.screen.FocusReader()
		return nil
	}
	at, e := a.screen.Readable()
	if e == nil || !a.screen.Shown.Info {
		if cmd := a.rearrange(a.showInfo)(); cmd != nil || !a.screen.Shown.Info || e == nil {
			return cmd
		}
	}
	a.screen.Reader.Hold(false)
	a.screen.Reader.Show(at, *e)
	a.screen.FocusReader()
	return nil
}

// otherPane gives the keys to the other pane; over the panes, to the other part of
// the reader.
func (a *Acts) otherPane() tea.Cmd {
	switch {
	case a.hooks.Over() != nil:
		return a.hooks.Do(keys.OtherPane)
	case a.screen.Switches.OnPanel:
		a.screen.LeavePanel()
	case a.screen.Switches.Reader:
		a.screen.Reader.Switch()
	case a.screen.Switches.OnReader:
		a.screen.SetFocus(a.screen.Focus)
	default:
		a.screen.SetFocus(1 - a.screen.Focus)
	}
	return nil
}
