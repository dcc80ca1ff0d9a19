package act

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model/text"
	"aloft/ui/dialog"
	"aloft/ui/input"
	"aloft/ui/status"
)

// Notes are the message that shows and the log of those before it.
type Notes struct {
	Shown Note
	log   []dialog.LogLine
	env   *input.Env
}

// NewNotes makes an empty log.
func NewNotes(env *input.Env) *Notes { return &Notes{env: env} }

// Note is the message in the prompt line. Success disappears by itself, failure
// stays until it is seen, and the answer to a key disappears with the next key.
type Note struct {
	Text  string // raw, "" = none
	Level status.Level
	seq   int
	key   bool // it answers a key
}

// noteStays is how long a message that needs no action is shown.
const noteStays = 4 * time.Second

// maxLog bounds the log of messages.
const maxLog = 200

// NoteExpired: a message was shown long enough.
type NoteExpired struct{ seq int }

// Expired hides the message, unless another has come.
func (n *Notes) Expired(m NoteExpired) {
	if m.seq == n.Shown.seq {
		n.Shown.Text = ""
	}
}

// ClearNote hides the message.
func (n *Notes) ClearNote() { n.Shown = Note{seq: n.Shown.seq} }

// Answering carries out a key: its message is about what was shown then, and
// disappears with the next key.
func (n *Notes) Answering(do func() tea.Cmd) tea.Cmd {
	n.DropAnswer()
	was := n.Shown.seq
	cmd := do()
	n.Shown.key = n.Shown.seq != was
	return cmd
}

// DropAnswer hides what a key was answered with; an error stays.
func (n *Notes) DropAnswer() {
	if n.Shown.key && !n.Broken() {
		n.ClearNote()
	}
}

// Broken reports whether an error is shown.
func (n *Notes) Broken() bool { return n.Shown.Level == status.Bad && n.Shown.Text != "" }

// keepLine keeps a message in the log.
func (n *Notes) keepLine(level status.Level, s string) {
	n.log = append(n.log, dialog.LogLine{At: n.env.Now(), Bad: level == status.Bad, Text: s})
	if k := len(n.log); k > maxLog {
		n.log = append([]dialog.LogLine(nil), n.log[k-maxLog:]...)
	}
}

// Log is a copy of the past messages.
func (n *Notes) Log() []dialog.LogLine { return append([]dialog.LogLine(nil), n.log...) }

// Mention shows a message that nobody asked for, unless an error is shown, which
// matters more; the log has it in any case.
func (n *Notes) Mention(level status.Level, s string) tea.Cmd {
	if n.Broken() {
		n.keepLine(level, s)
		return nil
	}
	return n.Say(level, s)
}

// Say shows a message and keeps it in the log.
func (n *Notes) Say(level status.Level, s string) tea.Cmd {
	n.keepLine(level, s)
	n.Shown = Note{Text: s, Level: level, seq: n.Shown.seq + 1}
	if level == status.Bad {
		return nil
	}
	seq := n.Shown.seq
	return tea.Tick(noteStays, func(time.Time) tea.Msg { return NoteExpired{seq} })
}

// SayText is Say for a sentence of the catalogue.
func (n *Notes) SayText(level status.Level, t text.Text, args ...any) tea.Cmd {
	return n.Say(level, n.env.Text.Say(t, args...))
}

// Fail shows an error.
func (n *Notes) Fail(err error) tea.Cmd { return n.Say(status.Bad, n.Sentence(err)) }

// Sentence of an error: what, why, what to do.
func (n *Notes) Sentence(err error) string { return client.Sentence(n.env.Text, err) }

// DryRun says that so many items would have been changed.
func (n *Notes) DryRun(items int) tea.Cmd {
	return n.Say(status.Info, n.env.Text.Say("dry run: %d {item|items}, nothing was changed", items))
}

// Kept reports when something could not be kept.
func (n *Notes) Kept(m Kept) tea.Cmd {
	if m.Err != nil {
		return n.Mention(status.Warn, n.env.Text.Say("could not be remembered: %s", n.Sentence(m.Err)))
	}
	return nil
}
