package jobs

import (
	"context"
	"sync/atomic"

	"aloft/client"
	"aloft/ui/act"
)

// planning is the plan that is being made.
type planning struct {
	act.Awaited
	progress *atomic.Pointer[client.PlanProgress]
	shown    bool // it takes so long that its progress is shown
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

// Cancel cancels the planning, with what was to be planned after it, and reports whether
// there was any.
func (a *Acts) Cancel() bool {
	a.work.again = nil
	return a.planning.Cancel()
}

// Planning is the number of the plan that is being made, 0 = none is.
func (a *Acts) Planning() int { return a.planning.Number() }

// Doing is the planner's progress, once it takes long; "" = not yet, or nothing is
// planned.
func (a *Acts) Doing() string {
	p := &a.planning
	if p.Number() == 0 || !p.shown {
		return ""
	}
	if at := p.progress.Load(); at != nil && at.Folders > 0 {
		return a.env.Text.Say("planning: listed %s (folder %d of %d), Esc cancels", a.screen.PlaceText(at.Listing), at.Folders, max(at.Of, at.Folders))
	}
	return a.env.Text.Say("planning… Esc cancels")
}
