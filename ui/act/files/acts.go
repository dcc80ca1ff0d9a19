// Package files has the actions on entries: make, rename, delete, copy, move, import, export, share, open.
package files

import (
	"aloft/ui/act"
	"aloft/ui/act/jobs"
	"aloft/ui/input"
)

// Changing creates, renames and deletes entries and sets their permissions.
type Changing struct {
	env     *input.Env
	note    *act.Notes
	screen  *act.Screen
	client  *act.Client
	machine *act.Machine

	jobs      *jobs.Acts
	transfers *Transferring
	left      wrongList // the newest one that was left unfinished
}

// NewChanging returns the actions of a screen.
func NewChanging(s *act.Screen, j *jobs.Acts, t *Transferring) *Changing {
	return &Changing{env: s.Env, note: s.Note, screen: s, client: s.Client, machine: s.Machine, jobs: j, transfers: t}
}

// Sharing makes, lists and ends links to entries of a drive and saves what others share.
type Sharing struct {
	env    *input.Env
	note   *act.Notes
	screen *act.Screen
	client *act.Client
}

// NewSharing returns the actions of a screen.
func NewSharing(s *act.Screen) *Sharing {
	return &Sharing{env: s.Env, note: s.Note, screen: s, client: s.Client}
}

// Transferring copies, moves, imports and exports entries by whichever operation leads from their source to the
// target.
type Transferring struct {
	env     *input.Env
	note    *act.Notes
	screen  *act.Screen
	client  *act.Client
	machine *act.Machine

	jobs *jobs.Acts
}

// NewTransferring returns the actions of a screen.
func NewTransferring(s *act.Screen, j *jobs.Acts) *Transferring {
	return &Transferring{env: s.Env, note: s.Note, screen: s, client: s.Client, machine: s.Machine, jobs: j}
}
