package act

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/ui/keys"
)

// Machine is the user's terminal and desktop. A nil field cannot be done there.
type Machine struct {
	Program string // how a shell calls this program
	Getenv  func(string) string
	// CellSize returns the size of the terminal's cells in pixels, 0 if it is not known.
	CellSize func() (w, h int)
	// Editor edits a text in the user's editor, on the terminal, and returns at most that many bytes. name is the
	// file's name.
	Editor   func(name, text string, most int64, done func(text string, err error) tea.Msg) tea.Cmd
	EditCopy func(c client.WorkingCopy, done func(error) tea.Msg) tea.Cmd // edits a file on the terminal
	Opener   Opener                                                       // nil: the viewer shows every file
	Browse   func(address string) error                                   // opens a web address
	// Shell runs a command of the user. Of keys.List, ended tells the exit code, and said is the beginning of its output.
	Shell func(o Own, done func(ended, said string, err error) tea.Msg) tea.Cmd
	// Pack packs entries of this machine into a new archive in a private folder; drop removes it.
	Pack func(ctx context.Context, name string, items []model.Place) (made model.Place, drop func(), err error)
	// GoOn continues paused jobs without the program.
	GoOn func(ids ...string)
}

// Program opens files with its words; {} is the path of the file. No words mean the desktop's program.
type Program []string

// Opener opens files with programs. Only Run must be called on the update loop.
type Opener interface {
	// Any reports whether a program may exist. It does not block.
	Any() bool
	// Rule returns the configured program for a file.
	Rule(name, mime string) (Program, bool)
	// Desktop returns the desktop's own opener.
	Desktop() (Program, bool)
	// Run opens a file of this machine.
	Run(p Program, file model.Place, done func(error) tea.Msg) tea.Cmd
}

// Own is a command of the user and its input.
type Own struct {
	keys.Command
	Places        []model.Place // the selection or the current entry; none on ".."
	Folder, Other model.Place   // of the focused pane and of the other one
	In            model.Place   // of a typed command, where it runs; it has the places as arguments
	Copies        []client.WorkingCopy
}
