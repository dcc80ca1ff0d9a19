// Package input is the one text field of the program: with the terminal's real
// cursor at the right column, readline's keys, and nothing but clean text on
// the screen.
package input

import (
	tea "charm.land/bubbletea/v2"

	"aloft/model"
	"aloft/model/text"
	"aloft/themes"
	"aloft/ui/keys"
)

// Env is what every part of the screen is given. It is shared by pointer: the
// root replaces Styles and Ruler in it when the theme or the terminal's ways
// change.
type Env struct {
	Keys   *keys.Map
	Styles *themes.Styles
	Text   *text.Catalogue
	Ruler  model.Ruler
}

// Options of a new input.
type Options struct {
	Prompt      string // before the text
	Placeholder string // shown while there is no text
	Value       string // raw
	Cursor      int    // byte offset in Value; -1 = its end
	Max         int    // bytes that the service takes, 0 = no limit
	History     []string
	// Check says what is wrong with a value, or nil. It is pure and quick.
	Check func(string) error
	// Complete: Tab asks for completions with CompleteAsked.
	Complete bool
	Width    int // cells, prompt included
}

// Did says what a message did to an input.
type Did int

const (
	Nothing  Did = iota // not for an input: the owner may use it
	Edited              // the value has changed
	Moved               // the cursor, the list of completions, or nothing at all
	Accepted            // Enter
	Canceled            // Esc
)

// CompleteAsked wants completions for the text before the cursor. The answer
// goes back as Completed with the same ID and Seq.
type CompleteAsked struct {
	ID, Seq int
	Text    string
}

// Completed answers CompleteAsked: each item replaces the text from the byte
// offset From up to the cursor.
type Completed struct {
	ID, Seq int
	From    int
	Items   []string
	Err     error
}

// Model is a text field.
type Model struct{ env *Env }

// New makes an input. It has the focus as long as its owner hands it keys.
func New(env *Env, id int, o Options) *Model { return &Model{env: env} }

// Update takes a key press, a paste or an answer.
func (m *Model) Update(msg tea.Msg) (Did, tea.Cmd) { return Nothing, nil }

// SetWidth sets the cells of the field, prompt included.
func (m *Model) SetWidth(w int) {}

// Value is the raw text.
func (m *Model) Value() string { return "" }

// SetValue replaces the text and puts the cursor at its end.
func (m *Model) SetValue(s string) {}

// View is the field, exactly as wide as it was set, and the column of the
// cursor in it.
func (m *Model) View() (line string, cursor int) { return "", 0 }

// Trouble is why the value would not be accepted, "" when it would. Clean.
func (m *Model) Trouble() string { return "" }
