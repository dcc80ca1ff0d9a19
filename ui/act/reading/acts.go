// Package reading shows entries: documents in the reader, and details of everything else. It requests what a listing
// lacks when the cursor rests.
package reading

import (
	"context"

	"aloft/model"
	"aloft/ui/act"
	"aloft/ui/act/files"
	"aloft/ui/status"
)

// Acts are the actions, with their state.
type Acts struct {
	*act.Screen

	transfers *files.Transferring
	opening   *files.Opening
	rest      rest
	follow    follow
	comesBack bool // the document of the last session may still open
	linked    int  // number of the last list of links
	contents  contents
	watching  watching
	rooms     rooms
}

// New returns the actions of a screen.
func New(s *act.Screen, t *files.Transferring, o *files.Opening) *Acts {
	return &Acts{Screen: s, transfers: t, opening: o, rest: rest{poor: map[string]bool{}}}
}

func (a *Acts) noPreview() string {
	if a.Previews() {
		return ""
	}
	return a.Env.Text.Say("no preview is shown beside the panes")
}

// contents is the column's view of the current folder.
type contents struct {
	on     string // the folder, "" = none
	seq    int
	cancel context.CancelFunc
	slow   bool
	err    error
	known  map[string]*status.Inside // by place
	follow bool                      // the folder before it was listed
	of     *model.Sorted             // what known was counted from, nil = listed for the column
}

// follow is the current document for the column.
type follow struct {
	on  string // the entry, "" = nothing to show
	seq int
}

// rest is the timer of the current entry.
type rest struct {
	seq  int
	poor map[string]bool // sources whose answers add nothing to their listings
}
