// Package files has the actions on entries: make, rename, delete, copy, move, import, export, share, open.
package files

import (
	"aloft/ui/act"
	"aloft/ui/act/jobs"
)

// Changing creates, renames and deletes entries and sets their permissions.
type Changing struct {
	*act.Screen

	jobs      *jobs.Acts
	transfers *Transferring
	left      wrongList // the newest one that was left unfinished
}

// NewChanging returns the actions of a screen.
func NewChanging(s *act.Screen, j *jobs.Acts, t *Transferring) *Changing {
	return &Changing{Screen: s, jobs: j, transfers: t}
}

// Sharing makes, lists and ends links to entries of a drive and saves what others share.
type Sharing struct {
	*act.Screen
}

// Transferring copies, moves, imports and exports entries by whichever operation leads from their source to the
// target.
type Transferring struct {
	*act.Screen

	jobs *jobs.Acts
}

// NewTransferring returns the actions of a screen.
func NewTransferring(s *act.Screen, j *jobs.Acts) *Transferring {
	return &Transferring{Screen: s, jobs: j}
}
