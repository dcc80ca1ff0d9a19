package act

import (
	tea "charm.land/bubbletea/v2"

	"aloft/model"
	"aloft/ui/keys"
)

// Program opens files: its words, {} being the path of the file. None = that of the desktop.
type Program []string

// Opener opens files with programs. Only Run must be called on the update loop.
type Opener interface {
	// Any reports whether there may be one. It does not block.
	Any() bool
	// Rule is the program that the person has configured for a file.
	Rule(name, mime string) (Program, bool)
	// Desktop is the one that knows what opens a file where the person sits.
	Desktop() (Program, bool)
	// Run opens a file of this machine.
	Run(p Program, file model.Place, done func(error) tea.Msg) tea.Cmd
}

// Own is a command of the person's own, and what it is given.
type Own struct {
	keys.Command
	Places        []model.Place // what is selected, or the entry under the cursor; none on ".."
	Folder, Other model.Place   // of the pane with the focus, and of the other one
}
