// Package quitting ends the program: it asks about what runs, and waits for the
// terminal's answers.
package quitting

import (
	"context"
	"errors"
	"time"

	tea "charm.land/bubbletea/v2"

	"aloft/model"
	"aloft/ui/act"
	"aloft/ui/act/editing"
	"aloft/ui/act/hooks"
	"aloft/ui/act/jobs"
	"aloft/ui/dialog"
	"aloft/ui/input"
	"aloft/ui/keys"
	"aloft/ui/pane"
	"aloft/ui/status"
)

// Answers that the terminal gives after the program has ended are typed into the
// shell. Soon after the start they are waited for, but not long.
const (
	answersWithin = time.Second
	answersWait   = 500 * time.Millisecond
)

// MostWaited is the longest time after its start that a session still waits for
// answers.
const MostWaited = answersWithin + answersWait

// Acts quit the program.
type Acts struct {
	env     *input.Env
	note    *act.Notes
	screen  *act.Screen
	client  *act.Client
	machine *act.Machine
	set     *act.Settings

	work     *jobs.Acts
	hooks    *hooks.Acts
	editing  *editing.Acts
	started  time.Time
	answered bool // the terminal has answered what it was asked
	waiting  bool // for that answer
	whenDone bool // quit when no job runs any more
	chosen   []model.Place
	asked    int // number of the running plan that was mentioned
	keep     func() tea.Cmd
}

// New makes the actions of a session that begins now. keep stores where the person
// is.
func New(s *act.Screen, w *jobs.Acts, h *hooks.Acts, e *editing.Acts, keep func() tea.Cmd) *Acts {
	return &Acts{env: s.Env, note: s.Note, screen: s, client: s.Client, machine: s.Machine, set: s.Set, work: w, hooks: h, editing: e, started: s.Env.Now(), keep: keep}
}

// Update goes on quitting when what it waited for is there. mine is false for every
// other message.
func (a *Acts) Update(msg tea.Msg) (cmd tea.Cmd, mine bool) {
	switch m := msg.(type) {
	case pane.OpenAsked:
		if !a.screen.Choosing {
			return nil, false
		}
		return a.choose(), true
	case dialog.QuitAnswered:
		return a.quitAnswered(m), true
	case leaveMsg:
		return a.left(m), true
	case lastWordsMsg:
		return a.saidLast(), true
	case quitMsg:
		return tea.Quit, true
	}
	return nil, false
}

// TerminalAnswered: the terminal has answered what it was asked at the start.
func (a *Acts) TerminalAnswered() tea.Cmd {
	a.answered = true
	if a.waiting {
		return tea.Quit
	}
	return nil
}

// WhenDone reports whether the program quits once nothing runs any more.
func (a *Acts) WhenDone() bool { return a.whenDone }

// quitMsg: nothing is waited for any more.
type quitMsg struct{}

// Ask quits, or asks what to do with running jobs and deliveries.
func (a *Acts) Ask() tea.Cmd {
	a.chosen = nil
	return a.ask()
}

func (a *Acts) ask() tea.Cmd {
	if a.client.Jobs != nil {
		a.work.Refresh()
	}
	if live := a.work.Running(); len(live) > 0 || len(a.hooks.AtWork()) > 0 {
		return a.screen.Dialogs.Push(dialog.NewQuit(a.env, live, a.work.Running, a.hooks.AtWork, a.machine.GoOn != nil))
	}
	if n := a.work.Planning(); n != 0 && a.asked != n {
		a.asked = n
		return a.note.SayText(status.Warn, "a plan is being made: %s again quits, %s stops the planning", a.env.Keys.Key(keys.Quit), a.env.Keys.Key(keys.Back))
	}
	if a.editing.WarnsOfLeaving() {
		return a.note.SayText(status.Warn, "a document is being changed: wait a moment, or quit again to leave at once")
	}
	a.work.Cancel()
	return a.Leave()
}

func (a *Acts) quitAnswered(m dialog.QuitAnswered) tea.Cmd {
	engine := a.client.Jobs
	var act func(string) error
	switch m.Choice {
	case dialog.ChoseWait:
		a.whenDone = true
		return tea.Batch(a.note.SayText(status.Info, "aloft quits when the jobs have ended"), a.IfDone())
	case dialog.ChosePauseQuit, dialog.ChoseGoOn:
		act = engine.Pause
	case dialog.ChoseCancelQuit:
		act = engine.Cancel
	default:
		a.whenDone, a.chosen = false, nil
		return nil
	}
	live, ctx := a.work.Running(), a.env.Ctx
	said := a.note.SayText(status.Info, "stopping the jobs after the request under way…")
	return tea.Batch(said, func() tea.Msg {
		ctx, cancel := context.WithTimeout(ctx, standWait)
		defer cancel()
		var errs []error
		for i := range live {
			errs = append(errs, act(live[i].ID))
		}
		// A batch under way is finished first: the journal then has the job's
		// state.
		for i := range live {
			if _, err := engine.Wait(ctx, live[i].ID); err != nil {
				errs = append(errs, err)
			}
			if m.Choice == dialog.ChoseGoOn {
				a.machine.GoOn(live[i].ID)
			}
		}
		return leaveMsg{errors.Join(errs...)}
	})
}

// standWait bounds the wait for jobs to stop; the engine's own end waits for the
// request under way in any case.
const standWait = 20 * time.Second

// leaveMsg: the jobs have stopped; the program can end.
type leaveMsg struct{ err error }

// left quits, unless something could not be stopped.
func (a *Acts) left(m leaveMsg) tea.Cmd {
	if m.err != nil && !errors.Is(m.err, context.DeadlineExceeded) {
		return a.note.Fail(m.err)
	}
	return a.Leave()
}

// lastWords is how long notifications about the end of a delivery may take to reach
// the terminal: they come with it, or in the event after it.
const lastWords = 300 * time.Millisecond

// lastWordsMsg: they had their time.
type lastWordsMsg struct{}

// isDone reports whether quitting waits for the end of all work, and nothing runs
// any more.
func (a *Acts) isDone() bool {
	return a.whenDone && len(a.work.Running()) == 0 && len(a.hooks.AtWork()) == 0
}

// saidLast quits after the last notifications, unless something has begun
// meanwhile.
func (a *Acts) saidLast() tea.Cmd {
	if !a.isDone() {
		return nil
	}
	return a.Leave()
}

// IfDone quits when that was asked for and nothing runs any more.
func (a *Acts) IfDone() tea.Cmd {
	switch {
	case !a.isDone():
		return nil
	case a.client.Hooks != nil:
		return tea.Tick(lastWords, func(time.Time) tea.Msg { return lastWordsMsg{} })
	}
	return a.Leave()
}

// Leave ends the program, after the terminal's outstanding answers.
func (a *Acts) Leave() tea.Cmd {
	keep := a.keep()
	if a.answered || a.env.Now().Sub(a.started) > answersWithin {
		return tea.Sequence(keep, tea.Quit)
	}
	a.waiting = true
	return tea.Batch(keep, tea.Tick(answersWait, func(time.Time) tea.Msg { return quitMsg{} }))
}
