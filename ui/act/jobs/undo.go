package jobs

import (
	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
	"aloft/ui/jobs"
	"aloft/ui/status"
)

// undoLast plans to take back the last job, or with redo the last undo.
func (a *Acts) undoLast(redo bool) tea.Cmd {
	a.Refresh()
	j, ok := model.LastUndo(a.work.snaps, redo)
	if !ok {
		return a.SayText(status.Info, text.NothingToUndo)
	}
	return a.undo(j)
}

// undo plans to take back a job. The plan is always shown, since it names the job.
func (a *Acts) undo(j model.JobSnapshot) tea.Cmd {
	return a.Plan(Wish{Origin: a.Origin(), Req: client.Request{Undo: j.ID, Rule: model.ConflictAsk}})
}

// undoes names the job that a plan takes back, or does again, "" = none: not the undos and
// redos in between.
func (a *Acts) undoes(p *model.Plan) string {
	id := p.Undoes
	for range a.work.snaps {
		j := a.work.find(id)
		if j == nil {
			break
		}
		if j.Undoes == "" {
			return jobs.What(a.Env, j)
		}
		id = j.Undoes
	}
	return id
}
