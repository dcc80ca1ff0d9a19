package gate

import (
	"context"
	"time"

	"aloft/client"
	"aloft/client/gate/state"
	"aloft/model/text"
)

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
			before := g.host.Now()
			s, h := g.store.Peek()
			g.asked = max(g.host.Now()-before, g.asked*7/8)
			if h == state.OK && plausible(g, &s) {
				g.dropStale(s.Epoch)
				if d := g.wait(&s, &r); d > 0 {
					g.sayWait(&s)
					g.sleep(d)
					continue
				}
			}
		}
		used, err := g.claim(conn, &r)
		g.refuse(err)
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
func (g *Gate) sayWait(s *state.State) {
	g.mu.Lock()
	all := g.queue.all()
	g.mu.Unlock()
	d, gap := s.Paused-g.host.Now(), g.gap(s)
	for _, w := range all {
		switch {
		case d > 0:
			client.WaitsFor(w.watch, text.GateWaitPause, w.who, spoken(d))
		case gap > g.times.gap:
			client.WaitsFor(w.watch, "waiting: requests to %s are %s apart for a while because the service failed or asked to slow down", w.who, spoken(gap))
		default:
			client.WaitsFor(w.watch, "waiting for a turn to use %s", w.who)
		}
	}
}

// maxDeaths is how many connections in a row may end while they wait for the slot.
// One does when it was kept too long; more mean that the server accepts none.
const maxDeaths = 3

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
	select {
	case <-time.After(d):
	case <-g.wake:
	}
}

// start starts the pump, unless it is running; g.mu is held.
func (g *Gate) start() {
	if !g.pumping {
		g.pumping = true
		g.wg.Go(g.pump)
	}
}

// round is the wait for one slot.
type round struct {
	begun bool
	seq   uint64 // the last slot when the wait began
	luck  uint64 // the round's random number
	lost  int    // rounds that other processes have won since we sent last
}

// wait is how long this process need not try.
func (g *Gate) wait(s *state.State, r *round) time.Duration {
	now := g.host.Now()
	g.mu.Lock()
	w := g.queue.next(s, now)
	g.mu.Unlock()
	if w == nil {
		// Only mutations are queued, and one is running, perhaps in another
		// process, or about to be.
		return min(max(s.Mutating, s.Operating)-now, 4*g.times.look)
	}
	if g.times.gap == 0 {
		return 0
	}
	if !r.begun || r.seq != s.Seq {
		g.begin(s, r, w.call.Class, now)
	}
	open := g.opens(s, w.call.Class)
	switch {
	case s.Pending && open > now:
		// The answer, which may be that of another process, changes the time.
		if at := max(s.NotBefore, time.Duration(g.own.Load())); at > now {
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
func (g *Gate) begin(seen *state.State, r *round, c client.Class, now time.Duration) {
	lost := r.begun && seen.Pid != g.pid
	r.seq, r.begun, r.luck = seen.Seq, true, g.host.Rand()
	if lost {
		r.lost++
		g.tell(Event{Kind: EventLost, Class: c})
	}
	gap := g.gap(seen)
	contended := lost && seen.Contended < now+2*gap
	urgent := c == client.Interactive && (lost || seen.Contended > now)
	if !contended && !urgent {
		return
	}
	g.update(func(s *state.State, ours bool) {
		if ours && contended {
			s.Contended = max(s.Contended, now+4*gap)
		}
		if ours && urgent {
			s.Urgent = max(s.Urgent, s.NotBefore+g.times.late[c])
		}
	})
}

// opens is when the slot opens for a class.
func (g *Gate) opens(s *state.State, c client.Class) time.Duration {
	at := max(s.NotBefore, time.Duration(g.own.Load()))
	if s.Pending {
		at += g.times.late[c] - g.times.margin
	}
	return max(at, s.Paused)
}

// backoff lets interactive calls and those that have waited longest try first when
// several processes want the same slot, as the inter-frame spaces of a wireless
// network do: no message is needed for it.
func (g *Gate) backoff(s *state.State, c client.Class, r *round, now time.Duration) time.Duration {
	if s.Contended < now {
		return 0
	}
	// Who asks over a slow network needs longer to see that another one was faster.
	ms := max(g.times.ms, g.asked/4)
	luck := func(from, to time.Duration) time.Duration {
		return from + time.Duration(r.luck%uint64(to-from))
	}
	last := s.Pid == g.pid
	bulkDue := s.SinceBulk >= bulkShare-1
	// On a busy machine a process can be some milliseconds late; so bulk work stays
	// well behind an urgent request that it knows of.
	far := time.Duration(0)
	if s.Urgent > now {
		far = 20 * ms
	}
	switch {
	case c == client.Bulk && bulkDue:
		return 0 // the share of bulk work, over all processes
	case c == client.Interactive && bulkDue:
		return luck(3*ms, 4*ms)
	case c == client.Interactive && last:
		// Two processes, each with an interactive call.
		unit := max(ms, g.asked)
		return luck(unit, 2*unit)
	case c == client.Interactive:
		return 0
	case last:
		return luck(15*ms, 21*ms) + far
	}
	// The window narrows with each lost round, but stays behind interactive calls.
	return 4*ms + luck(0, 10*ms)>>min(r.lost, 8) + far
}
