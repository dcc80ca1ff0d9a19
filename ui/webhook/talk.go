package webhook

import (
	tea "charm.land/bubbletea/v2"

	"aloft/ui/input"
	"aloft/ui/keys"
)

// Talk shows the conversations and what was said in one of them.
type Talk struct {
	env     *Env
	session string
}

var _ View = (*Talk)(nil)

// NewTalk shows the conversations; with a session it opens that one. Nothing is
// read before Changed.
func NewTalk(env *Env, session string) *Talk { return &Talk{env: env, session: session} }

// Delivery is the id of the delivery that the message under the cursor is about,
// "" when it is about none.
func (t *Talk) Delivery() string { return "" }

// Close drops what is being read.
func (t *Talk) Close() {}

// SetSize sets the outer size.
func (t *Talk) SetSize(int, int) {}

// SetFocus says whether keys go to it.
func (t *Talk) SetFocus(bool) {}

// Restyle takes over new styles.
func (t *Talk) Restyle() {}

// View draws it.
func (t *Talk) View() []string { return nil }

// Context of the keys.
func (t *Talk) Context() keys.Context { return keys.InTalk }

// Do carries out an action.
func (t *Talk) Do(keys.Action) (tea.Cmd, bool) { return nil, false }

// Update takes answers to its own commands.
func (t *Talk) Update(tea.Msg) (tea.Cmd, bool) { return nil, false }

// Changed reads again what has changed.
func (t *Talk) Changed() tea.Cmd { return nil }

// Back goes one step back.
func (t *Talk) Back() bool { return false }

// Typing reports whether a text field has the keys.
func (t *Talk) Typing() bool { return false }

// Type takes a key or a paste.
func (t *Talk) Type(tea.Msg) tea.Cmd { return nil }

// Prompt is the text field.
func (t *Talk) Prompt() *input.Model { return nil }

// Wheel scrolls.
func (t *Talk) Wheel(int) tea.Cmd { return nil }

// Click gives the keys to the part that is clicked.
func (t *Talk) Click(int, int) tea.Cmd { return nil }

// State is the line of the state.
func (t *Talk) State() string { return "" }
