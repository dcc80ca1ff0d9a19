package ui

import (
	"testing"

	tea "charm.land/bubbletea/v2"

	"aloft/model"
)

// What the terminal is told about a job and about commands that ask.
func TestProgramStatus(t *testing.T) {
	running := &model.JobSnapshot{State: model.JobRunning, Items: 4, Done: 1}
	for _, c := range []struct {
		name   string
		job    *model.JobSnapshot
		asking int
		want   *tea.ProgramStatus
	}{
		{"nothing", nil, 0, nil},
		{"a job that has no items yet", &model.JobSnapshot{State: model.JobRunning}, 0, nil},
		{"a job", running, 0, &tea.ProgramStatus{State: tea.ProgramStateWorking, Progress: 25, HasProgress: true}},
		{"a job without its sign-in", &model.JobSnapshot{State: model.JobNeedsLogin, Items: 4}, 0,
			&tea.ProgramStatus{State: tea.ProgramStateBlocked, Kind: tea.ProgramStatusKindAuth}},
		{"a job and a question", running, 1,
			&tea.ProgramStatus{State: tea.ProgramStateBlocked, Kind: tea.ProgramStatusKindPermission, Message: "1 webhook command waits for permission"}},
	} {
		got := programStatus(nil, c.job, c.asking)
		if c.want != nil {
			c.want.App = "aloft"
		}
		if (got == nil) != (c.want == nil) || got != nil && *got != *c.want {
			t.Errorf("%s: %+v, not %+v", c.name, got, c.want)
		}
	}
}
