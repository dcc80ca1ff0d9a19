package jobs

import (
	"context"
	"sync/atomic"

	"aloft/client"
	"aloft/ui/act"
)

// planning is the plan being made.
type planning struct {
	act.Awaited
	progress *atomic.Pointer[client.PlanProgress]
	shown    bool // slow enough to show progress
}

func (p *planning) begin(s *act.Screen) (context.Context, int) {
	p.progress, p.shown = new(atomic.Pointer[client.PlanProgress]), false
	return p.Begin(s)
}

// report is called by the planner, off the update loop.
func (p *planning) report() func(client.PlanProgress) {
	at := p.progress
	return func(p client.PlanProgress) { at.Store(&p) }
}

// Cancel cancels the planning, including queued plans, and reports whether there was any.
func (a *Acts) Cancel() bool {
	a.work.again = nil
	return a.planning.Cancel()
}

// Planning returns the number of the plan being made, 0 = none.
func (a *Acts) Planning() int { return a.planning.Number() }

// Doing returns the progress of a slow plan, or "".
func (a *Acts) Doing() string {
	p := &a.planning
	if p.Number() == 0 || !p.shown {
		return ""
	}
	if at := p.progress.Load(); at != nil && at.Folders > 0 {
		return a.Env.Text.Say("planning: listed %s (folder %d of %d), Esc stops", a.PlaceText(at.Listing), at.Folders, max(at.Of, at.Folders))
	}
	return a.Env.Text.Say("planning… Esc stops")
}
