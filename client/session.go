package client

import "aloft/model"

// Session is where a person is on the screen: what comes back at the next start. It
// holds places and names, never an id beyond those that places are pinned with.
type Session struct {
	Sides   [2]Side
	Focus   int // the active pane, 0 or 1
	Zoom    bool
	Split   bool // panes above each other
	Sync    bool // both panes go together
	NoInfo  bool // the column beside the panes is hidden
	Over    bool // it takes the other pane's place where there is no room
	Panel   Panel
	OnPanel bool   // the panel has the keys
	Dots    string // "show" or "hide": names that begin with a dot, otherwise than the setting; "" = as it says
	Ground  string // background of the terminal, #rrggbb; "" = not known
	// Reading is the document that covers the panes, zero = none.
	Reading Reading
}

// Panel is what shows below the panes.
type Panel string

// Panels. NoPanel shows none.
const (
	NoPanel    Panel = ""
	PanelJobs  Panel = "jobs"
	PanelHooks Panel = "webhook"
)

// Side are the tabs of a pane, in their order; At is the one that shows. Without
// tabs there is nothing to come back to.
type Side struct {
	Tabs []Tab
	At   int
}

// Tab is a folder as it is shown.
type Tab struct {
	Place  model.Place
	On     model.Place // the entry under the cursor, zero = none
	Order  model.Order
	Filter string
	// Back and Forward are the places of its history, the nearest last.
	Back, Forward []model.Place
	Selected      []Selected
}

// Selected is an entry that is selected.
type Selected struct {
	Folder model.Place
	Key    model.Key
}

// Reading is a document, and the heading that is read.
type Reading struct {
	Place   model.Place
	Heading Heading
}

// Heading is a heading of a document: Nth is which of those with its title, from 1.
// The zero Heading is the document's beginning.
type Heading struct {
	Title string
	Nth   int
}

// Bounds of a session: what is beyond them is left out when it is stored.
const (
	MaxTabs     = 20   // of a side
	MaxSteps    = 30   // of a tab's history, in each direction
	MaxSelected = 1000 // of a tab; where more are selected, none is stored
)
