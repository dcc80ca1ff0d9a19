package ui

import (
	"errors"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
	"aloft/ui/dialog"
	"aloft/ui/jobs"
	"aloft/ui/keys"
	"aloft/ui/status"
)

// interruptedMsg: the jobs that were there at the start.
type interruptedMsg struct{ all []model.JobSnapshot }

// reportedMsg: what became of the items of a job that has ended, or that is
// looked at.
type reportedMsg struct {
	job   model.JobSnapshot
	items []model.ItemReport
	err   error
	look  bool // the person wants to see them
	open  bool // only if that report is still open
	retry bool // the person wants those that failed tried again
}

// didMsg: something that was asked of the engine is done, or not.
type didMsg struct{ err error }

// jobEvents follows the engine: fresh listings and touched folders go to the
// panes that show them, ends are told once.
func (a *App) jobEvents(m jobEventsMsg) tea.Cmd {
	var cmds []tea.Cmd
	a.work.refresh(a.Jobs)
	for _, e := range m.events {
		for _, p := range a.Panes {
			if e.Listing != nil {
				cmds = append(cmds, p.Fresh(e.Listing))
			}
			for _, at := range e.Touched {
				if at.Equal(p.Place()) {
					cmds = append(cmds, p.Touch(false))
				}
			}
		}
		if still(e.State) {
			for _, p := range a.Panes {
				cmds = append(cmds, p.Touch(true))
			}
		}
		if e.State != "" && e.Job == dialog.ReportOf(a.Dialogs.Top()) {
			cmds = append(cmds, a.reportAgain(e.Job))
		}
		switch {
		case e.State.Ended():
			cmds = append(cmds, a.endedElsewhere(e.Job), a.ended(e.Job))
		case e.State == model.JobNeedsLogin:
			if j := a.work.find(e.Job); j != nil {
				cmds = append(cmds, a.NeedLogin(j.From, errors.New(j.Error)))
			}
		}
	}
	if a.Switches.Panel {
		a.panel.Set(a.work.snaps)
	}
	if !m.closed {
		cmds = append(cmds, a.nextEvents())
	}
	cmds = append(cmds, a.tick())
	return tea.Batch(cmds...)
}

// endedElsewhere lists the folders again that a job of another process has
// changed: of its listings nothing is told here.
func (a *App) endedElsewhere(id string) tea.Cmd {
	j := a.work.find(id)
	if j == nil || j.Mine || !j.EndedAt.After(a.quit.started) || a.work.told[id] {
		return nil
	}
	if _, mine := a.work.owned[id]; mine {
		return nil
	}
	a.work.told[id] = true
	var cmds []tea.Cmd
	for _, p := range a.Panes {
		if at := p.Place(); at.Equal(j.From) || at.Equal(j.To) && !j.To.IsZero() {
			cmds = append(cmds, p.Refresh())
		}
	}
	return tea.Batch(cmds...)
}

func still(s model.JobState) bool {
	return s.Ended() || s == model.JobPaused || s == model.JobNeedsLogin
}

// ended asks what became of the items of a job that this session has started.
func (a *App) ended(id string) tea.Cmd {
	_, mine := a.work.owned[id]
	j := a.work.find(id)
	if !mine || j == nil || a.work.told[id] {
		return a.quitIfDone()
	}
	a.work.told[id] = true
	return tea.Batch(a.report(*j, false, false), a.quitIfDone())
}

// reportAgain reads the items of a job for the report that is open.
func (a *App) reportAgain(id string) tea.Cmd {
	j := a.work.find(id)
	if j == nil {
		return nil
	}
	engine, snap := a.Jobs, *j
	return func() tea.Msg {
		items, err := engine.Report(id)
		return reportedMsg{job: snap, items: items, err: err, open: true}
	}
}

func (a *App) report(j model.JobSnapshot, look, retry bool) tea.Cmd {
	engine := a.Jobs
	return func() tea.Msg {
		items, err := engine.Report(j.ID)
		return reportedMsg{job: j, items: items, err: err, look: look, retry: retry}
	}
}

// reported: done items leave the selection of the pane the job was started in,
// failed ones stay in it; a failure is told with its choices.
func (a *App) reported(m reportedMsg) tea.Cmd {
	switch {
	case m.open:
		return a.Dialogs.Update(dialog.ReportLoaded{Job: m.job, Items: m.items})
	case m.look:
		return a.Dialogs.Push(dialog.NewReport(a.Env, m.job, m.items, m.err))
	case m.err != nil:
		return a.Fail(m.err)
	case m.retry:
		return a.again(m)
	}
	o := a.work.owned[m.job.ID]
	p := a.Panes[o.wish.origin.Pane]
	var bad []model.ItemReport
	var cmds []tea.Cmd
	for i := range m.items {
		switch it := &m.items[i]; it.State {
		case model.ItemDone:
			if !it.Item.Op.Row().NoSource {
				at := it.Item.Parent.JoinPin(it.Item.Name, it.Item.Pin)
				p.Gone(at)
				a.Cut.Gone(at)
			}
			cmds = append(cmds, a.carried(*it))
		case model.ItemFailed, model.ItemMissing, model.ItemConflict, model.ItemUnknown:
			bad = append(bad, *it)
		}
	}
	return tea.Batch(append(cmds, a.watchBehind(), a.tellEnd(m, o, bad))...)
}

// tellEnd says how a job has ended.
func (a *App) tellEnd(m reportedMsg, o owned, bad []model.ItemReport) tea.Cmd {
	switch {
	case o.wish.picker != 0:
		return madeFor(o.wish, m, bad)
	case len(bad) > 0:
		a.work.failed[m.job.ID] = true
		return a.askAgain(m.job, bad)
	case m.job.State == model.JobCancelled:
		return a.SayText(status.Warn, "cancelled: %d of %d {was|were} done and stay done", m.job.Done, m.job.Items)
	}
	return a.Say(status.OK, a.doneText(&m.job, o.plan))
}

// madeFor answers a Pick that waits for a folder.
func madeFor(w wish, m reportedMsg, bad []model.ItemReport) tea.Cmd {
	made := dialog.FolderMade{Dialog: w.picker}
	if len(w.req.Items) > 0 {
		made.Place = w.req.Items[0]
	}
	if len(bad) > 0 {
		made.Err = errors.New(bad[0].Error)
	}
	return func() tea.Msg { return made }
}

// jobAsked carries out a wish of the jobs panel.
func (a *App) jobAsked(m jobs.Asked) tea.Cmd {
	engine, j := a.Jobs, m.Job
	if j.ID == "" && m.Action != keys.JobPauseAll && m.Action != keys.JobClear {
		return a.SayText(status.Info, text.NoJobs)
	}
	run := func(f func() error) tea.Cmd { return func() tea.Msg { return didMsg{f()} } }
	switch m.Action {
	case keys.JobDetails:
		return a.report(j, true, false)
	case keys.JobRetry:
		return a.report(j, false, true)
	case keys.JobPause:
		switch {
		case j.State.Ended():
			return a.SayText(status.Info, text.JobHasEnded)
		case jobs.Live(j.State):
			return run(func() error { return engine.Pause(j.ID) })
		}
		a.adopt(j.ID)
		return run(func() error { return engine.Resume(j.ID) })
	case keys.JobPauseAll:
		live := a.work.running()
		return run(func() error {
			var errs []error
			for i := range live {
				errs = append(errs, engine.Pause(live[i].ID))
			}
			return errors.Join(errs...)
		})
	case keys.JobCancel:
		if j.State.Ended() {
			return a.SayText(status.Info, text.JobHasEnded)
		}
		return run(func() error { return engine.Cancel(j.ID) })
	case keys.JobClear:
		var ids []string
		for i := range a.work.snaps {
			if s := &a.work.snaps[i]; s.State.Ended() {
				ids = append(ids, s.ID)
			}
		}
		a.work.seen()
		return run(func() error {
			var errs []error
			for _, id := range ids {
				errs = append(errs, engine.Forget(id))
			}
			return errors.Join(errs...)
		})
	}
	return nil
}

// did follows what was asked of the engine.
func (a *App) did(m didMsg) tea.Cmd {
	a.work.refresh(a.Jobs)
	a.panel.Set(a.work.snaps)
	if m.err != nil {
		return a.Fail(m.err)
	}
	return a.tick()
}

// offerResume asks about jobs that another run of the program left behind.
func (a *App) offerResume(m interruptedMsg) tea.Cmd {
	a.work.snaps = m.all
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
	cmds := []tea.Cmd{a.tick()}
	if paused > 0 { // who paused them did not forget them, but may look for them here
		cmds = append(cmds, a.Say(status.Info, a.Env.Text.Say("%d {job is|jobs are} paused; %s shows {it|them}", paused, a.Env.Keys.Key(keys.JobsPanel))))
	}
	if len(left) > 0 {
		cmds = append(cmds, a.Dialogs.Offer(dialog.NewResume(a.Env, left)))
	}
	return tea.Batch(cmds...)
}

func (a *App) resume(m dialog.ResumeAnswered) tea.Cmd {
	engine, ids := a.Jobs, m.Jobs
	act := engine.Resume
	switch m.Choice {
	case dialog.ChoseGo:
		for _, id := range ids {
			a.adopt(id)
		}
	case dialog.ChoseCancelJobs:
		act = engine.Cancel
	default:
		return a.SayText(status.Info, "interrupted jobs are kept; %s shows them", a.Env.Keys.Key(keys.JobsPanel))
	}
	return func() tea.Msg {
		var errs []error
		for _, id := range ids {
			errs = append(errs, act(id))
		}
		return didMsg{errors.Join(errs...)}
	}
}

// adopt makes a job that an earlier run has begun one of this session: its end
// is told like that of any other.
func (a *App) adopt(id string) {
	if _, ok := a.work.owned[id]; ok {
		return
	}
	o := owned{wish: wish{origin: a.Origin()}}
	if j := a.work.find(id); j != nil {
		o.wish.req = client.Request{Op: j.Op, Target: j.To, Rule: model.ConflictAsk}
	}
	a.work.owned[id] = o
}
