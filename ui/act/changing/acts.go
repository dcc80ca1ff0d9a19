// Package changing creates, renames and deletes entries and sets their permissions.
package changing

import (
	"aloft/ui/act"
	"aloft/ui/act/jobs"
	"aloft/ui/act/transferring"
	"aloft/ui/input"
)

// Acts are the actions.
type Acts struct {
	env     *input.Env
	note    *act.Notes
	screen  *act.Screen
	client  *act.Client
	machine *act.Machine

	jobs      *jobs.Acts
	transfers *transferring.Acts
	left      wrongList // the newest one that was left unfinished
}

// New returns the actions of a screen.
func New(s *act.Screen, j *jobs.Acts, t *transferring.Acts) *Acts {
	return &Acts{env: s.Env, note: s.Note, screen: s, client: s.Client, machine: s.Machine, jobs: j, transfers: t}
}

// Kinds of prompts, which also name their histories.
const (
	promptFolder   = "folder"
	promptTitle    = "title"
	promptAddress  = "address"
	promptAbout    = "about"
	promptMarkdown = "markdown"
)

// asked is what a prompt is for: its kind, which also names its history, and the document.
type asked struct {
	kind  string
	draft newDraft
}
