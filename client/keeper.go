package client

import "aloft/model"

// Keeper stores what a person expects to find again: bookmarks, input histories,
// the last places. Getters do no I/O; a setter that could not write returns the
// error, and its value is valid for this session.
type Keeper interface {
	Bookmarks() []Bookmark
	SetBookmarks([]Bookmark) error
	// History of an input, the newest last. The name says which input.
	History(name string) []string
	// AddHistory appends a line; an existing line moves to the end.
	AddHistory(name, line string) error
	// LastPlaces are the places of the panes when the program ended.
	LastPlaces() (left, right model.Place, ok bool)
	SetLastPlaces(left, right model.Place) error
	// FirstRun is true until Welcomed was called, over all sessions.
	FirstRun() bool
	Welcomed() error
}

// Bookmark is a place a person wants to come back to. Key is the letter that jumps
// there, "" when it has none.
type Bookmark struct {
	Key   string
	Name  string
	Place model.Place
}
