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
	case a.work.Cancel(), a.editing.Cancel(), a.opening.Cancel(), a.screen.Looking.Cancel():
		return a.note.SayText(status.Info, text.Cancelled)
	case a.note.Broken():
		a.note.ClearNote()
		return nil
	case a.hooks.Over() != nil:
		a.note.ClearNote()
		if !a.hooks.Over().Back() {
			return a.hooks.CloseView()
		}
		return nil
	case a.screen.OnHooks() && a.hooks.Panel.Back():
		return nil
	case a.screen.Switches.OnPanel && !a.screen.Switches.Hook && a.work.Panel.Back():
		return nil
	case a.screen.Switches.OnPanel:
		a.screen.LeavePanel()
		return nil
	case a.screen.Switches.OnReader:
		a.note.ClearNote()
		if !a.screen.Reader.Back() {
			a.screen.CloseReader()
		}
		return nil
	}
	a.note.ClearNote()
	cmd, _ := a.screen.Pane().Do(keys.Back)
	return cmd
}
