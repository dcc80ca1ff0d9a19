package client

import "aloft/model"

// Keeper remembers what a person expects to find again: bookmarks, input
// histories, the last places. Every getter answers from memory; a setter that
// could not write says so, and what it set holds for this session.
type Keeper interface {
	Bookmarks() []Bookmark
	SetBookmarks([]Bookmark) error
	// History of an input, the newest last. The name says which input.
	History(name string) []string
	// AddHistory appends a line; a line that is there already moves to the end.
	AddHistory(name, line string) error
	// LastPlaces are where the panes stood when the program ended.
	LastPlaces() (left, right model.Place, ok bool)
	SetLastPlaces(left, right model.Place) error
	// FirstRun is true until Welcomed was called, over all sessions.
	FirstRun() bool
	Welcomed() error
}

// Bookmark is a place a person wants to come back to. Key is the letter that
// jumps there, "" when it has none.
type Bookmark struct {
	Key   string
	Name  string
	Place model.Place
}
