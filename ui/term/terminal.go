package term

import (
	"io"
	"os"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/term"
)

// Terminal is where a screen shows: the one of this process, or one at the other end of a connection.
type Terminal struct {
	In  io.Reader
	Out io.Writer
	// Far: the other end of a connection, which does not tell its size when it is asked.
	Far bool
	// Size is the first size of a far one, Sizes are the later ones.
	Size  tea.WindowSizeMsg
	Sizes <-chan tea.WindowSizeMsg
}

// Own is the terminal of this process.
func Own(in, out *os.File) Terminal { return Terminal{In: in, Out: out} }

// CellSize returns the size of a cell in pixels, 0 where the terminal does not say.
func (t Terminal) CellSize() (w, h int) {
	if f, ok := t.Out.(term.File); ok {
		return cellSize(f.Fd())
	}
	return 0, 0
}

// Flush drops unread input: typed keys and answers of the terminal.
func (t Terminal) Flush() {
	if f, ok := t.In.(term.File); ok {
		flush(f.Fd())
	}
}
