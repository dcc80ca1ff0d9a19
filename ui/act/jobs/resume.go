package jobs

import (
	"errors"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/ui/dialog"
	"aloft/ui/keys"
	"aloft/ui/status"
)

// interruptedMsg carries the jobs found at the start.
type interruptedMsg struct {
	all    []model.JobSnapshot
	events <-chan client.JobEvent
}

// offerResume asks about jobs left unfinished by an earlier run.
func (a *Acts) offerResume(m interruptedMsg) tea.Cmd {
	a.work.snaps, a.work.events = m.all, m.events
	if a.Lower != nil { // it was open in the last session
		a.Panel.Set(a.all())
	}
	var left []model.JobSnapshot
	paused := 0
	for _, j := range m.all {
		switch {
		case j.State == model.JobInterrupted, j.State == model.JobNeedsLogin && !j.Mine:
			left = append(left, j)
		case j.State == model.JobPaused && !j.Mine:
			paused++
		}
	}
	cmds := []tea.Cmd{a.tick(), a.nextEvents()}
	if paused > 0 { // paused on purpose, but the user may look for them here
		cmds = append(cmds, a.Note.Say(status.Info, a.Env.Text.Say("%d {job is|jobs are} paused; %s shows {it|them}", paused, a.Env.Keys.Key(keys.JobsPanel))))
	}
	switch {
	case len(left) > 0 && a.Set.AutoResume:
		answer := dialog.ResumeAnswered{Choice: dialog.ChoseGo}
		for _, j := range left {
			answer.Jobs = append(answer.Jobs, j.ID)
		}
		cmds = append(cmds, a.resume(answer), a.Note.Say(status.Info, a.Env.Text.Say("resuming %d interrupted {job|jobs}", len(left))))
	case len(left) > 0:
		cmds = append(cmds, a.Dialogs.Offer(dialog.NewResume(a.Env, left)))
	}
	return tea.Batch(cmds...)
}

func (a *Acts) resume(m dialog.ResumeAnswered) tea.Cmd {
	engine, ids := a.Client.Jobs, m.Jobs
	act := engine.Resume
	switch m.Choice {
	case dialog.ChoseGo:
		for _, id := range ids {
			a.adopt(id)
		}
	case dialog.ChoseCancelJobs:
		act = engine.Cancel
	default:
		return a.Note.SayText(status.Info, "interrupted jobs are kept; %s shows them", a.Env.Keys.Key(keys.JobsPanel))
	}
	return a.ask(func() error { return errors.Join(model.Each(ids, act)...) })
}

// adopt makes a job of an earlier run one of this session: its end is reported as usual.
func (a *Acts) adopt(id string) {
	if _, ok := a.work.owned[id]; ok {
		return
	}
	a.work.owned[id] = owned{origin: a.Origin()}
}

// SignedIn lists again and resumes jobs that waited for a login.
func (a *Acts) SignedIn() tea.Cmd {
	clear(a.SignedOut) // those still signed out are reported again
	cmds := []tea.Cmd{a.Panes[0].Refresh(), a.Panes[1].Refresh()}
	engine := a.Client.Jobs
	for _, j := range a.work.snaps {
		if j.State == model.JobNeedsLogin {
			id := j.ID
			cmds = append(cmds, func() tea.Msg { return didMsg{engine.Resume(id)} })
		}
	}
	return tea.Batch(cmds...)
}
