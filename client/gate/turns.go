package gate

import (
	"cmp"
	"context"
	"sync"
	"time"

	"aloft/client"
	"aloft/client/gate/file"
	"aloft/client/gate/state"
)

// The bulk jobs of several processes work in turns, an operation at a time: otherwise the mutation of one would make the
// lookups of the other stale forever. A process that waits for op holds next; so one that has just finished an
// operation comes after those that wait.

// Operation waits until no other bulk operation of the account runs, in any
// process, and blocks others until release is called: for the lookups of one
// operation and its mutation. One that a person waits for waits for others of that
// kind only, and bulk mutations let it pass.
func (g *Gate) Operation(ctx context.Context, class client.Class) (release func(), err error) {
	if err := g.ReadOnly(); err != nil {
		return nil, err
	}
	if class == client.Interactive {
		return g.person(ctx)
	}
	ctx, end := g.opt.Waits.Begin(ctx)
	defer end()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(g.ctx, cancel)()
	if err := g.turn(ctx, g.next); err != nil {
		return nil, err
	}
	defer g.next.Unlock()
	if err := g.turn(ctx, g.op); err != nil {
		return nil, err
	}
	return sync.OnceFunc(g.op.Unlock), nil
}

// person is Operation for what a person waits for. It is passed after a while: its process may have died.
func (g *Gate) person(ctx context.Context) (release func(), err error) {
	var until time.Duration
	for busy := g.times.gap > 0; busy; {
		busy = false // also when there is no state yet
		err := g.change(ctx, func(s *state.State, ours bool) {
			now := g.host.Now()
			if busy = ours && s.Operating > now; ours && !busy {
				until = now + 2*bulkShare*g.times.gap
				s.Operating = until
			}
		})
		if err != nil || busy && !file.Pause(ctx, g.times.gap/10) {
			return nil, cmp.Or(err, ctx.Err())
		}
	}
	return sync.OnceFunc(func() {
		g.update(func(s *state.State, ours bool) {
			if ours && s.Operating < until+g.times.gap { // else it is that of another one, which began when this was over
				s.Operating = 0
			}
		})
		g.nudge()
	}), nil
}

// turn locks what nobody else may have meanwhile.
func (g *Gate) turn(ctx context.Context, of state.Store) error {
	err := of.Lock(ctx)
	if no := of.Reading(); err == nil && no != nil {
		of.Unlock()
		return no
	}
	if err != nil && ctx.Err() != nil {
		return givenUp(ctx.Err())
	}
	return err
}

// Fence runs f while no process of this host is between its last reading of the
// state and the end of its request. What a process has journaled as about to be
// sent, when f runs, was sent before, or will not be: a process that was stopped
// before its claim checks again whether it may send. A process that was stopped in
// the middle of sending, and had its lock put aside, blocks the fence until it goes
// on or ends: then f is not run, and the error names the process.
func (g *Gate) Fence(ctx context.Context, f func() error) error {
	if err := g.ReadOnly(); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, fencePatience)
	defer cancel()
	defer context.AfterFunc(g.ctx, cancel)()
	if err := g.turn(ctx, g.near); err != nil {
		return err
	}
	defer g.near.Unlock()
	if by, stuck := g.near.Stuck(); stuck {
		return client.Held("send")("the account", by)
	}
	return f()
}

// fencePatience: a lock that is held for longer is held by a stopped process.
const fencePatience = 2 * file.Lease
