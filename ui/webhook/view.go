// Package webhook shows the webhook receiver: the panel of deliveries, one delivery
// in full, and the conversations. It reads what a client.Hooks keeps in memory and
// requests everything else by messages.
package webhook

import (
	tea "charm.land/bubbletea/v2"

	"aloft/ui/input"
	"aloft/ui/keys"
)

// View covers the panes: one delivery, or the conversations. The root owns it,
// gives it its size and the keys, and closes it when Back has nowhere to go.
type View interface {
	SetSize(w, h int)
	SetFocus(on bool)
	Restyle()
	View() []string // exactly as many lines as its height, each of its width

	Context() keys.Context // keys.InDelivery or keys.InTalk
	// Do carries out an action; ok is false for one it does not know.
	Do(a keys.Action) (cmd tea.Cmd, ok bool)
	// Update takes answers to its own commands, and nothing else.
	Update(msg tea.Msg) (cmd tea.Cmd, mine bool)
	// Changed: something in the receiver has changed.
	Changed() tea.Cmd

	Typing() bool // keys and pastes go to Type
	Type(msg tea.Msg) tea.Cmd
	Prompt() *input.Model // the field in the last line, nil = none

	Wheel(by int) tea.Cmd
	Click(x, y int) tea.Cmd
	Close()        // cancels what it still requests; the root calls it at the end
	State() string // the text of the state line, clean
}
