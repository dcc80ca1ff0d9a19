package act

import (
	tea "charm.land/bubbletea/v2"

	"aloft/ui/status"
)

// Kept: something was to be kept beyond the session.
type Kept struct{ Err error }

// History of a prompt.
func (s *Screen) History(name string) []string {
	if s.Keeper == nil {
		return nil
	}
	return s.Keeper.History(name)
}

// Remember keeps a line of a prompt; the disk is written in a command.
func (s *Screen) Remember(name, line string) tea.Cmd {
	k := s.Keeper
	if k == nil || line == "" {
		return nil
	}
	return s.Keep(func() error { return k.AddHistory(name, line) })
}

// Keep calls what writes to the keeper, off the update loop.
func (s *Screen) Keep(f func() error) tea.Cmd { return func() tea.Msg { return Kept{f()} } }

// Kept reports when something could not be kept.
func (s *Screen) Kept(m Kept) tea.Cmd {
	if m.Err != nil {
		return s.Mention(status.Warn, s.Env.Text.Say("could not be remembered: %s", s.Sentence(m.Err)))
	}
	return nil
}
