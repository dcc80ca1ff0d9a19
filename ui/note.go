package ui

import (
	tea "charm.land/bubbletea/v2"

	"aloft/ui/dialog"
)

// showLog opens the past messages.
func (a *App) showLog() tea.Cmd {
	return a.Dialogs.Push(dialog.NewLog(a.Env, a.Log()))
}
