// Package dialog has every question of the program. Dialogs form a stack. Each answers with one typed message that
// carries all that is needed to act on it; a dialog does nothing itself.
//
// They have four forms: a question (a text with choices, or a line to type), a list, a form of several fields, and a
// picker (a list with an input above it). A form draws the whole box; its owner decides what is asked.
package dialog

import (
	"image"

	tea "charm.land/bubbletea/v2"

	"aloft/model"
	"aloft/ui/input"
	"aloft/ui/keys"
	"aloft/ui/kit"
)

// Env is given to every dialog.
type Env = input.Env

// Dialog is one question on the stack.
type Dialog interface {
	// Update takes a key, a paste or an answer to a request. open false ends the dialog; its answer is in the
	// command.
	Update(msg tea.Msg) (cmd tea.Cmd, open bool)
	// SetSize lays the dialog out for a screen of that size.
	SetSize(width, height int)
	// View draws it to fit the screen. It is pure.
	View() Box
	// Context returns the context of its keys, for hints and help.
	Context() keys.Context
}

// Box is a drawn dialog: lines of equal width to lay over the screen.
type Box struct {
	Lines         []string
	Width, Height int
	// Cursor is the terminal's cursor from the box's upper left corner; nil = hidden.
	Cursor *tea.Position
	Item   tea.Position    // the row that the keys are on
	Now    kit.Current     // the same in words
	Said   []string        // the rows that are no choices, clean
	leave  image.Rectangle // the words in the lower border that say how to leave
	deaf   string          // the lower border while keys are ignored
}

// At returns the position of the box in the middle of a screen.
func (b Box) At(width, height int) (x, y int) {
	return max(0, (width-b.Width)/2), max(0, (height-b.Height)/2)
}

// Origin is the pane (0 left, 1 right) and its folder when the dialog was opened. Answers return it because the user
// may have moved on.
type Origin struct {
	Pane  int
	Place model.Place
}
