// Package session has the actions of the session and of the screen as a whole: what is shown and where the keys go,
// accounts, settings, the commands of keys.toml, the end.
package session

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
	"aloft/ui/keys"
	"aloft/ui/pane"
	"aloft/ui/status"
)

// A terminal's answers after the end of the program are typed into the shell. Soon after the start quitting waits for
// them, but not long.
const (
	answersWithin = time.Second
	answersWait   = 500 * time.Millisecond
)

// MostWaited is the longest time after its start that a session waits for answers.
const MostWaited = answersWithin + answersWait

// Quitting ends the program. It asks about running work and waits for the terminal's answers.
type Quitting struct {
	*act.Screen

	work     *jobs.Acts
	hooks    *hooks.Acts
	editing  *editing.Acts
	started  time.Time
	answered bool // the terminal has answered
	waiting  bool // waiting for that answer
	whenDone bool // quit once no job runs
	chosen   []model.Place
	asked    int // number of the running plan already mentioned
	keep     func() tea.Cmd
}

// NewQuitting returns the actions of a session that starts now. keep stores the user's places.
func NewQuitting(s *act.Screen, w *jobs.Acts, h *hooks.Acts, e *editing.Acts, keep func() tea.Cmd) *Quitting {
	return &Quitting{Screen: s, work: w, hooks: h, editing: e, started: s.Env.Now(), keep: keep}
}

// Update continues quitting when a wait has ended. mine is false for every other message.
func (a *Quitting) Update(msg tea.Msg) (cmd tea.Cmd, mine bool) {
	switch m := msg.(type) {
	case pane.OpenAsked:
		if !a.Choosing {
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

// TerminalAnswered notes that the terminal has answered the queries of the start.
func (a *Quitting) TerminalAnswered() tea.Cmd {
	a.answered = true
	return a.AnswerTaken()
}

// AnswerTaken quits if that has only waited for the terminal's answers.
func (a *Quitting) AnswerTaken() tea.Cmd {
	if a.waiting && !a.awaits() {
		return tea.Quit
	}
	return nil
}

// awaits reports whether the terminal may still answer.
func (a *Quitting) awaits() bool {
	return !a.answered && a.Env.Now().Sub(a.started) <= answersWithin || a.Reader.Asking()
}

// WhenDone reports whether the program quits once no work runs.
func (a *Quitting) WhenDone() bool { return a.whenDone }

// quitMsg says that there is nothing left to wait for.
type quitMsg struct{}

// Ask quits, or asks what to do with running jobs and deliveries.
func (a *Quitting) Ask() tea.Cmd {
	a.chosen = nil
	return a.ask()
}

func (a *Quitting) ask() tea.Cmd {
	if a.Client.Jobs != nil {
		a.work.Refresh()
	}
	if live := a.work.Running(); len(live) > 0 || len(a.hooks.AtWork()) > 0 {
		return a.Dialogs.Push(dialog.NewQuit(a.Env, live, a.work.Running, a.hooks.AtWork, a.Machine.GoOn != nil))
	}
	if n := a.work.Planning(); n != 0 && a.asked != n {
		a.asked = n
		return a.Note.SayText(status.Warn, "a plan is being made: %s again quits, %s stops the planning", a.Env.Keys.Key(keys.Quit), a.Env.Keys.Key(keys.Back))
	}
	if a.editing.WarnsOfLeaving() {
		return a.Note.SayText(status.Warn, "a document is being changed: wait a moment, or quit again to leave at once")
	}
	a.work.Cancel()
	return a.Leave()
}

func (a *Quitting) quitAnswered(m dialog.QuitAnswered) tea.Cmd {
	engine := a.Client.Jobs
	var act func(string) error
	switch m.Choice {
	case dialog.ChoseWait:
		a.whenDone = true
		return tea.Batch(a.Note.SayText(status.Info, "aloft quits when the jobs have ended"), a.IfDone())
	case dialog.ChosePauseQuit, dialog.ChoseGoOn:
		act = engine.Pause
	case dialog.ChoseCancelQuit:
		act = engine.Cancel
	default:
		a.whenDone, a.chosen = false, nil
		return nil
	}
	live, ctx := a.work.Running(), a.Env.Ctx
	said := a.Note.SayText(status.Info, "stopping the jobs after the current request…")
	return tea.Batch(said, func() tea.Msg {
		ctx, cancel := context.WithTimeout(ctx, standWait)
		defer cancel()
		var errs []error
		for i := range live {
			errs = append(errs, act(live[i].ID))
		}
		// A running batch is finished first, so that the journal has the job's state.
		for i := range live {
			if _, err := engine.Wait(ctx, live[i].ID); err != nil {
				errs = append(errs, err)
			}
			if m.Choice == dialog.ChoseGoOn {
				a.Machine.GoOn(live[i].ID)
			}
		}
		return leaveMsg{errors.Join(errs...)}
	})
}

// standWait limits the wait for jobs to stop. The engine's own end waits for the current request in any case.
const standWait = 20 * time.Second

// leaveMsg says that the jobs have stopped and the program can end.
type leaveMsg struct{ err error }

// left quits unless something could not be stopped.
func (a *Quitting) left(m leaveMsg) tea.Cmd {
	if m.err != nil && !errors.Is(m.err, context.DeadlineExceeded) {
		return a.Note.Fail(m.err)
	}
	return a.Leave()
}

// lastWords is how long the notification about a delivery's end may take to reach the terminal. It comes with the end
// or in the next event.
const lastWords = 300 * time.Millisecond

// lastWordsMsg says that lastWords is over.
type lastWordsMsg struct{}

// isDone reports whether quitting waits for all work to end, and none runs.
func (a *Quitting) isDone() bool {
	return a.whenDone && len(a.work.Running()) == 0 && len(a.hooks.AtWork()) == 0
}

// saidLast quits after the last notifications unless new work has begun.
func (a *Quitting) saidLast() tea.Cmd {
	if !a.isDone() {
		return nil
	}
	return a.Leave()
}

// IfDone quits if that was requested and no work runs.
func (a *Quitting) IfDone() tea.Cmd {
	switch {
	case !a.isDone():
		return nil
	case a.Client.Hooks != nil:
		return tea.Tick(lastWords, func(time.Time) tea.Msg { return lastWordsMsg{} })
	}
	return a.Leave()
}

// Leave ends the program after the terminal's pending answers.
func (a *Quitting) Leave() tea.Cmd {
	keep := a.keep()
	if !a.awaits() {
		return tea.Sequence(keep, tea.Quit)
	}
	a.waiting = true
	return tea.Batch(keep, tea.Tick(answersWait, func(time.Time) tea.Msg { return quitMsg{} }))
}
