package client

import (
	"time"

	"aloft/model"
)

// Keeper stores what a person expects to find again: bookmarks, input histories, in
// which order folders are shown. Getters do no I/O; a setter that could not write
// returns the error, and its value is valid for this session.
type Keeper interface {
	Bookmarks() []Bookmark
	SetBookmarks([]Bookmark) error
	// History of an input, the newest last. The name says which input.
	History(name string) []string
	// AddHistory appends a line; an existing line moves to the end.
	AddHistory(name, line string) error
	// Order of a folder: its own, else that of the nearest folder above it that has
	// one, else by name.
	Order(folder model.Place) model.Order
	SetOrder(folder model.Place, o model.Order) error
	// Visit remembers that a folder is shown. Visited returns the places of the visits, the best to go back to first.
	Visit(at model.Place, now time.Time) error
	Visited(now time.Time) []model.Place
	// FirstRun is true until Welcomed was called, over all sessions.
	FirstRun() bool
	Welcomed() error
}

// Bookmark is a place a person wants to come back to. Key is the letter that jumps
// there, "" when it has none. Document: the place is a document, which is read from
// the heading.
type Bookmark struct {
	Key      string
	Name     string
	Place    model.Place
	Document bool
	Heading  Heading
}

// Same reports whether both lead to the same place.
func (b Bookmark) Same(c Bookmark) bool {
	return b.Place.Equal(c.Place) && b.Document == c.Document && b.Heading == c.Heading
}
