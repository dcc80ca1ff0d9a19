package ui

import (
	"context"
	"sync/atomic"
	"time"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/ui/dialog"
	"aloft/ui/jobs"
)

// tickEvery is how often running work is looked at; without work it is not
// looked at, and nothing ticks.
const tickEvery = 200 * time.Millisecond

// work is what the screen knows of jobs and of the plan being made.
type work struct {
	snaps   []model.JobSnapshot
	owned   map[string]owned // jobs of this session, by id
	wishes  map[string]wish  // plans that a dialog holds, by plan id
	failed  map[string]bool  // ended with errors and not looked at yet
	told    map[string]bool  // their end was told
	ticking bool
	// reportAt is when the open report was read last.
	reportAt time.Time
	plan     planning
}

// owned is a job that this session has started.
type owned struct {
	wish wish
	plan *model.Plan
}

// planning is the plan that is being made.
type planning struct {
	seq      int
	cancel   context.CancelFunc // nil = none
	progress *atomic.Pointer[client.PlanProgress]
	shown    bool // it has taken so long that it is said
}

// tickMsg: time to look at running work.
type tickMsg struct{}

// jobEventsMsg: what the engine has told since the last one.
type jobEventsMsg struct {
	events []client.JobEvent
	closed bool
}

func newWork() work {
	return work{owned: map[string]owned{}, wishes: map[string]wish{}, failed: map[string]bool{}, told: map[string]bool{}}
}

func (w *work) beginPlanning(cancel context.CancelFunc) int {
	w.plan = planning{seq: w.plan.seq + 1, cancel: cancel, progress: new(atomic.Pointer[client.PlanProgress])}
	return w.plan.seq
}

// planProgress is called by the planner, off the update loop.
func (w *work) planProgress() func(client.PlanProgress) {
	at := w.plan.progress
	return func(p client.PlanProgress) { at.Store(&p) }
}

// endPlanning reports whether the plan is still wanted.
func (w *work) endPlanning(seq int) bool {
	if w.plan.cancel == nil || seq != w.plan.seq {
		return false
	}
	w.plan.cancel()
	w.plan.cancel = nil
	return true
}

func (w *work) cancelPlanning() bool {
	if w.plan.cancel == nil {
		return false
	}
	w.plan.cancel()
	w.plan.cancel = nil
	return true
}

// refresh reads the snapshots, which the engine keeps in memory.
func (w *work) refresh(j client.Jobs) { w.snaps = j.Jobs() }

func (w *work) find(id string) *model.JobSnapshot {
	for i := range w.snaps {
		if w.snaps[i].ID == id {
			return &w.snaps[i]
		}
	}
	return nil
}

// shown is the job of the job line.
func (w *work) shown() *model.JobSnapshot { return jobs.Shown(w.snaps) }

// live counts jobs of this process that go on by themselves.
func (w *work) live() int { return len(w.running()) }

func (w *work) running() []model.JobSnapshot {
	var out []model.JobSnapshot
	for i := range w.snaps {
		if w.snaps[i].Mine && jobs.Live(w.snaps[i].State) {
			out = append(out, w.snaps[i])
		}
	}
	return out
}

// paused counts jobs of this process that stand still.
func (w *work) paused() int {
	n := 0
	for i := range w.snaps {
		if s := w.snaps[i].State; w.snaps[i].Mine && (s == model.JobPaused || s == model.JobNeedsLogin) {
			n++
		}
	}
	return n
}

// auditing: the engine still lists what a job has changed.
func (w *work) auditing() bool {
	for i := range w.snaps {
		if w.snaps[i].Auditing {
			return true
		}
	}
	return false
}

// seen: the person has looked at the jobs.
func (w *work) seen() { clear(w.failed) }

// jobLine reports whether a job has a line of its own. Work that is done within
// a moment does not move the screen about.
func (a *App) jobLine() bool {
	j := a.work.shown()
	return j != nil && (j.State != model.JobRunning && j.State != model.JobWaiting || j.Items > 1 || j.LeftCalls > 4)
}

// tick looks at running work until none is left.
func (a *App) tick() tea.Cmd {
	if a.work.ticking || a.work.live() == 0 && a.work.plan.cancel == nil {
		return nil
	}
	a.work.ticking = true
	return tea.Tick(tickEvery, func(time.Time) tea.Msg { return tickMsg{} })
}

func (a *App) ticked() tea.Cmd {
	a.work.ticking = false
	a.work.refresh(a.Jobs)
	a.work.plan.shown = a.work.plan.cancel != nil
	if a.Switches.Panel {
		a.panel.Set(a.work.snaps)
	}
	return tea.Batch(a.tick(), a.followReport())
}

// reportEvery is how often an open report looks at its job.
const reportEvery = time.Second

// followReport reads the items of a job anew whose report is open.
func (a *App) followReport() tea.Cmd {
	id := dialog.ReportOf(a.Dialogs.Top())
	if id == "" || a.Now().Sub(a.work.reportAt) < reportEvery {
		return nil
	}
	a.work.reportAt = a.Now()
	return a.reportAgain(id)
}

// planningText says how far the planner is, once it takes long.
func (a *App) planningText() (string, bool) {
	p := &a.work.plan
	if p.cancel == nil || !p.shown {
		return "", false
	}
	if at := p.progress.Load(); at != nil && at.Folders > 0 {
		return a.Env.Text.Say("planning: listed %s (folder %d of %d), Esc cancels", a.PlaceText(at.Listing), at.Folders, max(at.Of, at.Folders)), true
	}
	return a.Env.Text.Say("planning… Esc cancels"), true
}

// watchJobs reads what there is, and then waits for the engine's events.
func (a *App) watchJobs() tea.Cmd {
	if a.Jobs == nil {
		return nil
	}
	j := a.Jobs
	return tea.Batch(func() tea.Msg { return interruptedMsg{j.Jobs()} }, a.nextEvents())
}

// nextEvents waits for events and takes all that are there.
func (a *App) nextEvents() tea.Cmd {
	ch, ctx := a.Jobs.Events(), a.Ctx
	return func() tea.Msg {
		var m jobEventsMsg
		select {
		case e, ok := <-ch:
			if !ok {
				return jobEventsMsg{closed: true}
			}
			m.events = append(m.events, e)
		case <-ctx.Done():
			return jobEventsMsg{closed: true}
		}
		for len(m.events) < 64 {
			select {
			case e, ok := <-ch:
				if !ok {
					return m
				}
				m.events = append(m.events, e)
			default:
				return m
			}
		}
		return m
	}
}
