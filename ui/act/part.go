package act

import (
	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model/text"
	"aloft/ui/input"
	"aloft/ui/keys"
	"aloft/ui/kit"
)

// Keyed takes keys: a part of the screen, or the dialogs over it.
type Keyed interface {
	Context() keys.Context    // of the keys; keys.InInput where they go into a text field
	Typing() bool             // keys and pastes go to Type
	Type(msg tea.Msg) tea.Cmd // takes a key or a paste
}

// Part is a part of the screen that can have the keys: a pane, the reader, a panel, a view.
type Part interface {
	Keyed
	SetFocus(on bool)
	// Do carries out an action that has no row; ok is false where there is nothing to do.
	// keys.Back is one step back within the part.
	Do(id keys.Action) (cmd tea.Cmd, ok bool)
	Prompt() *input.Model // the text field of the last line, nil = none
	Item() kit.Item       // the place of the keys in the drawn part
}

// Panel is a part that stands below the panes.
type Panel interface {
	Part
	SetSize(w, h int)
	Restyle()
	View() []string
	Click(y int) bool
	Wheel(by int)
}

// Lower is a panel with what the screen has to know of it.
type Lower struct {
	Panel
	Name  client.Panel   // in a stored session
	Row   text.Text      // titles the menu of a row
	Enter keys.Action    // of a double click on a row, keys.None = none
	Show  func() tea.Cmd // opens the panel and gives it the keys
}
