// Package ui is the screen: the root that routes, and what it is made of.
package ui

import (
	"time"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
)

// Deps is all that one session of the screen is given. A session is a value:
// nothing of it is kept in package variables.
type Deps struct {
	Sources client.Sources
	Jobs    client.Jobs
	Text    *text.Catalogue // nil speaks English

	Left, Right model.Place                   // the panes' first places
	Home        func(model.Place) model.Place // where `g h` goes from a place; nil = the root of its source

	Settings Settings
	Env      func(string) string // environment; nil = nothing is set
	Now      func() time.Time    // nil = time.Now
	Notice   string              // one line said at the start, raw
	FirstRun bool                // show the welcome lines
}

// Settings are the [ui] part of the configuration.
type Settings struct {
	Borders    string // none, thin, full; "" = thin
	SyncOutput string // auto, on, off; "" = auto
	NoMouse    bool
	Icons      bool
	// EdgeStep: at a pane's edge the list moves by one row, not by half a page.
	EdgeStep bool
}
