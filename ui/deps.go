// Package ui is the screen: the root that routes, and its parts.
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

// Deps is the input of one session of the screen. A session is a value; package variables hold nothing of it.
type Deps struct {
	Client  act.Client
	Machine act.Machine // its Getenv reads Environ
	Keys    *keys.Map
	Theme   *themes.Theme
	// ThemeDirs are folders with more themes.
	ThemeDirs []string
	Text      *text.Catalogue // nil = English

	Left, Right model.Place                   // first places of the panes
	Practice    bool                          // the account is the program's own, on this machine
	Session     client.Session                // state to restore; a pane with tabs ignores its first place
	KeepSession func(client.Session) error    // stores the state; nil = not stored
	Read        *Document                     // document to open at the start; nil = show the panes
	Results     pane.Lister                   // fills the left pane at the start; nil = show its place
	Home        func(model.Place) model.Place // target of `g h` from a place; nil = the root of its source
	// Configuration is the file of the settings; nil = cannot be changed.
	Configuration client.Settings

	Settings Settings
	Environ  []string          // environment as "NAME=value"; nil = empty
	Now      func() time.Time  // nil = time.Now
	Sent     <-chan Sent       // requests of other processes; nil = none
	Reloads  <-chan Reload     // the configuration at each change; nil = never
	Waits    *client.WaitBoard // what calls wait for; nil = not shown
	Notices  []string          // shown at the start and logged, raw
	Ending   <-chan string     // warnings of logins that expire soon, raw; nil = none
	Choosing bool              // opening chooses an entry and ends the screen
	Ended    func(End)         // called at the end of the screen; may be nil
}

// End is how the user left the screen.
type End struct {
	Chosen []model.Place  // the choice; none after a plain quit
	At     [2]model.Place // folders of the panes, the focused one first
}

// Document is named by its id or link: its place is loose.
type Document struct {
	Place model.Place
	Entry model.Entry
}

// Settings are the [ui] part of the configuration.
type Settings struct {
	act.Settings
	Color      string // auto, always, never: the flag --color; "" = auto
	Borders    string // none, thin, full; "" = thin
	Icons      string // none, unicode, nerd; "" = none
	SyncOutput string // auto, on, off; "" = auto
	// Pictures is how previews show pictures: auto, off, kitty, iterm2, sixel; "" = auto. Linear screens show none.
	Pictures  string
	NoMouse   bool
	Plain     bool // lines for a screen reader instead of panes
	NoWelcome bool
	// NoRestore keeps the state from being stored.
	NoRestore bool
	// Counts lets digits before a movement repeat it.
	Counts bool
	// ReaderWidth is the largest width of a document's text in cells; 0 = no limit.
	ReaderWidth int
}

// Reload is a configuration that was read again on a running screen. Nil fields stay as they are.
type Reload struct {
	Keys     *keys.Map
	Theme    *themes.Theme
	Settings *Settings
	Say      string // what was reloaded or what is wrong, raw; "" = nothing new
	Wrong    bool   // nothing of it applies
}

// Sent is an action requested by another process, as if its key were pressed.
type Sent struct {
	Action keys.Action
	// Answer is called once with why it was refused, or "" when it begins. It must not block.
	Answer func(why string)
}
