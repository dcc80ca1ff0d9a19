package session

import (
	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/ui/act"
	"aloft/ui/keys"
	"aloft/ui/palette"
)

// Configuring opens the list of all settings.
type Configuring struct {
	*act.Screen

	store client.Settings // nil: the configuration cannot be changed here
}

// NewConfiguring returns the actions of a screen.
func NewConfiguring(s *act.Screen, store client.Settings) *Configuring {
	return &Configuring{Screen: s, store: store}
}

// Rows returns what the actions do.
func (a *Configuring) Rows() act.Rows {
	return act.Rows{keys.Settings: {Do: a.open, Refuse: a.refuse}}
}

func (a *Configuring) refuse() string {
	if a.store == nil {
		return a.Env.Text.Say("the configuration cannot be changed here")
	}
	return ""
}

// readMsg carries the configuration or its error.
type readMsg struct {
	page client.SettingsPage
	err  error
}

// open reads the configuration.
func (a *Configuring) open() tea.Cmd {
	a.Asked = a.Env.Now()
	store := a.store
	return func() tea.Msg {
		page, err := store.Page()
		return readMsg{page, err}
	}
}

// Update shows the configuration. mine is false for every other message.
func (a *Configuring) Update(msg tea.Msg) (cmd tea.Cmd, mine bool) {
	m, mine := msg.(readMsg)
	switch {
	case !mine:
		return nil, false
	case m.err != nil:
		return a.Note.Fail(m.err), true
	}
	return a.Show(palette.Settings(a.Env, a.store, m.page, a.Note.Sentence)), true
}
