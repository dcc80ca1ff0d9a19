// Package ui is the screen: the root that routes, and what it is made of.
package ui

import (
	"time"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
	"aloft/themes"
	"aloft/ui/act"
	"aloft/ui/keys"
	"aloft/ui/pane"
)

// Deps are all that one session of the screen is given. A session is a value:
// nothing of it is kept in package variables.
type Deps struct {
	Client  act.Client
	Machine act.Machine // its Getenv is that of Environ
	Keys    *keys.Map
	Theme   *themes.Theme
	// ThemeDirs are where more themes may lie.
	ThemeDirs []string
	Text      *text.Catalogue // nil speaks English

	Left, Right model.Place                   // the panes' first places
	Practice    bool                          // the account is the program's own, on this machine
	Session     client.Session                // what comes back; a pane with tabs ignores its first place
	KeepSession func(client.Session) error    // stores where the person is; nil = nothing does
	Read        *Document                     // is read at the start; nil = the panes show
	Results     pane.Lister                   // fills the left pane at the start; nil = it shows its place
	Home        func(model.Place) model.Place // where `g h` goes from a place; nil = the root of its source
	// Configuration is the file that the settings come from; nil = it cannot be changed.
	Configuration client.Settings

	Settings Settings
	Environ  []string          // environment as "NAME=value"; nil = nothing is set
	Now      func() time.Time  // nil = time.Now
	Sent     <-chan Sent       // what other processes ask for; nil = nothing
	Reloads  <-chan Reload     // the configuration, each time it changes; nil = never
	Waits    *client.WaitBoard // what calls wait for; nil = not reported
	Notices  []string          // shown at the start and kept in the log, raw
	Ending   <-chan string     // what is said of logins that end soon, raw; nil = nothing
	Choosing bool              // what is opened is chosen, and ends the screen
	Ended    func(End)         // told how the person left the screen; nil = nobody asks
}

// End is how the person left the screen.
type End struct {
	Chosen []model.Place  // what was chosen, none when the screen was just quit
	At     [2]model.Place // the folders of the panes, the one with the focus first
}

// Document is one that is named by its id or its link: its place is loose.
type Document struct {
	Place model.Place
	Entry model.Entry
}

// Settings are the [ui] part of the configuration.
type Settings struct {
	act.Settings
	Color      string // auto, always, never: the flag --color; "" = auto
	Borders    string // none, thin, full; "" = thin
	SyncOutput string // auto, on, off; "" = auto
	NoMouse    bool
	NoWelcome  bool
	// NoRestore: it is not stored where the person is.
	NoRestore bool
	// Counts: digits before a movement say how often it is made.
	Counts bool
	// ReaderWidth is the width of a document's text in cells at most; 0 = as wide as
	// there is room.
	ReaderWidth int
}

// Reload is a configuration that was read again while the screen runs. What is
// nil stays as it is.
type Reload struct {
	Keys     *keys.Map
	Theme    *themes.Theme
	Settings *Settings
	Say      string // what was reloaded, or what is wrong with it, raw
	Wrong    bool   // nothing of it is in force
}

// Sent is an action that another process asks for, as if its key were pressed.
type Sent struct {
	Action keys.Action
	// Answer is told once why it is not done, "" when it is begun. It must not block.
	Answer func(why string)
}
