package ui

import (
	tea "charm.land/bubbletea/v2"

	"aloft/ui/act"
	"aloft/ui/dialog"
)

// begin opens the welcome for somebody who has not seen it yet.
func (w welcome) begin() tea.Cmd {
	if w.client.Keeper == nil || w.off || !w.client.Keeper.FirstRun() {
		return nil
	}
	w.screen.Greeting = dialog.NewWelcome(w.env, w.left, w.right, w.practice)
	return w.screen.Dialogs.Push(w.screen.Greeting)
}

// closedBy closes it for a key that means something else: whoever types does not
// read it. It returns nil where it is not shown.
func (w welcome) closedBy(k string) tea.Cmd {
	if w.screen.Greeting == nil || w.screen.Dialogs.Top() != w.screen.Greeting || k == "enter" || k == "esc" {
		return nil
	}
	return w.screen.Dialogs.Update(tea.KeyPressMsg{Code: tea.KeyEscape})
}

// answered remembers that it was seen.
func (w welcome) answered() tea.Cmd {
	k := w.client.Keeper
	if k == nil {
		return nil
	}
	return act.Keep(func() error { return k.Welcomed() })
}
