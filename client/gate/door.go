package gate

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"

	"aloft/client"
	"aloft/client/gate/file"
	"aloft/client/holder"
)

// Open opens the gate of an account.
func Open(o Options) (*Gate, error) {
	if o.Host == nil {
		o.Host = file.SystemHost()
	}
	if o.Observe == nil {
		o.Observe = func(Event) {}
	}
	sum := sha256.Sum256([]byte(o.Name))
	g := &Gate{opt: o, host: o.Host, times: timesOf(o), wake: make(chan struct{}, 1), name: hex.EncodeToString(sum[:16]), self: holder.Self(o.Command)}
	g.ctx, g.stop = context.WithCancel(context.Background())
	st, err := g.openShared()
	if client.Unwritable(err) {
		st, err = g.openAlone(err)
	}
	if err != nil {
		g.stop()
		return nil, err
	}
	g.near, g.store, g.pid = st, st, g.host.Pid()
	if o.Far != nil {
		g.store, g.pid = o.Far.Store(st, g.sharing("gate")), uint32(g.host.Rand())
	}
	if g.ReadOnly() != nil {
		g.watching.Do(func() { g.wg.Go(g.watch) })
	}
	return g, nil
}

// Do sends one request when it is its turn: never twice, only to the wire's host,
// and following no redirect. Errors are *client.Error: KindStale and KindNetwork
// mean that nothing was changed (not sent at all, or a read), KindUnknown that a
// mutation was sent and has no whole answer. When ctx ends, a waiting call and a
// read return at once, with an error that wraps ctx.Err(); a mutation that has been
// sent is waited for, since only its answer tells its outcome.
func (g *Gate) Do(ctx context.Context, c Call) (*Reply, error) {
	req, err := c.request()
	if err != nil {
		return nil, err
	}
	if c.Mutation {
		if err := g.ReadOnly(); err != nil {
			return nil, err
		}
	}
	ctx, end := g.opt.Waits.Begin(ctx)
	defer end()
	w := &waiter{call: c, req: req, host: req.URL.Host, since: g.host.Now(), done: make(chan struct{}), watch: ctx}
	if w.who = string(g.opt.Who); w.who == "" {
		w.who = w.host
	}
	w.ctx, w.cancel = context.WithCancel(g.ctx)
	defer w.cancel()
	if ctx.Err() != nil {
		return nil, canceled(w, ctx.Err())
	}
	if !g.enqueue(w) {
		return nil, closing(w)
	}
	select {
	case <-w.done:
	case <-ctx.Done():
		if g.abandon(w, ctx.Err()) && !c.Mutation && w.over.CompareAndSwap(false, true) {
			w.cancel()
			return nil, canceled(w, ctx.Err())
		}
		<-w.done
	}
	return w.reply, w.err
}

// Close refuses new calls, ends waiting calls and reads, and waits for mutations
// under way.
func (g *Gate) Close() error {
	g.mu.Lock()
	if g.closed {
		g.mu.Unlock()
		return nil
	}
	g.closed = true
	for _, w := range g.queue.clear() {
		w.finish(nil, closing(w))
	}
	g.mu.Unlock()
	g.stop()
	g.wg.Wait()
	if g.turns != nil {
		g.turns.close()
	}
	if c, ok := g.opt.Wire.(interface{ Close() }); ok {
		c.Close()
	}
	err := g.store.Close()
	if g.opt.Far != nil {
		err = errors.Join(err, g.opt.Far.Close())
	}
	return err
}

// enqueue queues w and starts the pump; false when the gate is closed.
func (g *Gate) enqueue(w *waiter) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.closed {
		return false
	}
	for _, o := range g.queue.add(w) {
		o.finish(nil, superseded(o))
	}
	g.start()
	g.nudge()
	return true
}

// abandon removes a call whose context has ended; true when it is under way
// already, so that it has to be ended or waited for.
func (g *Gate) abandon(w *waiter, cause error) (underWay bool) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.queue.remove(w) {
		w.finish(nil, canceled(w, cause))
		g.nudge()
		return false
	}
	return w.granted
}
