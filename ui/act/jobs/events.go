package jobs

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/ui/dialog"
)

// jobEventsMsg carries the engine's events since the last one.
type jobEventsMsg struct {
	events []client.JobEvent
	closed bool
}

// Watch reads the jobs and then waits for the engine's events.
func (a *Acts) Watch() tea.Cmd {
	if a.Client.Jobs == nil {
		return nil
	}
	j := a.Client.Jobs
	return func() tea.Msg {
		events := j.Events()
		return interruptedMsg{j.Recent(), events}
	}
}

// nextEvents waits for events and takes all of them.
func (a *Acts) nextEvents() tea.Cmd {
	ch, ctx := a.work.events, a.Env.Ctx
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

// jobEvents follows the engine: fresh listings and touched folders go to their panes, ends are reported once.
func (a *Acts) jobEvents(m jobEventsMsg) tea.Cmd {
	var cmds []tea.Cmd
	a.Refresh()
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
				cmds = append(cmds, a.NeedLogin(j.From, j.Error))
			}
		}
	}
	if a.Lower != nil {
		a.Panel.Set(a.work.snaps)
	}
	if !m.closed {
		cmds = append(cmds, a.nextEvents())
	}
	cmds = append(cmds, a.tick())
	return tea.Batch(cmds...)
}

// endedElsewhere lists the folders again that another process's job has changed: its listings do not come as events.
func (a *Acts) endedElsewhere(id string) tea.Cmd {
	j := a.work.find(id)
	if j == nil || j.Mine || !j.EndedAt.After(a.started) || a.work.told[id] {
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

// ended reads the outcomes of a job of this session.
func (a *Acts) ended(id string) tea.Cmd {
	_, mine := a.work.owned[id]
	j := a.work.find(id)
	if !mine || j == nil || a.work.told[id] {
		return nil
	}
	a.work.told[id] = true
	return a.report(*j, false, false)
}

func (a *Acts) ticked() tea.Cmd {
	a.work.ticking = false
	a.Refresh()
	a.planning.shown = a.Planning() != 0
	if a.Lower != nil {
		a.Panel.Set(a.work.snaps)
	}
	return tea.Batch(a.tick(), a.followReport())
}

// reportEvery is how often an open report reads its job.
const reportEvery = time.Second

// followReport reads the items of the job with an open report again.
func (a *Acts) followReport() tea.Cmd {
	id := dialog.ReportOf(a.Dialogs.Top())
	if id == "" || a.Env.Now().Sub(a.work.reportAt) < reportEvery {
		return nil
	}
	a.work.reportAt = a.Env.Now()
	return a.reportAgain(id)
}

// Line reports whether a job gets a line. Short work does not shift the screen.
func (a *Acts) Line() bool {
	j := a.Shown()
	return j != nil && (j.State != model.JobRunning && j.State != model.JobWaiting || j.Items > 1 || j.LeftCalls > 4)
}
