package jobs

import (
	"context"
	"sync/atomic"

	"aloft/client"
)

// planning is the plan that is being made.
type planning struct {
	seq      int
	cancel   context.CancelFunc // nil = none
	progress *atomic.Pointer[client.PlanProgress]
	shown    bool // it takes so long that its progress is shown
}

func (p *planning) begin(cancel context.CancelFunc) int {
	*p = planning{seq: p.seq + 1, cancel: cancel, progress: new(atomic.Pointer[client.PlanProgress])}
	return p.seq
}

// report is called by the planner, off the update loop.
func (p *planning) report() func(client.PlanProgress) {
	at := p.progress
	return func(p client.PlanProgress) { at.Store(&p) }
}

// end reports whether the plan with that number is still wanted.
func (p *planning) end(seq int) bool { return p.cancel != nil && seq == p.seq && p.stop() }

// stop cancels the planning, and reports whether there was any.
func (p *planning) stop() bool {
	if p.cancel == nil {
		return false
	}
	p.cancel()
	p.cancel = nil
	return true
}

// Cancel cancels the planning, and reports whether there was any.
func (a *Acts) Cancel() bool { return a.planning.stop() }

// Planning is the number of the plan that is being made, 0 = none is.
func (a *Acts) Planning() int {
	if a.planning.cancel == nil {
		return 0
	}
	return a.planning.seq
}

// Doing is the planner's progress, once it takes long; "" = not yet, or nothing is
// planned.
func (a *Acts) Doing() string {
	p := &a.planning
	if p.cancel == nil || !p.shown {
		return ""
	}
	if at := p.progress.Load(); at != nil && at.Folders > 0 {
		return a.Env.Text.Say("planning: listed %s (folder %d of %d), Esc cancels", a.PlaceText(at.Listing), at.Folders, max(at.Of, at.Folders))
	}
	return a.Env.Text.Say("planning… Esc cancels")
}
