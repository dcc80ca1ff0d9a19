package jobs

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"aloft/model"
	"aloft/model/text"
	"aloft/ui/status"
)

// shift moves the job before the one above it in the panel, or with 1 after the next one.
func (a *Acts) shift(j model.JobSnapshot, by int) tea.Cmd {
	shown := model.InOrder(a.Panel.Shown())
	at := slices.IndexFunc(shown, func(o model.JobSnapshot) bool { return o.ID == j.ID })
	switch to := at + by; {
	case at < 0:
		return a.Note.SayText(status.Info, text.JobHasEnded)
	case to < 0 || to == len(shown):
		return a.Note.SayText(status.Info, "the job cannot move further")
	}
	before := shown[at+by].ID
	if by > 0 {
		all := model.InOrder(a.all())
		next := 1 + slices.IndexFunc(all, func(o model.JobSnapshot) bool { return o.ID == before })
		if before = ""; next < len(all) {
			before = all[next].ID
		}
	}
	return a.ask(func() error { return a.Client.Jobs.Reorder(j.ID, before) })
}
