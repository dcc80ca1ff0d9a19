// Package ui is the screen: the root that routes, and what it is made of.
package ui

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
	"aloft/themes"
	"aloft/ui/keys"
)

// Deps are all that one session of the screen is given. A session is a value:
// nothing of it is kept in package variables.
type Deps struct {
	Sources client.Sources
	Jobs    client.Jobs
	Edits   client.Edits  // nil: documents are read only
	Program string        // how a shell calls this program; "" = aloft
	Hooks   client.Hooks  // the webhook receiver; nil = there is none
	Keeper  client.Keeper // nil remembers nothing
	Keys    *keys.Map
	Theme   *themes.Theme
	// ThemeDirs are where more themes may lie.
	ThemeDirs []string
	Text      *text.Catalogue // nil speaks English

	Left, Right model.Place                   // the panes' first places
	Home        func(model.Place) model.Place // where `g h` goes from a place; nil = the root of its source
	HomeDir     []model.Step                  // the path of "~" on disk

	// Editor edits a text in the person's editor, with the terminal, and returns at
	// most so many bytes of it; nil = there is none. name is that of a file.
	Editor func(name, text string, most int64, done func(text string, err error) tea.Msg) tea.Cmd

	Settings Settings
	Environ  []string            // environment as "NAME=value"; nil = nothing is set
	Now      func() time.Time    // nil = time.Now
	GoOn     func(ids ...string) // lets paused jobs go on without the program; nil = they cannot
	Reloads  <-chan Reload       // the configuration, each time it changes; nil = never
	Waits    *client.WaitBoard   // what calls wait for; nil = not reported
	Notices  []string            // shown at the start and kept in the log, raw
}

// Settings are the [ui] part of the configuration.
type Settings struct {
	Color      string // auto, always, never: the flag --color; "" = auto
	Borders    string // none, thin, full; "" = thin
	SyncOutput string // auto, on, off; "" = auto
	NoMouse    bool
	NoWelcome  bool
	Brake      model.Brake
	AutoResume bool // interrupted jobs go on at the start, without a question
	// ShowPlans: a small move, copy, import or export shows its plan, too.
	ShowPlans bool
	// EdgeStep: at a pane's edge the list moves by one row, not by half a page.
	EdgeStep bool
}
