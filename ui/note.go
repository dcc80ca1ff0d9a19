package ui

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"aloft/model/text"
	"aloft/ui/dialog"
	"aloft/ui/status"
)

// note is the message in the prompt line. Success goes by itself, failure stays
// until it is seen.
type note struct {
	text  string
	level status.Level
	seq   int
}

// noteStays is how long a message that needs nothing done stands.
const noteStays = 4 * time.Second

// mostLog bounds the log of messages.
const mostLog = 200

// noteMsg: a message has stood long enough.
type noteMsg struct{ seq int }

// keepLine keeps a message in the log.
func (a *App) keepLine(level status.Level, s string) {
	a.log = append(a.log, dialog.LogLine{At: a.now(), Bad: level == status.Bad, Text: s})
	if n := len(a.log); n > mostLog {
		a.log = append([]dialog.LogLine(nil), a.log[n-mostLog:]...)
	}
}

// mention shows a message that nobody has asked for, unless an error stands, which
// says more; the log has it in any case.
func (a *App) mention(level status.Level, s string) tea.Cmd {
	if a.note.level == status.Bad && a.note.text != "" {
		a.keepLine(level, s)
		return nil
	}
	return a.say(level, s)
}

// say shows a message and keeps it in the log.
func (a *App) say(level status.Level, s string) tea.Cmd {
	a.keepLine(level, s)
	a.note = note{text: s, level: level, seq: a.note.seq + 1}
	if level == status.Bad {
		return nil
	}
	seq := a.note.seq
	return tea.Tick(noteStays, func(time.Time) tea.Msg { return noteMsg{seq} })
}

// sayText is say for a sentence of the catalogue.
func (a *App) sayText(level status.Level, t text.Text, args ...any) tea.Cmd {
	return a.say(level, a.env.Text.Say(t, args...))
}

// fail shows an error.
func (a *App) fail(err error) tea.Cmd { return a.say(status.Bad, a.sentence(err)) }

// showLog opens the past messages.
func (a *App) showLog() tea.Cmd {
	lines := append([]dialog.LogLine(nil), a.log...)
	return a.dialogs.Push(dialog.NewLog(a.env, lines))
}
