// Package dialog has every question the program asks. Dialogs are on a stack; each
// answers with one typed message that carries all that is needed to act on it, and
// none of them does anything itself.
//
// They have four forms: a question (a text with choices under it, or a line to type),
// a list, a form of several fields, and a picker (a list with an input above it). A
// form owns its box and all that is drawn in it; its owner decides what is asked.
package dialog

import (
	"image"

	tea "charm.land/bubbletea/v2"

	"aloft/model"
	"aloft/ui/input"
	"aloft/ui/keys"
)

// Env is what every dialog is given.
type Env = input.Env

// Dialog is one question on the stack.
type Dialog interface {
	// Update takes a key press, a paste or an answer to something it asked.
	// With open false the dialog is over; its answer is in the command.
	Update(msg tea.Msg) (cmd tea.Cmd, open bool)
	// SetSize lays it out for a screen of that size.
	SetSize(width, height int)
	// View draws it to fit the screen. It is pure.
	View() Box
	// Context says which keys work in it: for hints and help.
	Context() keys.Context
}

// Box is a drawn dialog: lines of equal width, to be spliced over the screen.
type Box struct {
	Lines         []string
	Width, Height int
	// Cursor is where the terminal's cursor goes, from the box's upper left
	// corner; nil = hidden.
	Cursor *tea.Position
	leave  image.Rectangle // the words in the lower border that say how to leave
	deaf   string          // the lower border while keys are ignored
}

// At is the position of the box on a screen of that size: in the middle.
func (b Box) At(width, height int) (x, y int) {
	return max(0, (width-b.Width)/2), max(0, (height-b.Height)/2)
}

// Origin is what a dialog was opened for: the pane (0 left, 1 right) and the folder
// that it showed then. Answers carry it back, since the person may have moved on.
type Origin struct {
	Pane  int
	Place model.Place
}
