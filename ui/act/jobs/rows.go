package jobs

import (
	tea "charm.land/bubbletea/v2"

	"aloft/model"
	"aloft/model/text"
	"aloft/ui/act"
	"aloft/ui/act/following"
	"aloft/ui/jobs"
	"aloft/ui/keys"
	"aloft/ui/status"
)

// Rows say why an action of the panel has nothing to work on; the panel asks for the
// rest with the job under its cursor.
func (a *Acts) Rows() act.Rows {
	out := act.Rows{
		keys.FocusJobs: {Do: func() tea.Cmd { a.OpenPanel(); return nil }},
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
	some := func() string { return a.none(len(a.work.all(a.Jobs)), text.NoJobs) }
	return map[keys.Action]row{
		keys.JobDetails: {do: func(j model.JobSnapshot) tea.Cmd { return a.report(j, true, false) }, idle: some},
		keys.JobRetry:   {do: func(j model.JobSnapshot) tea.Cmd { return a.report(j, false, true) }, idle: some},
		keys.JobRetryAll: {do: func(model.JobSnapshot) tea.Cmd { return a.retryAll() },
			idle: func() string { return a.none(len(a.toRetry()), "nothing has failed that was not tried again") }, all: true},
		keys.JobUndo:   {do: a.undo, idle: some},
		keys.JobSave:   {do: saves{a.Screen}.ask, idle: some},
		keys.JobPause:  {do: a.pauseOrResume, idle: some},
		keys.JobCancel: {do: a.cancel, idle: some},
		keys.JobPauseAll: {do: func(model.JobSnapshot) tea.Cmd { return all{a}.pauseOrResume() },
			idle: func() string {
				return a.none(len(a.work.those(live))+len(a.work.those(resumes)), "no job runs, and none is paused")
			}, all: true},
		keys.JobLater:   {do: orders{a}.later, idle: some},
		keys.JobEarlier: {do: orders{a}.earlier, idle: some},
		keys.JobClear: {do: func(model.JobSnapshot) tea.Cmd {
			clear(a.work.failed)
			return a.each(a.work.ended(a.Jobs), a.Jobs.Forget)
		},
			idle: func() string { return a.none(len(a.work.ended(a.Jobs)), "no job has ended") }, all: true},
	}
}

// none says so where there are none.
func (a *Acts) none(n int, t text.Text) string {
	if n > 0 {
		return ""
	}
	return a.Env.Text.Say(t)
}

// asked carries out a request of the panel.
func (a *Acts) asked(m jobs.Asked) tea.Cmd {
	r, ok := a.rows[m.Action]
	switch {
	case !ok:
		return nil
	case m.Job.ID == "" && !r.all:
		return a.SayText(status.Info, text.NoJobs)
	}
	return r.do(m.Job)
}

func (a *Acts) pauseOrResume(j model.JobSnapshot) tea.Cmd {
	switch {
	case j.State.Ended():
		return a.SayText(status.Info, text.JobHasEnded)
	case jobs.Live(j.State):
		return a.ask(func() error { return a.Jobs.Pause(j.ID) })
	}
	a.adopt(j.ID)
	return a.ask(func() error { return a.Jobs.Resume(j.ID) })
}

func live(j *model.JobSnapshot) bool { return jobs.Live(j.State) }

// resumes: it goes on once it is asked to; who needs a login does not.
func resumes(j *model.JobSnapshot) bool {
	return j.State == model.JobPaused || j.State == model.JobInterrupted
}

// all are the actions on all jobs.
type all struct{ *Acts }

// pauseOrResume pauses what goes on in any process; when nothing does, all that stand go on.
func (a all) pauseOrResume() tea.Cmd {
	if them := a.work.those(live); len(them) > 0 {
		return a.each(them, a.Jobs.Pause)
	}
	them := a.work.those(resumes)
	for i := range them {
		a.adopt(them[i].ID)
	}
	return a.each(them, a.Jobs.Resume)
}

func (a *Acts) cancel(j model.JobSnapshot) tea.Cmd {
	if j.State.Ended() {
		return a.SayText(status.Info, text.JobHasEnded)
	}
	return a.ask(func() error { return a.Jobs.Cancel(j.ID) })
}

// New makes the actions of a screen.
func New(s *act.Screen, f *following.Acts) *Acts {
	a := &Acts{Screen: s, Panel: jobs.NewPanel(s.Env), follow: f, work: newWork(), started: s.Now()}
	a.rows = a.makeRows()
	return a
}
