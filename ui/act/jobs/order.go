package jobs

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"aloft/model"
	"aloft/model/text"
	"aloft/ui/status"
)

// later moves the job after the next one in the panel.
func (a *Acts) later(j model.JobSnapshot) tea.Cmd {
	shown := model.InOrder(a.Panel.Shown())
	at := slices.IndexFunc(shown, func(o model.JobSnapshot) bool { return o.ID == j.ID })
	switch {
	case at < 0:
		return a.note.SayText(status.Info, text.JobHasEnded)
	case at == len(shown)-1:
		return a.note.SayText(status.Info, "the job cannot move further")
	}
	all := model.InOrder(a.work.all(a.client.Jobs))
	next := slices.IndexFunc(all, func(o model.JobSnapshot) bool { return o.ID == shown[at+1].ID })
	before := ""
	if next+1 < len(all) {
		before = all[next+1].ID
	}
	return a.ask(func() error { return a.client.Jobs.Reorder(j.ID, before) })
}

// earlier moves the job before the one above it in the panel.
func (a *Acts) earlier(j model.JobSnapshot) tea.Cmd {
	shown := model.InOrder(a.Panel.Shown())
	at := slices.IndexFunc(shown, func(o model.JobSnapshot) bool { return o.ID == j.ID })
	switch {
	case at < 0:
		return a.note.SayText(status.Info, text.JobHasEnded)
	case at == 0:
		return a.note.SayText(status.Info, "the job cannot move further")
	}
	return a.ask(func() error { return a.client.Jobs.Reorder(j.ID, shown[at-1].ID) })
}
