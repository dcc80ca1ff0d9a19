package gate

import (
	"context"
	"errors"
	"time"

	"aloft/client"
	"aloft/client/gate/file"
	"aloft/client/gate/state"
)

// claim takes the lock and, if the slot is still open, sends the next call on the
// connection. It reports whether the connection was used; an error means that the
// state cannot be used.
func (g *Gate) claim(conn Conn, r *round) (used bool, err error) {
	if err := g.store.Lock(g.ctx); err != nil {
		return false, err
	}
	defer g.store.Unlock()
	s, usable, err := g.load()
	if !usable {
		return false, err
	}
	g.dropChanges()
	now, was := g.host.Now(), s
	if s.Mutating != 0 && s.Mutating <= now {
		// Its process died, or never saw an answer: it counts as ended.
		s.Mutating = 0
		s.Epoch++
		g.tell(Event{Kind: EventEpoch, Epoch: s.Epoch})
	}
	w := g.pick(&s, r, now)
	if w == nil || dead(conn) {
		if s != was {
			// If it fails, only the mark is found stale once more.
			_ = g.store.Write(&s)
		}
		return false, nil
	}
	if !g.grant(w) {
		return false, nil
	}
	gap := g.gap(&s)
	if gap > 0 {
		s.Seq++
		s.Pid = g.pid
		g.measure(&s)
		s.Pending = true
		if w.call.Class == client.Bulk {
			s.SinceBulk = 0
		} else {
			s.SinceBulk = min(s.SinceBulk+1, bulkShare)
			s.Urgent = 0 // a process that waits loses a round and sets it again
		}
		s.NotBefore = now + gap + g.times.margin
	}
	x := &exchange{gate: g, waiter: w, conn: conn, seq: s.Seq, written: make(chan struct{})}
	if w.call.Mutation {
		s.Epoch++
		// Two more margins, so that the request's own time-out comes first.
		s.Mutating = now + g.times.timeout + 2*g.times.margin
		x.until = s.Mutating
	}
	x.epoch = s.Epoch
	if s != was {
		if err := g.store.Write(&s); err != nil {
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
	g.tell(Event{Kind: EventClaim, Class: w.call.Class, Mutation: w.call.Mutation, Epoch: s.Epoch, Gap: gap, Waited: now - w.since})
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
func (g *Gate) send(x *exchange, s *state.State, gap time.Duration) {
	ctx, cancel := x.context()
	g.wg.Go(func() {
		defer cancel()
		x.run(ctx)
	})
	select {
	case <-x.written:
	case <-time.After(g.times.write):
		cancel()
		<-x.written
	}
	if gap == 0 {
		return
	}
	x.sent = g.host.Now()
	g.own.Store(int64(x.sent + g.times.gap))
	s.NotBefore = x.sent + gap + g.times.margin
	// Without this write the first stamp is kept, which is earlier by the time that
	// writing took; the answer corrects it.
	_ = g.store.Write(s)
}

// load reads the state under the lock. A state without the time of the
// last request costs a wait: a new file two gaps, without the lock; anything else
// one gap with the lock held, since two hosts that overwrite each other's stamps
// would otherwise make each other wait forever.
func (g *Gate) load() (s state.State, usable bool, err error) {
	s, h := g.store.Read()
	if h == state.OK && plausible(g, &s) {
		return s, true, nil
	}
	g.tell(Event{Kind: EventRepair})
	switch h {
	case state.New, state.Lost:
		s = g.fresh(h == state.Lost)
		err = g.store.Write(&s)
		return s, err == nil && g.times.gap == 0, err
	case state.Garbage, state.OK:
		s = g.fresh(true)
	case state.Foreign:
		// Epoch and gap are still valid. A mutation may be running on the other
		// host, or has ended there.
		lost := s.Mutating != 0
		s = state.State{Gap: s.Gap, Raised: s.Raised, Goods: s.Goods, Learned: s.Learned, Worked: s.Worked, Epoch: s.Epoch, Seq: s.Seq}
		if lost {
			s.Mutating = g.host.Now() + g.times.timeout
		}
	}
	if gap := g.gap(&s); gap > 0 && !file.Pause(g.ctx, gap+g.times.late[client.Interactive]) {
		return s, false, nil
	}
	s.NotBefore = g.host.Now()
	err = g.store.Write(&s)
	return s, err == nil, err
}

// plausible: no process has set such a time, unless a clock was set.
func plausible(g *Gate, s *state.State) bool {
	return s.NotBefore <= g.host.Now()+2*g.times.maxGap+g.times.timeout
}

// pick returns the call whose turn it is, under the lock; nil when the slot is not
// open (another process was faster) or no call may be sent.
func (g *Gate) pick(s *state.State, r *round, now time.Duration) *waiter {
	g.dropStale(s.Epoch)
	g.mu.Lock()
	w := g.queue.next(s, now)
	g.mu.Unlock()
	if w == nil || g.times.gap == 0 || g.opens(s, w.call.Class) <= now {
		return w
	}
	if r.begun && r.seq != s.Seq && s.Pid != g.pid {
		// The next round counts it as lost.
		s.Contended = now + 4*g.gap(s)
	}
	return nil
}

// dropChanges fails the mutations, if nothing may be changed for now.
func (g *Gate) dropChanges() {
	no := g.ReadOnly()
	if no == nil {
		return
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, w := range g.queue.drop(func(w *waiter) bool { return w.call.Mutation }) {
		w.finish(nil, no)
	}
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
	sure := file.Lease / 8
	if gap > 0 {
		sure = min(sure, gap/2)
	}
	return g.host.Now()-since < sure || g.store.Current()
}

// refuse fails all waiting calls when the state cannot be used: without it nobody
// may send.
func (g *Gate) refuse(err error) {
	if err == nil || errors.Is(err, state.ErrLost) || errors.Is(err, context.Canceled) {
		return // the claim begins again, or the gate is closing, and fails them itself
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, w := range g.queue.clear() {
		w.finish(nil, err)
	}
}
