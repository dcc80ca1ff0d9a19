package ui

import (
	tea "charm.land/bubbletea/v2"

	"aloft/ui/act"
	"aloft/ui/dialog"
)

// beginWelcome opens the welcome for a new user.
func beginWelcome(a *App) tea.Cmd {
	if a.Client.Keeper == nil || a.d.Settings.NoWelcome || !a.Client.Keeper.FirstRun() {
		return nil
	}
	a.Greeting = dialog.NewWelcome(a.Env, a.d.Left, a.d.Right, a.d.Practice, a.Client.HomeDir != nil)
	return a.Dialogs.Push(a.Greeting)
}

// welcomeClosedBy closes the welcome for another key, since the user is not reading it. It returns nil if it is not
// shown.
func welcomeClosedBy(a *App, k string) tea.Cmd {
	if a.Greeting == nil || a.Dialogs.Top() != a.Greeting || k == "enter" || k == "esc" {
		return nil
	}
	return a.Dialogs.Update(tea.KeyPressMsg{Code: tea.KeyEscape})
}

// welcomed stores that it was seen.
func welcomed(a *App) tea.Cmd {
	k := a.Client.Keeper
	if k == nil {
		return nil
	}
	return act.Keep(func() error { return k.Welcomed() })
}
