package jobs

import (
	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
	"aloft/ui/act"
	"aloft/ui/jobs"
	"aloft/ui/keys"
	"aloft/ui/status"
)

// Rows returns why an action of the panel has nothing to work on. The panel asks for the rest with the current job.
func (a *Acts) Rows() act.Rows {
	out := act.Rows{
		keys.FocusJobs: {Do: a.lower.Show},
		keys.JobsPanel: {Do: func() tea.Cmd { a.TogglePanel(); return nil }},
		keys.Undo:      {Do: func() tea.Cmd { return a.undoLast(false) }},
		keys.Redo:      {Do: func() tea.Cmd { return a.undoLast(true) }},
	}
	for id, r := range a.rows {
		out[id] = act.Row{Idle: r.idle}
	}
	return out
}

func (a *Acts) makeRows() map[keys.Action]row {
	return map[keys.Action]row{
		keys.JobDetails: {do: func(j model.JobSnapshot) tea.Cmd { return a.report(j, true, false) }, idle: unless(a, anyJob, "")},
		keys.JobRetry:   {do: func(j model.JobSnapshot) tea.Cmd { return a.report(j, false, true) }, idle: unless(a, hasFailed, "nothing in this job has failed")},
		keys.JobRetryAll: {do: func(model.JobSnapshot) tea.Cmd { return a.retryAll() }, all: true,
			idle: where(a, func() bool { return len(a.toRetry()) > 0 }, "every failed item was already retried")},
		keys.JobUndo:   {do: a.undo, idle: unless(a, anyJob, "")},
		keys.JobSave:   {do: a.save, idle: unless(a, anyJob, "")},
		keys.JobPause:  {do: a.pauseOrResume, idle: unless(a, goesOn, text.JobHasEnded)},
		keys.JobCancel: {do: a.cancel, idle: unless(a, goesOn, text.JobHasEnded)},
		keys.JobPauseAll: {do: func(model.JobSnapshot) tea.Cmd { return a.pauseOrResumeAll() }, all: true,
			idle: where(a, func() bool { return a.work.has(live) || a.work.has(resumes) }, "no job is running or paused")},
		keys.JobLater:   {do: func(j model.JobSnapshot) tea.Cmd { return a.shift(j, 1) }, idle: unless(a, goesOn, text.JobHasEnded)},
		keys.JobEarlier: {do: func(j model.JobSnapshot) tea.Cmd { return a.shift(j, -1) }, idle: unless(a, goesOn, text.JobHasEnded)},
		keys.JobClear: {do: func(model.JobSnapshot) tea.Cmd {
			clear(a.work.failed)
			a.all()
			return a.each(a.work.those(over), a.Client.Jobs.Forget)
		}, all: true, idle: where(a, func() bool { return a.work.has(over) }, "no job has ended")},
	}
}

// unless says that an action has nothing to work on if there is no current job or it does not match.
func unless(a *Acts, such func(j *model.JobSnapshot) bool, why text.Text) func() string {
	return func() string {
		switch j := a.Panel.Current(); {
		case j == nil:
			return a.Env.Text.Say(text.NoJobs)
		case !such(j):
			return a.Env.Text.Say(why)
		}
		return ""
	}
}

func anyJob(*model.JobSnapshot) bool      { return true }
func over(j *model.JobSnapshot) bool      { return j.State.Ended() }
func goesOn(j *model.JobSnapshot) bool    { return !over(j) }
func hasFailed(j *model.JobSnapshot) bool { return j.Failed+j.Unknown > 0 }

// where says so of an action on all jobs if none matches.
func where(a *Acts, are func() bool, why text.Text) func() string {
	return func() string {
		if are() {
			return ""
		}
		return a.Env.Text.Say(why)
	}
}

// asked carries out a request of the panel.
func (a *Acts) asked(m jobs.Asked) tea.Cmd {
	r, ok := a.rows[m.Action]
	switch {
	case !ok:
		return nil
	case m.Job.ID == "" && !r.all:
		return a.Note.SayText(status.Info, text.NoJobs)
	}
	return r.do(m.Job)
}

func (a *Acts) pauseOrResume(j model.JobSnapshot) tea.Cmd {
	if jobs.Live(j.State) {
		return a.ask(func() error { return a.Client.Jobs.Pause(j.ID) })
	}
	a.adopt(j.ID)
	return a.ask(func() error { return a.Client.Jobs.Resume(j.ID) })
}

func live(j *model.JobSnapshot) bool { return jobs.Live(j.State) }

// resumes reports whether the job runs on when asked to. One that needs a login does not.
func resumes(j *model.JobSnapshot) bool {
	return j.State == model.JobPaused || j.State == model.JobInterrupted
}

// Stands reports whether the current job of the panel runs on when asked to.
func (a *Acts) Stands() bool {
	j := a.Panel.Current()
	return j != nil && goesOn(j) && !live(j)
}

// pauseOrResumeAll pauses running jobs of any process, or resumes all if none runs.
func (a *Acts) pauseOrResumeAll() tea.Cmd {
	if them := a.work.those(live); len(them) > 0 {
		return a.each(them, a.Client.Jobs.Pause)
	}
	them := a.work.those(resumes)
	for i := range them {
		a.adopt(them[i].ID)
	}
	return a.each(them, a.Client.Jobs.Resume)
}

func (a *Acts) cancel(j model.JobSnapshot) tea.Cmd {
	return a.ask(func() error { return a.Client.Jobs.Cancel(j.ID) })
}

// New returns the actions of a screen.
func New(s *act.Screen, f *Following) *Acts {
	a := &Acts{Screen: s, Panel: jobs.NewPanel(s.Env), follow: f, started: s.Env.Now()}
	a.work = work{owned: map[string]owned{}, wishes: map[string]Wish{}, failed: map[string]bool{}, told: map[string]bool{}}
	a.lower = s.AddLower(act.Lower{Panel: a.Panel, Name: client.PanelJobs, Row: "This job", Show: func() tea.Cmd { a.OpenPanel(); return nil }})
	a.rows = a.makeRows()
	return a
}
