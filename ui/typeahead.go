package ui

import (
	tea "charm.land/bubbletea/v2"

	"aloft/ui/keys"
	"aloft/ui/status"
)

// Keys pressed while an answer is awaited (a plan is made, a document is read for
// an edit) were meant for the question that comes. They never go to the list or the
// document, and they never answer a question that nobody has seen: they are
// dropped, with a message. What only looks elsewhere works: help, panels, the log,
// redrawing. Esc cancels at once.

// tooEarly drops an action that was pressed ahead of an answer; ok is false where
// it may run.
func (a *App) tooEarly(id keys.Action, key string) (cmd tea.Cmd, ok bool) {
	if a.work.Planning() == 0 && !a.editing.Awaits() && !a.opening.Awaits() { // no question is about to open
		return nil, false
	}
	d, _ := a.env.Keys.Doc(id)
	switch {
	case id == keys.Palette, keys.InList(d.ID.Context()), d.ID.Context() == keys.InDocument, d.ID.Context() == keys.InEdit:
		return a.note.SayText(status.Warn, "%s came too early and was dropped: the answer is not there yet; %s cancels", keys.Show(key), a.env.Keys.Key(keys.Back)), true
	}
	return nil, false
}

// goingOn describes what is being done for the person now, "" when nothing is.
func (a *App) goingOn() string {
	if s := a.work.Doing(); s != "" {
		return s
	}
	if s := a.opening.Doing(); s != "" {
		return s
	}
	return a.editing.Doing()
}
