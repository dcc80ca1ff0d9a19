// Package transferring copies, moves, imports and exports entries by whichever operation leads from their source to
// the target.
package transferring

import (
	tea "charm.land/bubbletea/v2"

	"aloft/model"
	"aloft/ui/act"
	"aloft/ui/act/jobs"
	"aloft/ui/input"
)

// Acts are the actions.
type Acts struct {
	env    *input.Env
	note   *act.Notes
	screen *act.Screen
	client *act.Client

	jobs *jobs.Acts
}

// New returns the actions of a screen.
func New(s *act.Screen, j *jobs.Acts) *Acts {
	return &Acts{env: s.Env, note: s.Note, screen: s, client: s.Client, jobs: j}
}

// FileFor is the purpose of a file and the name of its history.
type FileFor string

const toImport FileFor = "import"

func (a *Acts) dropMarks() tea.Cmd {
	a.screen.Cut.Drop(model.MarkCut)
	a.screen.Cut.Drop(model.MarkCopy)
	return nil
}
