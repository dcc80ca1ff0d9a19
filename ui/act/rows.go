package act

import (
	"maps"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
	"aloft/ui/keys"
	"aloft/ui/status"
)

// Row is an action: what it does and why it cannot do so now, which the palette shows in advance.
type Row struct {
	// Do is nil if the focused component handles the action itself.
	Do func() tea.Cmd
	// Idle returns why there is nothing to work on, or ""; nil = never.
	Idle func() string
	// Refuse returns why the action is not possible here, or ""; nil = never.
	Refuse func() string
	// Needs is what it needs of the pane that a list of results may lack.
	Needs Need
}

// Need is what an action needs of the pane. Each need includes those before it.
type Need int

const (
	Anything    Need = iota
	LiveEntries      // entries that exist: those of the recycle bin do not
	EntryPlaces      // where the entries are: an id is not enough
	TheFolder        // the folder that the pane shows
)

// Rows are the actions of one kind or of all.
type Rows map[keys.Action]Row

// Join returns the rows of all kinds.
func Join(all ...Rows) Rows {
	out := Rows{}
	for _, r := range all {
		maps.Copy(out, r)
	}
	return out
}

// Refusing refuses if the pane has no source, and otherwise calls f.
func (s *Screen) Refusing(f func(client.Source) string) func() string {
	return func() string {
		src, err := s.Pane().Source()
		if err != nil {
			return s.Note.Sentence(err)
		}
		return f(src)
	}
}

// Needs refuses if the pane's source has none of the operations.
func (s *Screen) Needs(ops ...model.Op) func() string {
	return s.Refusing(func(src client.Source) string { return s.Note.Unable(src, ops...) })
}

// Able refuses if the pane's source does not implement T.
func Able[T any](s *Screen, no text.Text) func() string {
	return s.Refusing(func(src client.Source) string {
		if _, ok := src.(T); !ok {
			return s.Env.Text.Say(no, string(src.Root().Scheme))
		}
		return ""
	})
}

// Run carries out a row or says why it cannot.
func (n *Notes) Run(r Row) tea.Cmd {
	if r.Refuse != nil {
		if why := r.Refuse(); why != "" {
			return n.Say(status.Warn, why)
		}
	}
	return r.Do()
}

// Unable returns why a source has none of these operations, or "" if it has one.
func (n *Notes) Unable(src client.Source, ops ...model.Op) string {
	why := ""
	for _, op := range ops {
		err := client.Able(src, op)
		if err == nil {
			return ""
		}
		if why == "" {
			why = n.Sentence(err)
		}
	}
	return why
}
