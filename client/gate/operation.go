package gate

import (
	"context"
	"sync"

	"aloft/client/gate/file"
	"aloft/client/holder"
)

// Operation waits until no other bulk operation of the account runs, in any
// process, and blocks others until release is called: for the lookups of one
// operation and its mutation.
func (g *Gate) Operation(ctx context.Context) (release func(), err error) {
	if err := g.ReadOnly(); err != nil {
		return nil, err
	}
	ctx, end := g.opt.Waits.Begin(ctx)
	defer end()
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(g.ctx, cancel)()
	if err := g.turns.next.Lock(ctx); err != nil {
		return nil, g.turnFault(ctx, err)
	}
	defer g.turns.next.Unlock()
	if err := g.turns.op.Lock(ctx); err != nil {
		return nil, g.turnFault(ctx, err)
	}
	return sync.OnceFunc(g.turns.op.Unlock), nil
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
	if err := g.near.Lock(ctx); err != nil {
		return g.turnFault(ctx, err)
	}
	defer g.near.Unlock()
	if by, stuck := g.near.Stuck(); stuck {
		return holder.Held("send", "the account", by)
	}
	return f()
}

// fencePatience: a lock that is held for longer is held by a stopped process.
const fencePatience = 2 * file.Lease

func (g *Gate) turnFault(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return givenUp(ctx.Err())
	}
	return g.store.Fault(err)
}
