package pane

import "aloft/model"

// slowMsg: the answer is still awaited.
type slowMsg struct {
	pane ID
	seq  int
}

// listedMsg: a listing, or a part of it, or a failure.
type listedMsg struct {
	pane   ID
	seq    int
	place  model.Place
	sorted *model.Sorted
	known  known
	err    error
	more   *stream // set: a part; the rest comes from here
}

// sortedMsg: the listing that is shown, in another order, or a fresh one that a job
// has made.
type sortedMsg struct {
	pane   ID
	sorted *model.Sorted
	known  known
	fresh  bool
}

// Listed is sent after every listing that arrived complete.
type Listed struct {
	Pane  ID
	Place model.Place
}

// Failed is sent when a folder could not be listed.
type Failed struct {
	Pane  ID
	Place model.Place
	Err   error
	Link  bool // it was entered through a link
}
