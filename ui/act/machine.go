package act

import (
	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/ui/keys"
)

// Machine is where the person sits: the terminal, and the programs of the desktop. What is
// nil cannot be done there.
type Machine struct {
	Program string // how a shell calls this program
	Getenv  func(string) string
	// Editor edits a text in the person's editor, with the terminal, and returns at
	// most so many bytes of it. name is that of a file.
	Editor   func(name, text string, most int64, done func(text string, err error) tea.Msg) tea.Cmd
	EditCopy func(c client.WorkingCopy, done func(error) tea.Msg) tea.Cmd // lets a file be edited with the terminal
	Opener   Opener                                                       // nil: the viewer shows every file
	Browse   func(address string) error                                   // opens a web address
	// Shell runs a command of the person's own.
	Shell func(o Own, done func(error) tea.Msg) tea.Cmd
	// GoOn lets paused jobs go on without the program.
	GoOn func(ids ...string)
}

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
