package viewing

import (
	tea "charm.land/bubbletea/v2"

	"aloft/ui/keys"
)

// nextPanel gives the focus to the next of the panes and the lower panel.
func (a *Acts) nextPanel() tea.Cmd {
	switch {
	case a.Switches.OnPanel && a.Switches.Reader:
		a.LeavePanel()
	case a.Switches.OnPanel:
		a.SetFocus(0)
	case a.Focus == 0 && !a.Switches.OnReader:
		a.SetFocus(1)
	case !a.Switches.OnReader && a.Previews():
		a.Switches.OnReader = true
		a.Settle()
	case a.Switches.Panel && a.Switches.Hook:
		return a.hooks.Open()
	case a.Switches.Panel:
		a.work.OpenPanel()
	case a.Switches.Reader:
		a.Reader.Switch()
	default:
		a.SetFocus(0)
	}
	return nil
}

// focusReader gives the keys to the document beside the panes; where none shows,
// the column is shown or hidden.
func (a *Acts) focusReader() tea.Cmd {
	if a.Switches.Reader {
		a.FocusReader()
		return nil
	}
	at, e := a.Readable()
	if e == nil || !a.Shown.Info {
		if cmd := a.rearrange(a.showInfo)(); cmd != nil || !a.Shown.Info || e == nil {
			return cmd
		}
	}
	a.Reader.Hold(false)
	a.Reader.Show(at, *e)
	a.FocusReader()
	return nil
}

// otherPane gives the keys to the other pane; over the panes, to the other part of
// the reader.
func (a *Acts) otherPane() tea.Cmd {
	switch {
	case a.hooks.Over() != nil:
		return a.hooks.Do(keys.OtherPane)
	case a.Switches.OnPanel:
		a.LeavePanel()
	case a.Switches.Reader:
		a.Reader.Switch()
	case a.Switches.OnReader:
		a.SetFocus(a.Focus)
	default:
		a.SetFocus(1 - a.Focus)
	}
	return nil
}
