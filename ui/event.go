package ui

import (
	tea "charm.land/bubbletea/v2"

	"aloft/ui/act"
	"aloft/ui/dialog"
	"aloft/ui/input"
	"aloft/ui/status"
)

// heard passes a message to the actions of each kind. mine is false for messages of components.
func (a *App) heard(msg tea.Msg) (cmd tea.Cmd, mine bool) {
	if cmd, mine := a.quit.Update(msg); mine {
		return cmd, true
	}
	for _, kind := range a.kinds {
		if cmd, mine := kind.Update(msg); mine {
			return tea.Batch(cmd, a.quit.IfDone()), true // perhaps the last one
		}
	}
	if cmd, mine := a.Reader.Update(msg); mine {
		return cmd, true
	}
	return a.own(msg)
}

// own handles answers to the root's requests and the session's dialogs.
func (a *App) own(msg tea.Msg) (cmd tea.Cmd, mine bool) {
	switch m := msg.(type) {
	case chordMsg:
		if m.seq == a.chord.seq {
			a.chord.shown = true
		}
	case countMsg:
		if digit := a.count.alone(m); digit != "" {
			return a.countAlone(digit), true
		}
	case input.Full:
		return a.Note.SayText(status.Warn, "the field is full (%d KiB); the rest was left out", input.Longest>>10), true
	case input.Told:
		if m.Err != nil {
			return a.Note.Fail(m.Err), true
		}
		return a.Note.Say(status.Info, m.Text), true
	case act.NoteExpired:
		a.Note.Expired(m)
	case act.Kept:
		return a.Note.Kept(m), true
	case waitedMsg:
		a.waited = m.line
		return a.watchWaits(), true
	case endingMsg:
		return tea.Batch(a.Note.Say(status.Warn, m.said), a.watchEnding()), true
	case Sent:
		return sent(a, m), true
	case paintMsg:
		return a.painted.now(m), true
	case Reload:
		return a.reloaded(m), true
	case dialog.CopyAsked:
		return a.Copy(m.Text), true
	case dialog.ThemeChosen:
		return a.useTheme(m.Name), true
	case dialog.WelcomeAnswered:
		return welcomed(a), true
	case dialog.HelpAsked:
		return a.openHelp(m.Context), true
	default:
		return nil, false
	}
	return nil, true
}
