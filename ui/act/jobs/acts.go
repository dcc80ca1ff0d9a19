// Package jobs plans requests, starts and follows the jobs, and carries out actions
// on them.
package jobs

import (
	"errors"
	"time"

	tea "charm.land/bubbletea/v2"

	"aloft/model"
	"aloft/ui/act"
	"aloft/ui/jobs"
	"aloft/ui/keys"
)

// Acts are the actions, with their state.
type Acts struct {
	*act.Screen

	Panel    *jobs.Panel
	lower    *act.Lower
	follow   *Following
	rows     map[keys.Action]row
	work     work
	planning planning
	started  time.Time // when the session began
}

// Jobs as the rest of the screen sees them.

// Snaps returns all jobs.
func (a *Acts) Snaps() []model.JobSnapshot { return a.work.snaps }

// Failed counts the jobs that ended with errors and were not looked at.
func (a *Acts) Failed() int { return len(a.work.failed) }

// Shown returns the job of the job line, or nil.
func (a *Acts) Shown() *model.JobSnapshot { return jobs.Shown(a.work.snaps) }

// row is what an action of the panel does with the current job.
type row struct {
	do   func(j model.JobSnapshot) tea.Cmd
	idle func() string // why there is nothing to work on
	all  bool          // for all jobs: needs no current one
}

// ask requests something of the engine off the update loop.
func (a *Acts) ask(f func() error) tea.Cmd { return func() tea.Msg { return didMsg{f()} } }

// each asks the same for several jobs.
func (a *Acts) each(all []model.JobSnapshot, f func(id string) error) tea.Cmd {
	return a.ask(func() error {
		return errors.Join(model.Each(all, func(j model.JobSnapshot) error { return f(j.ID) })...)
	})
}

// tickMsg says to poll running work.
type tickMsg struct{}

// tick polls running work until none is left.
func (a *Acts) tick() tea.Cmd {
	if a.work.ticking || len(a.Running()) == 0 && a.Planning() == 0 {
		return nil
	}
	a.work.ticking = true
	return tea.Tick(a.Set.Every(tickEvery), func(time.Time) tea.Msg { return tickMsg{} })
}

// tickEvery is how often running work is polled. Without work there is no tick.
const tickEvery = 200 * time.Millisecond
