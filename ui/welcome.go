package ui

import (
	tea "charm.land/bubbletea/v2"

	"aloft/ui/act"
	"aloft/ui/dialog"
)

// begin opens the welcome for somebody who has not seen it yet.
func (w welcome) begin() tea.Cmd {
	if w.Keeper == nil || w.off || !w.Keeper.FirstRun() {
		return nil
	}
	w.Greeting = dialog.NewWelcome(w.Env, w.left, w.right, w.practice)
	return w.Dialogs.Push(w.Greeting)
}

// closedBy closes it for a key that means something else: whoever types does not
// read it. It returns nil where it is not shown.
func (w welcome) closedBy(k string) tea.Cmd {
	if w.Greeting == nil || w.Dialogs.Top() != w.Greeting || k == "enter" || k == "esc" {
		return nil
	}
	return w.Dialogs.Update(tea.KeyPressMsg{Code: tea.KeyEscape})
}

// answered remembers that it was seen.
func (w welcome) answered() tea.Cmd {
	k := w.Keeper
	if k == nil {
		return nil
	}
	return act.Keep(func() error { return k.Welcomed() })
}
