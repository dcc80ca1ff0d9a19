// Package webhook shows the webhook receiver: the panel of deliveries, one delivery in full, and the conversations.
// It reads what a client.Hooks has in memory and requests everything else by messages.
package webhook

import (
	tea "charm.land/bubbletea/v2"

	"aloft/ui/input"
	"aloft/ui/keys"
	"aloft/ui/kit"
)

// View covers the panes with one delivery or the conversations. The root owns it, gives it size and keys, and closes
// it if Back does nothing.
type View interface {
	SetSize(w, h int)
	SetFocus(on bool)
	Restyle()
	View() []string // lines of exactly its size
	Item() kit.Item // the place of the keys in them

	Context() keys.Context // keys.InDelivery or keys.InTalk
	// Do carries out an action. ok is false for an unknown one.
	Do(a keys.Action) (cmd tea.Cmd, ok bool)
	// Update handles only the answers to its own commands.
	Update(msg tea.Msg) (cmd tea.Cmd, mine bool)
	// Changed says that something in the receiver has changed.
	Changed() tea.Cmd

	Typing() bool // keys and pastes go to Type
	Type(msg tea.Msg) tea.Cmd
	Prompt() *input.Model // field in the last line, or nil

	Wheel(by int) tea.Cmd
	Click(x, y int) tea.Cmd
	Close()        // cancels requests; the root calls it at the end
	State() string // the text of the state line, clean
}
