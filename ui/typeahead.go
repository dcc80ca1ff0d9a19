package ui

import (
	"cmp"

	tea "charm.land/bubbletea/v2"

	"aloft/ui/keys"
	"aloft/ui/status"
)

// Keys pressed while an answer is pending (for a plan, or a document to edit) were meant for the coming question.
// They must not go to the list or the document, nor answer a question that nobody has seen, so they are dropped with
// a message. Keys that only look elsewhere work: help, panels, the log, redrawing. Esc cancels at once.

// Keys pressed between the end of a dialog and the effect of its answer are held until the answer was handled.

// typeahead holds these keys.
type typeahead struct {
	answers int // pending answers
	keys    []tea.KeyPressMsg
}

// handledMsg says that the answer of a dialog was handled.
type handledMsg struct{}

// hold passes a key to the top dialog. If that ends the dialog, later keys wait for its answer.
func (a *App) hold(give func() tea.Cmd) tea.Cmd {
	top := a.Dialogs.Shown()
	cmd := give()
	if cmd == nil || a.Dialogs.Shown() == top {
		return cmd
	}
	a.ahead.answers++
	return tea.Sequence(cmd, func() tea.Msg { return handledMsg{} })
}

// handled runs the held keys, up to one that ends the next dialog.
func (a *App) handled() tea.Cmd {
	a.ahead.answers--
	var cmds []tea.Cmd
	for a.ahead.answers == 0 && len(a.ahead.keys) > 0 {
		k := a.ahead.keys[0]
		a.ahead.keys = a.ahead.keys[1:]
		cmds = append(cmds, a.pressed(k))
	}
	return tea.Batch(cmds...)
}

// pressed handles a key of the user. It waits while an answer is pending.
func (a *App) pressed(k tea.KeyPressMsg) tea.Cmd {
	if a.ahead.answers > 0 && k.String() != "ctrl+c" {
		a.ahead.keys = append(a.ahead.keys, k)
		return nil
	}
	a.reading.StayHere()
	return tea.Batch(a.Note.Answering(func() tea.Cmd { return a.key(ownLetters(k)) }), a.keeping.soon())
}

// tooEarly drops an action pressed before an answer. ok is false if it may run.
func (a *App) tooEarly(id keys.Action, key string) (cmd tea.Cmd, ok bool) {
	if a.work.Planning() == 0 && !a.editing.Awaits() && !a.opening.Awaits() { // no question is about to open
		return nil, false
	}
	d, _ := a.Env.Keys.Doc(id)
	switch {
	case id == keys.Palette, keys.InList(d.ID.Context()), d.ID.Context() == keys.InDocument, d.ID.Context() == keys.InPassage, d.ID.Context() == keys.InEdit:
		return a.Note.SayText(status.Warn, "%s ignored: aloft still waits for an answer; %s stops waiting", keys.Show(key), a.Env.Keys.Key(keys.Back)), true
	}
	return nil, false
}

// goingOn describes the current work for the user, or returns "".
func (a *App) goingOn() string {
	return cmp.Or(a.work.Doing(), a.opening.Doing(), a.listing.Doing(), a.editing.Doing())
}
