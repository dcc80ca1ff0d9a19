package gate

import (
	"context"
	"errors"
	"fmt"
	"time"

	"aloft/client"
	"aloft/client/holder"
	"aloft/model/text"
)

// round is the wait for one slot.
type round struct {
	begun bool
	seq   uint64 // the last slot when the wait began
	luck  uint64 // the round's random number
	lost  int    // rounds that other processes have won since we sent last
}

// pump serves the queue until it is empty. At most one is running.
func (g *Gate) pump() {
	var conn Conn
	var r round
	// Without pacing the slot is usually open, and reading the state first is a
	// waste.
	look := g.times.gap > 0
	deaths := 0 // connections that ended before anything was sent on them
	defer func() {
		if conn != nil {
			_ = conn.Close()
		}
	}()
	for {
		g.comeBack()
		g.mu.Lock()
		if g.queue.empty() {
			g.pumping = false
			g.mu.Unlock()
			return
		}
		g.mu.Unlock()
		if g.refusePaused() {
			continue
		}
		if conn != nil && dead(conn) {
			_ = conn.Close()
			conn = nil
			deaths++
		}
		if conn == nil {
			if conn = g.dial(deaths); conn == nil {
				deaths = 0
				continue
			}
		}
		if look {
			if s, h := g.store.peek(); h == healthOK {
				g.dropStale(s.epoch)
				if d := g.wait(&s, &r); d > 0 {
					g.sayWait(&s)
					g.sleep(d)
					continue
				}
			}
		}
		used, err := g.claim(conn, &r)
		if err != nil && !g.retreat(err) {
			g.refuse(err)
		}
		if used {
			conn, deaths = nil, 0
		}
		look = g.times.gap > 0 || !used
	}
}

// refusePaused fails the waiting calls while the service asks for a pause that is
// longer than a call waits. Nothing was sent.
func (g *Gate) refusePaused() bool {
	d := g.Paused()
	if g.times.gap == 0 || d <= time.Duration(float64(MaxPause)*g.times.scale) {
		return false
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, w := range g.queue.clear() {
		w.finish(nil, paused(w, d))
	}
	return true
}

// sayWait publishes what the queue waits for.
func (g *Gate) sayWait(s *state) {
	g.mu.Lock()
	all := g.queue.all()
	g.mu.Unlock()
	d, gap := s.paused-g.host.Now(), g.gap(s)
	for _, w := range all {
		switch {
		case d > 0:
			client.WaitsFor(w.watch, text.GateWaitPause, w.who, spoken(d))
		case gap > g.times.gap:
			client.WaitsFor(w.watch, "waiting: requests to %s are %s apart for a while, because it failed or asked to slow down", w.who, spoken(gap))
		default:
			client.WaitsFor(w.watch, "waiting for a turn to ask %s", w.who)
		}
	}
}

// sayHeld publishes who holds the lock that the queue waits for.
func (g *Gate) sayHeld(by holder.Holder) {
	g.mu.Lock()
	all := g.queue.all()
	g.mu.Unlock()
	for _, w := range all {
		client.WaitsFor(w.watch, text.WaitHolder, by.String())
	}
}

// WaitsPause publishes that the call of the context waits for the end of a pause
// that the service asked for.
func WaitsPause(ctx context.Context, who text.Text, d time.Duration) {
	client.WaitsFor(ctx, text.GateWaitPause, who, spoken(d))
}

// spoken is a duration as a person says it.
func spoken(d time.Duration) string {
	if d < time.Minute {
		return fmt.Sprintf("%d s", (d+time.Second-1)/time.Second)
	}
	return fmt.Sprintf("%d min", (d+time.Minute-1)/time.Minute)
}

// maxDeaths is how many connections in a row may end while they wait for the slot.
// One does when it was kept too long; more mean that the server accepts none.
const maxDeaths = 3

var errHungUp = errors.New("the other end closed every connection")

// dial prepares a connection. On failure all waiting calls get the error: each of
// them would fail alike.
func (g *Gate) dial(deaths int) Conn {
	g.mu.Lock()
	all := g.queue.all()
	g.mu.Unlock()
	for _, w := range all {
		client.WaitsFor(w.watch, "waiting for a connection to %s", w.who)
	}
	var conn Conn
	err := errHungUp
	if deaths < maxDeaths {
		conn, err = g.opt.Wire.Prepare(g.ctx)
	}
	if err == nil {
		return conn
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, w := range all {
		if g.queue.remove(w) {
			w.finish(nil, dialFault(w, err))
		}
	}
	return nil
}

// dead reports whether a connection is known to be closed.
func dead(c Conn) bool {
	a, ok := c.(interface{ Alive() bool })
	return ok && !a.Alive()
}

// dropStale fails the mutations whose ids are stale, without a slot.
func (g *Gate) dropStale(epoch uint64) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, w := range g.queue.stale(epoch) {
		g.tell(Event{Kind: EventStale, Class: w.call.Class, Mutation: true, Epoch: epoch})
		w.finish(nil, stale(w))
	}
}

// sleep waits for d, or until something has changed.
func (g *Gate) sleep(d time.Duration) {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
	case <-g.wake:
	}
}

// wait is how long this process need not try.
func (g *Gate) wait(s *state, r *round) time.Duration {
	now := g.host.Now()
	running := s.mutating > now
	g.mu.Lock()
	w := g.queue.next(running)
	g.mu.Unlock()
	if w == nil {
		// Only mutations are queued, and one is running, perhaps in another
		// process.
		return min(s.mutating-now, 4*g.times.look)
	}
	if g.times.gap == 0 {
		return 0
	}
	if !r.begun || r.seq != s.seq {
		g.begin(s, r, w.call.Class, now)
	}
	open := g.opens(s, w.call.Class)
	switch {
	case s.pending && open > now:
		// The answer, which may be that of another process, changes the time.
		if at := max(s.notBefore, time.Duration(g.own.Load())); at > now {
			return at - now
		}
		return min(open-now, g.times.look)
	default:
		return open + g.backoff(s, w.call.Class, r, now) - now
	}
}

// begin begins a round, and counts the last one as lost if another process took the
// slot. It writes to the state that several processes compete, and that somebody
// waits for this one.
func (g *Gate) begin(seen *state, r *round, c client.Class, now time.Duration) {
	lost := r.begun && seen.pid != g.host.Pid()
	r.seq, r.begun, r.luck = seen.seq, true, g.host.Rand()
	if lost {
		r.lost++
		g.tell(Event{Kind: EventLost, Class: c})
	}
	gap := g.gap(seen)
	contended := lost && seen.contended < now+2*gap
	urgent := c == client.Interactive && (lost || seen.contended > now)
	if !contended && !urgent {
		return
	}
	g.update(func(s *state, ours bool) {
		if ours && contended {
			s.contended = max(s.contended, now+4*gap)
		}
		if ours && urgent {
			s.urgent = max(s.urgent, s.notBefore+g.times.late[c])
		}
	})
}

// opens is when the slot opens for a class.
func (g *Gate) opens(s *state, c client.Class) time.Duration {
	at := max(s.notBefore, time.Duration(g.own.Load()))
	if s.pending {
		at += g.times.late[c] - g.times.margin
	}
	return max(at, s.paused)
}

// backoff lets interactive calls and those that have waited longest try first when
// several processes want the same slot, as the inter-frame spaces of a wireless
// network do: no message is needed for it.
func (g *Gate) backoff(s *state, c client.Class, r *round, now time.Duration) time.Duration {
	if s.contended < now {
		return 0
	}
	ms := g.times.ms
	luck := func(from, to time.Duration) time.Duration {
		return from + time.Duration(r.luck%uint64(to-from))
	}
	last := s.pid == g.host.Pid()
	bulkDue := s.sinceBulk >= bulkShare-1
	// On a busy machine a process can be some milliseconds late; so bulk work stays
	// well behind an urgent request that it knows of.
	far := time.Duration(0)
	if s.urgent > now {
		far = 20 * ms
	}
	switch {
	case c == client.Bulk && bulkDue:
		return 0 // the share of bulk work, over all processes
	case c == client.Interactive && bulkDue:
		return luck(3*ms, 4*ms)
	case c == client.Interactive && last:
		// Two processes, each with an interactive call.
		return luck(ms, 2*ms)
	case c == client.Interactive:
		return 0
	case last:
		return luck(15*ms, 21*ms) + far
	}
	// The window narrows with each lost round, but stays behind interactive calls.
	return 4*ms + luck(0, 10*ms)>>min(r.lost, 8) + far
}

// exchangeContext has the time-out, which starts at the slot. It ends with the gate
// or when a read is canceled; a mutation that was sent is waited for.
func (g *Gate) exchangeContext(w *waiter) (context.Context, context.CancelFunc) {
	base := w.ctx
	if w.call.Mutation {
		base = context.WithoutCancel(w.ctx)
	}
	return context.WithTimeout(base, g.times.timeout)
}
