package jobs

import (
	tea "charm.land/bubbletea/v2"

	"aloft/model"
	"aloft/ui/dialog"
	"aloft/ui/keys"
	"aloft/ui/status"
)

// startedMsg says that a job runs or could not be started.
type startedMsg struct {
	wish Wish
	plan *model.Plan
	id   string
	err  error
}

// start runs a decided plan.
func (a *Acts) start(p *model.Plan) tea.Cmd {
	w := a.work.wishes[p.ID]
	delete(a.work.wishes, p.ID)
	ctx, jobs := a.Env.Ctx, a.Client.Jobs
	return func() tea.Msg {
		id, err := jobs.Start(ctx, p)
		return startedMsg{w, p, id, err}
	}
}

// startedJob notes who started the job and puts the cursor where the result will be.
func (a *Acts) startedJob(m startedMsg) tea.Cmd {
	if m.err != nil {
		if m.wish.Picker != 0 {
			made := dialog.FolderMade{Dialog: m.wish.Picker, Err: m.err}
			return func() tea.Msg { return made }
		}
		return tea.Batch(a.Note.Fail(m.err), m.wish.told("", ""))
	}
	told := m.wish.told(m.id, model.JobRunning)
	a.work.owned[m.id] = own(m.wish, m.plan)
	a.Refresh()
	for i := range m.plan.Items {
		it := &m.plan.Items[i]
		if it.Op.Row().Ends == model.EndInFolder && len(m.plan.Items) == 1 {
			if at, ok := it.After(); ok {
				kind := it.Kind
				switch {
				case at.Parent().IsSpaces():
					kind = model.KindSpace
				case it.Op.Row().Folder:
					kind = model.KindFolder
				case it.New != nil:
					kind = it.New.Kind
				}
				a.Panes[m.wish.Origin.Pane].Want(at.Parent(), at.Base(), kind)
			}
		}
	}
	if m.plan.Paused {
		return tea.Batch(told, a.Note.SayText(status.Info, "the job is paused; %s shows it, and %s there resumes it", a.Env.Keys.Key(keys.JobsPanel), a.Env.Keys.Key(keys.JobPause)))
	}
	// It may already have ended.
	if j := a.work.find(m.id); j != nil && j.State.Ended() {
		return tea.Batch(a.tick(), a.ended(m.id))
	}
	return tea.Batch(told, a.tick())
}

// forgo forgets the request: there is no job.
func (a *Acts) forgo(plan string) tea.Cmd {
	w := a.work.wishes[plan]
	delete(a.work.wishes, plan)
	return w.told("", "")
}
