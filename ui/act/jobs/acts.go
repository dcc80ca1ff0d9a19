// Package jobs plans requests, starts and follows the jobs, and carries out actions
// on them.
package jobs

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/ui/act"
	"aloft/ui/act/following"
	"aloft/ui/dialog"
	"aloft/ui/jobs"
	"aloft/ui/keys"
)

// Acts are the actions, with their state.
type Acts struct {
	*act.Screen
	Panel    *jobs.Panel
	follow   *following.Acts
	rows     map[keys.Action]row
	work     work
	planning planning
	started  time.Time // when the session began
}

// New makes the actions of a screen.
func New(s *act.Screen, f *following.Acts) *Acts {
	a := &Acts{Screen: s, Panel: jobs.NewPanel(s.Env), follow: f, work: newWork(), started: s.Now()}
	a.rows = a.makeRows()
	return a
}

// Update handles reports of the engine, finished plans, and what the dialogs about
// jobs and plans answered. mine is false for every other message.
func (a *Acts) Update(msg tea.Msg) (cmd tea.Cmd, mine bool) {
	if cmd, mine = a.handled(msg); mine {
		cmd = tea.Batch(cmd, a.nextAgain())
	}
	return cmd, mine
}

func (a *Acts) handled(msg tea.Msg) (cmd tea.Cmd, mine bool) {
	switch m := msg.(type) {
	case tickMsg:
		return a.ticked(), true
	case jobEventsMsg:
		return a.jobEvents(m), true
	case interruptedMsg:
		return a.offerResume(m), true
	case reportedMsg:
		return a.reported(m), true
	case failedMsg:
		return a.again(m), true
	case didMsg:
		return a.did(m), true
	case jobs.Asked:
		return a.asked(m), true
	case savedMsg:
		return saves{a.Screen}.saved(m), true
	case plannedMsg:
		return a.planned(m), true
	case startedMsg:
		return a.startedJob(m), true
	}
	return a.answered(msg)
}

func (a *Acts) answered(msg tea.Msg) (cmd tea.Cmd, mine bool) {
	switch m := msg.(type) {
	case dialog.FormAnswered[saveTag]:
		return saves{a.Screen}.answered(m), true
	case dialog.DeleteAnswered:
		return a.decided(m.Plan, m.Choice), true
	case dialog.PlanAnswered:
		return a.decided(m.Plan, m.Choice), true
	case dialog.ConflictAnswered:
		return a.conflict(m), true
	case dialog.ErrorAnswered:
		return a.errorAnswered(m), true
	case dialog.ResumeAnswered:
		return a.resume(m), true
	case dialog.LoginAnswered:
		if m.Retry {
			return a.resumeSignedIn(), true
		}
	case dialog.NewFolderAsked:
		return a.Plan(Wish{Origin: a.Origin(), Picker: m.Dialog, Req: client.Request{
			Op: model.OpMakeFolder, Items: []model.Place{m.Place.Join(m.Name)},
		}}), true
	}
	return nil, false
}

// Jobs as the rest of the screen sees them.

// Snaps are all of them.
func (a *Acts) Snaps() []model.JobSnapshot { return a.work.snaps }

// Running are those of this process that go on by themselves.
func (a *Acts) Running() []model.JobSnapshot { return a.work.running() }

// Counts are how many go on by themselves, and how many are paused or wait for a login,
// in whichever process.
func (a *Acts) Counts() (live, paused int) { return a.work.counts() }

// Failed counts those that have ended with errors and were not looked at yet.
func (a *Acts) Failed() int { return len(a.work.failed) }

// Shown is the job in the job line, nil when there is none.
func (a *Acts) Shown() *model.JobSnapshot { return a.work.shown() }

// Refresh reads the snapshots that the engine keeps in memory.
func (a *Acts) Refresh() { a.work.refresh(a.Jobs) }
