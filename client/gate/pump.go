package gate

import (
	"time"

	"aloft/client"
	"aloft/client/gate/file"
	"aloft/client/gate/state"
	"aloft/model/text"
)

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
		switch {
		case err == nil:
		case g.retreat(err):
			g.watching.Do(func() { g.wg.Go(g.watch) })
		default:
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
			client.WaitsFor(w.watch, "waiting: requests to %s are spaced %s apart for a while because it failed or asked to slow down", w.who, spoken(gap))
		default:
			client.WaitsFor(w.watch, "waiting for a turn to ask %s", w.who)
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
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
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

// watch makes the pump check, although no call waits, so that mutations are allowed
// again in time.
func (g *Gate) watch() {
	for file.Pause(g.ctx, lookAgain) {
		g.mu.Lock()
		if g.reading.Load() != nil && !g.closed {
			g.start()
		}
		g.mu.Unlock()
	}
}
