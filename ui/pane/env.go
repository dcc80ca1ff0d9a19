package pane

import (
	"sync"

	"aloft/client"
	"aloft/model"
	"aloft/ui/input"
)

// ID is the number of a pane: 0 is left (or above), 1 right (or below).
type ID int

// Env is what both panes share. The root owns it.
type Env struct {
	*input.Env
	Sources  client.Sources
	Home     func(model.Place) model.Place
	Store    *Store
	Cut      *model.Marks // marked to move
	Expected *Expected    // what listings do not show yet
	// Hidden is the setting of names that begin with a dot: "show", "hide", else hide them on a disk. Dots is what the
	// person has chosen since, "" = nothing.
	Hidden, Dots string
	// Told returns what is known of an entry beyond its listing, or nil.
	Told func(id string) *model.Entry
	// OrderOf returns the order to show a folder in; nil = keep the current order.
	OrderOf func(model.Place) model.Order
	// Beside says that a column beside the panes tells of the current entry.
	Beside bool
	// Results fill lists of results, by their written places.
	Results map[string]Results
	// Read, if set, receives every complete listing.
	Read func(*model.Sorted)
	// Sized returns a listing with the sizes of folders that were counted.
	Sized func(model.Listing) model.Listing
	// Watches of the visible folders.
	Watches *Watches
	// Peer returns the other pane, or nil.
	Peer func(ID) *Pane

	sorting sync.Mutex // held while a long listing is sorted, which takes three times its memory
}
