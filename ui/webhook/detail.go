package webhook

import (
	tea "charm.land/bubbletea/v2"

	"aloft/model"
	"aloft/ui/input"
	"aloft/ui/keys"
)

// Detail shows one delivery in full: its request, and its output as it grows.
type Detail struct {
	env *Env
	id  string
}

var _ View = (*Detail)(nil)

// NewDetail shows the delivery of an id. Nothing is read before Changed.
func NewDetail(env *Env, id string) *Detail { return &Detail{env: env, id: id} }

// ID of the delivery that shows.
func (d *Detail) ID() string { return d.id }

// Current is the delivery that shows, nil while it is not read.
func (d *Detail) Current() *model.Delivery { return nil }

// Close drops what is being read.
func (d *Detail) Close() {}

// SetSize sets the outer size.
func (d *Detail) SetSize(int, int) {}

// SetFocus says whether keys go to it.
func (d *Detail) SetFocus(bool) {}

// Restyle takes over new styles.
func (d *Detail) Restyle() {}

// View draws it.
func (d *Detail) View() []string { return nil }

// Context of the keys.
func (d *Detail) Context() keys.Context { return keys.InDelivery }

// Do carries out an action.
func (d *Detail) Do(keys.Action) (tea.Cmd, bool) { return nil, false }

// Update takes answers to its own commands.
func (d *Detail) Update(tea.Msg) (tea.Cmd, bool) { return nil, false }

// Changed reads again what has changed.
func (d *Detail) Changed() tea.Cmd { return nil }

// Back goes one step back.
func (d *Detail) Back() bool { return false }

// Typing reports whether a text field has the keys.
func (d *Detail) Typing() bool { return false }

// Type takes a key or a paste.
func (d *Detail) Type(tea.Msg) tea.Cmd { return nil }

// Prompt is the text field.
func (d *Detail) Prompt() *input.Model { return nil }

// Wheel scrolls.
func (d *Detail) Wheel(int) tea.Cmd { return nil }

// Click gives the keys to the part that is clicked.
func (d *Detail) Click(int, int) tea.Cmd { return nil }

// State is the line of the state.
func (d *Detail) State() string { return "" }
