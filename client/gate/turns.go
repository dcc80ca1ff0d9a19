package gate

import (
	"context"
	"sync"
	"time"

	"aloft/client/holder"
)

// turns lets the bulk jobs of several processes work in turns, an operation at a
// time: otherwise the mutation of one would make the lookups of the other stale
// forever. A process that waits for op holds next; so one that has just finished an
// operation comes after those that wait.
type turns struct {
	next, op *store
}

func openTurns(h Host, path string, self holder.Holder, t times) (*turns, error) {
	retry := min(5*t.lockRetry, 5*time.Millisecond)
	next, err := openStore(h, path+".turn", self, 0, retry, forever/2)
	if err != nil {
		return nil, err
	}
	op, err := openStore(h, path+".op", self, 0, retry, forever/2)
	if err != nil {
		_ = next.drop()
		return nil, err
	}
	return &turns{next: next, op: op}, nil
}

func (t *turns) close() {
	_ = t.next.drop()
	_ = t.op.drop()
}

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
	if err := g.turns.next.lock(ctx); err != nil {
		return nil, g.turnFault(ctx, err)
	}
	defer g.turns.next.unlock()
	if err := g.turns.op.lock(ctx); err != nil {
		return nil, g.turnFault(ctx, err)
	}
	return sync.OnceFunc(g.turns.op.unlock), nil
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
	if err := g.store.lock(ctx); err != nil {
		return g.turnFault(ctx, err)
	}
	defer g.store.unlock()
	if by, stuck := g.store.file.Stuck(); stuck {
		return holder.Held("send", "the account", by)
	}
	return f()
}

// fencePatience: a lock that is held for longer is held by a stopped process.
const fencePatience = 2 * lockLease

func (g *Gate) turnFault(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return givenUp(ctx.Err())
	}
	return stateError(g.turns.op.path, err)
}
