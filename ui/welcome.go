package ui

import (
	tea "charm.land/bubbletea/v2"

	"aloft/ui/act"
	"aloft/ui/dialog"
)

// begin opens the welcome for a new user.
func (w welcome) begin() tea.Cmd {
	if w.client.Keeper == nil || w.off || !w.client.Keeper.FirstRun() {
		return nil
	}
	w.screen.Greeting = dialog.NewWelcome(w.env, w.left, w.right, w.practice, w.client.HomeDir != nil)
	return w.screen.Dialogs.Push(w.screen.Greeting)
}

// closedBy closes the welcome for another key, since the user is not reading it. It returns nil if it is not shown.
func (w welcome) closedBy(k string) tea.Cmd {
	if w.screen.Greeting == nil || w.screen.Dialogs.Top() != w.screen.Greeting || k == "enter" || k == "esc" {
		return nil
	}
	return w.screen.Dialogs.Update(tea.KeyPressMsg{Code: tea.KeyEscape})
}

// answered stores that it was seen.
func (w welcome) answered() tea.Cmd {
	k := w.client.Keeper
	if k == nil {
		return nil
	}
	return act.Keep(func() error { return k.Welcomed() })
}
