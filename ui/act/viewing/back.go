package viewing

import (
	tea "charm.land/bubbletea/v2"

	"aloft/model/text"
	"aloft/ui/keys"
	"aloft/ui/status"
)

// back takes one step back: a message, then what the pane has.
func (a *Acts) back() tea.Cmd {
	switch {
	case a.work.Cancel(), a.editing.Cancel(), a.opening.Cancel(), a.Looking.Cancel():
		return a.SayText(status.Info, text.Cancelled)
	case a.Broken():
		a.ClearNote()
		return nil
	case a.hooks.Over() != nil:
		a.ClearNote()
		if !a.hooks.Over().Back() {
			return a.hooks.CloseView()
		}
		return nil
	case a.OnHooks() && a.hooks.Panel.Back():
		return nil
	case a.Switches.OnPanel && !a.Switches.Hook && a.work.Panel.Back():
		return nil
	case a.Switches.OnPanel:
		a.LeavePanel()
		return nil
	case a.Switches.OnReader:
		a.ClearNote()
		if !a.Reader.Back() {
			a.CloseReader()
		}
		return nil
	}
	a.ClearNote()
	cmd, _ := a.Pane().Do(keys.Back)
	return cmd
}
