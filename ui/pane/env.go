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
	Cut      *model.Marks // what is marked to be moved
	Expected *Expected    // what listings do not show yet
	// Told is what is known of an entry beyond its listing, nil when nothing is.
	Told func(id string) *model.Entry
	// OrderOf is in which order a folder is shown; nil = in the one before.
	OrderOf func(model.Place) model.Order
	// Results fill lists of results, by their written places.
	Results map[string]Results
	// Read is told of every listing that arrived whole; nil when nobody is.
	Read func(*model.Sorted)
	// Watches of the folders that show.
	Watches *Watches
	// Peer is the other pane, nil while there is none.
	Peer func(ID) *Pane

	sorting sync.Mutex // held while a long listing is put in order, which takes three times its memory
}
