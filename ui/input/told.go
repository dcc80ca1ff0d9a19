package input

import tea "charm.land/bubbletea/v2"

// Told is a sentence for the message line, or an error.
type Told struct {
	Text string
	Err  error
}

// Tell shows a sentence in the message line, Fail an error.
func Tell(s string) tea.Cmd  { return func() tea.Msg { return Told{Text: s} } }
func Fail(err error) tea.Cmd { return func() tea.Msg { return Told{Err: err} } }
