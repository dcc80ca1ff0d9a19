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

// Notes holds the current message and the log of past ones.
type Notes struct {
	Shown Note
	log   []dialog.LogLine
	env   *input.Env
}

// NewNotes makes an empty log.
func NewNotes(env *input.Env) *Notes { return &Notes{env: env} }

// Note is the message in the prompt line. Success disappears by itself, a failure stays until it is seen, and the
// answer to a key disappears with the next key.
type Note struct {
	Text  string // raw, "" = none
	Level status.Level
	seq   int
	key   bool // it answers a key
}

// Number counts the messages.
func (n *Note) Number() int { return n.seq }

// noteStays is how long an informational message is shown.
const noteStays = 4 * time.Second

// maxLog limits the log of messages.
const maxLog = 200

// NoteExpired says that a message has been shown long enough.
type NoteExpired struct{ seq int }

// Expired hides the message unless there is a newer one.
func (n *Notes) Expired(m NoteExpired) {
	if m.seq == n.Shown.seq {
		n.Shown.Text = ""
	}
}

// ClearNote hides the message.
func (n *Notes) ClearNote() { n.Shown = Note{seq: n.Shown.seq} }

// Answering carries out a key. Its message disappears with the next key.
func (n *Notes) Answering(do func() tea.Cmd) tea.Cmd {
	n.DropAnswer()
	was := n.Shown.seq
	cmd := do()
	n.Shown.key = n.Shown.seq != was
	return cmd
}

// DropAnswer hides the answer to a key. An error stays.
func (n *Notes) DropAnswer() {
	if n.Shown.key && !n.Broken() {
		n.ClearNote()
	}
}

// Broken reports whether an error is shown.
func (n *Notes) Broken() bool { return n.Shown.Level == status.Bad && n.Shown.Text != "" }

// Keep adds a message to the log without showing it.
func (n *Notes) Keep(level status.Level, s string) {
	n.log = append(n.log, dialog.LogLine{At: n.env.Now(), Bad: level == status.Bad, Text: s})
	if k := len(n.log); k > maxLog {
		n.log = append([]dialog.LogLine(nil), n.log[k-maxLog:]...)
	}
}

// Log returns a copy of the past messages.
func (n *Notes) Log() []dialog.LogLine { return append([]dialog.LogLine(nil), n.log...) }

// Mention shows an unrequested message unless an error is shown. The log always gets it.
func (n *Notes) Mention(level status.Level, s string) tea.Cmd {
	if n.Broken() {
		n.Keep(level, s)
		return nil
	}
	return n.Say(level, s)
}

// Say shows a message and adds it to the log.
func (n *Notes) Say(level status.Level, s string) tea.Cmd {
	n.Keep(level, s)
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

// Sentence returns the sentence of an error: what, why, what to do.
func (n *Notes) Sentence(err error) string { return client.Sentence(err).In(n.env.Text) }

// DryRun says how many items would have been changed.
func (n *Notes) DryRun(items int) tea.Cmd {
	return n.Say(status.Info, n.env.Text.Say("dry run: %d {item|items}, nothing was changed", items))
}

// Kept reports a failure to store something.
func (n *Notes) Kept(m Kept) tea.Cmd {
	if m.Err != nil {
		return n.Mention(status.Warn, n.env.Text.Say("could not be saved: %s", n.Sentence(m.Err)))
	}
	return nil
}
