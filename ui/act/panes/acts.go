// Package panes has the actions on what a pane shows: its place, its tabs, the selection and order, results.
package panes

import (
	"aloft/client/find"
	"aloft/model"
	"aloft/ui/act"
	"aloft/ui/act/jobs"
	"aloft/ui/act/reading"
)

// Finding fills lists of results and goes to their entries: found, recent and deleted ones.
type Finding struct {
	*act.Screen
}

// Going takes the panes to places: roots of sources, typed places, ids and links, bookmarks, tabs.
type Going struct {
	*act.Screen

	follow *jobs.Following
	read   *reading.Acts
}

// NewGoing returns the actions of a screen.
func NewGoing(s *act.Screen, f *jobs.Following, r *reading.Acts) *Going {
	return &Going{Screen: s, follow: f, read: r}
}

// Listing selects, sorts, finds and counts in the current list.
type Listing struct {
	*act.Screen
	count counting // the last one
}

// counting is a count of folders, and its message: now and then, and when it is done.
type counting struct {
	seq, pane int
	folders   model.Listing // without the other entries
	all       *find.Sum
	done      bool
	err       error
}
