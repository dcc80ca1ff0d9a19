package gate

import (
	"context"
	"errors"
	"time"

	"aloft/client"
)

// claim takes the lock and, if the slot is still open, sends the next call on the
// connection. It reports whether the connection was used; an error means that the
// state cannot be used.
func (g *Gate) claim(conn Conn, r *round) (used bool, err error) {
	above, err := g.store.above.lock(g.ctx)
	if err != nil {
		return false, err
	}
	if above != nil {
		defer func() {
			if !used {
				above.unlock()
			}
		}()
	}
	if err := g.store.lock(g.ctx); err != nil {
		return false, err
	}
	defer g.store.unlock()
	s, usable, err := g.load()
	if !usable {
		return false, err
	}
	now, was := g.host.Now(), s
	if s.mutating != 0 && s.mutating <= now {
		// Its process died, or never saw an answer: it counts as ended.
		s.mutating = 0
		s.epoch++
		g.tell(Event{Kind: EventEpoch, Epoch: s.epoch})
	}
	w := g.pick(&s, r, now)
	if w == nil || dead(conn) {
		if s != was {
			// If it fails, only the mark is found stale once more.
			_ = g.store.write(&s)
		}
		return false, nil
	}
	if !g.grant(w) {
		return false, nil
	}
	gap := g.gap(&s)
	if gap > 0 {
		s.seq++
		s.pid = g.host.Pid()
		g.measure(&s)
		s.pending = true
		if w.call.Class == client.Bulk {
			s.sinceBulk = 0
		} else {
			s.sinceBulk = min(s.sinceBulk+1, bulkShare)
			s.urgent = 0 // a process that waits loses a round and sets it again
		}
		s.notBefore = now + gap + g.times.margin
	}
	x := &exchange{gate: g, waiter: w, conn: conn, seq: s.seq, above: above, written: make(chan struct{})}
	if w.call.Mutation {
		s.epoch++
		// Two more margins, so that the request's own time-out comes first.
		s.mutating = now + g.times.timeout + 2*g.times.margin
		x.until = s.mutating
	}
	x.epoch = s.epoch
	if s != was {
		if err := g.store.write(&s); err != nil {
			g.putBack(w)
			return false, err
		}
	}
	if w.call.Ready != nil {
		if err := w.call.Ready(); err != nil {
			w.finish(nil, notSent(w, err))
			return false, nil
		}
	}
	if !g.stillOurs(now, gap) {
		g.putBack(w)
		return false, nil
	}
	g.tell(Event{Kind: EventClaim, Class: w.call.Class, Mutation: w.call.Mutation, Epoch: s.epoch, Gap: gap, Waited: now - w.since})
	*r = round{}
	client.WaitsFor(w.watch, "waiting for the answer of %s", w.who)
	if w.call.Late != nil {
		w.call.Late(w.req.Header)
	}
	g.send(x, &s, gap)
	return true, nil
}

// send starts the exchange and holds the lock until the request is written, so that
// the stamp can be corrected by the time that writing (or being stopped) took.
func (g *Gate) send(x *exchange, s *state, gap time.Duration) {
	ctx, cancel := g.exchangeContext(x.waiter)
	g.wg.Go(func() {
		defer cancel()
		x.run(ctx)
	})
	t := time.NewTimer(g.times.write)
	defer t.Stop()
	select {
	case <-x.written:
	case <-t.C:
		cancel()
		<-x.written
	}
	if gap == 0 {
		return
	}
	x.sent = g.host.Now()
	g.own.Store(int64(x.sent + g.times.gap))
	s.notBefore = x.sent + gap + g.times.margin
	// Without this write the first stamp is kept, which is earlier by the time that
	// writing took; the answer corrects it.
	_ = g.store.write(s)
}

// load reads the state under the lock. A state without the time of the
// last request costs a wait: a new file two gaps, without the lock; anything else
// one gap with the lock held, since two hosts that overwrite each other's stamps
// would otherwise make each other wait forever.
func (g *Gate) load() (s state, usable bool, err error) {
	s, h := g.store.read()
	if h == healthOK && s.notBefore <= g.host.Now()+2*g.times.maxGap+g.times.timeout {
		g.store.seen = true
		return s, true, nil
	}
	g.tell(Event{Kind: EventRepair})
	switch h {
	case healthNew:
		s = g.fresh(g.store.seen)
		err = g.store.write(&s)
		return s, err == nil && g.times.gap == 0, err
	case healthGarbage, healthOK:
		s = g.fresh(true)
	case healthForeign:
		// Epoch and gap are still valid. A mutation may be running on the other
		// host, or has ended there.
		lost := s.mutating != 0
		s = state{ident: g.host.Identity(), gap: s.gap, raised: s.raised, goods: s.goods, epoch: s.epoch, seq: s.seq}
		if lost {
			s.mutating = g.host.Now() + g.times.timeout
		}
	}
	if gap := g.gap(&s); gap > 0 && !pause(g.ctx, gap+g.times.late[client.Interactive]) {
		return s, false, nil
	}
	s.notBefore = g.host.Now()
	err = g.store.write(&s)
	return s, err == nil, err
}

// fresh returns the state of an account of which nothing is known. Its epoch is
// random: that of a lost file could otherwise occur again, with another meaning.
// When there was a state before (lost), a mutation may be running.
func (g *Gate) fresh(lost bool) state {
	now := g.host.Now()
	s := state{ident: g.host.Identity(), gap: g.times.gap, epoch: 1<<51 | g.host.Rand()>>13, notBefore: now + 2*g.times.gap}
	if lost {
		s.mutating = now + g.times.timeout
	}
	return s
}

// pick returns the call whose turn it is, under the lock; nil when the slot is not
// open (another process was faster) or no call may be sent.
func (g *Gate) pick(s *state, r *round, now time.Duration) *waiter {
	g.dropStale(s.epoch)
	g.mu.Lock()
	w := g.queue.next(s.mutating > now)
	g.mu.Unlock()
	if w == nil || g.times.gap == 0 || g.opens(s, w.call.Class) <= now {
		return w
	}
	if r.begun && r.seq != s.seq && s.pid != g.host.Pid() {
		// The next round counts it as lost.
		s.contended = now + 4*g.gap(s)
	}
	return nil
}

// grant takes w from the queue; false when it was abandoned meanwhile.
func (g *Gate) grant(w *waiter) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	w.granted = g.queue.take(w)
	return w.granted
}

// putBack returns w to the queue: it did not get a slot after all.
func (g *Gate) putBack(w *waiter) {
	g.mu.Lock()
	defer g.mu.Unlock()
	w.granted = false
	if w.ctx.Err() != nil {
		w.finish(nil, canceled(w, w.ctx.Err()))
		return
	}
	line := &g.queue.waiting[w.call.Class]
	*line = append([]*waiter{w}, *line...)
}

// stillOurs: a process that was stopped between reading the state and sending may
// have been taken for dead, if the file was deleted or put aside meanwhile: a new
// file is trusted after two gaps.
func (g *Gate) stillOurs(since, gap time.Duration) bool {
	sure := lockLease / 8
	if gap > 0 {
		sure = min(sure, gap/2)
	}
	return g.host.Now()-since < sure || g.store.current() && g.store.above.current()
}

// refuse fails all waiting calls when the state cannot be used: without it nobody
// may send.
func (g *Gate) refuse(err error) {
	if errors.Is(err, context.Canceled) {
		return // the gate is closing, and fails them itself
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, w := range g.queue.clear() {
		if errors.Is(err, errHeld) {
			st := g.store
			if up := st.above.file(); up != nil {
				st = up
			}
			w.finish(nil, &client.Error{Kind: client.KindLocal, What: "%[2]s holds %[1]s and does not release it; nothing was sent.",
				Args: []any{st.path, st.holder().String()},
				Hint: "if it is a stopped aloft, continue it (fg, kill -CONT) or end it", Retry: true, Err: err})
			continue
		}
		w.finish(nil, stateError(g.store.path, err))
	}
}
