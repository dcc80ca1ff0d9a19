package pane

import "aloft/model"

// slowMsg says that the answer is still pending.
type slowMsg struct {
	pane ID
	seq  int
}

// listedMsg carries a listing, a part of one, or an error.
type listedMsg struct {
	pane   ID
	seq    int
	place  model.Place
	sorted *model.Sorted
	known  known
	err    error
	more   *stream // if set, this is a part and the rest comes from here
}

// sortedMsg carries the current listing in another order, or a fresh one made by a job.
type sortedMsg struct {
	pane   ID
	sorted *model.Sorted
	known  known
	fresh  bool
}

// Listed is sent after every complete listing.
type Listed struct {
	Pane  ID
	Place model.Place
}

// Failed is sent when a folder could not be listed.
type Failed struct {
	Pane  ID
	Place model.Place
	Err   error
	Link  bool // entered through a link
}
