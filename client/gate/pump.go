package gate

import (
	"context"
	"time"

	"aloft/client"
)

// round is one wait for one slot.
type round struct {
	begun bool
	seq   uint64 // the last slot when the wait began
	luck  uint64 // the round's random number
	lost  int    // rounds that other processes have won since we sent last
	// passed counts the interactive requests of other processes since anybody's
	// last bulk one, while this process waited with a bulk one.
	passed int
}

// pump serves the queue until it is empty. One runs at a time.
func (g *Gate) pump() {
	var conn Conn
	var r round
	// Without pacing the slot is open, as a rule, and a look before is a waste.
	look := g.times.gap > 0
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
		if conn == nil || dead(conn) {
			if conn != nil {
				_ = conn.Close()
			}
			if conn = g.dial(); conn == nil {
				continue
			}
		}
		if look {
			if s, h := g.store.peek(); h == healthOK {
				g.dropStale(s.epoch)
				if d := g.wait(&s, &r); d > 0 {
					g.sleep(d)
					continue
				}
			}
		}
		used := g.claim(conn, &r)
		if used {
			conn = nil
		}
		look = g.times.gap > 0 || !used
	}
}

// dial prepares a connection. When there is none, all who wait are told: each
// of them would find the same.
func (g *Gate) dial() Conn {
	g.mu.Lock()
	all := g.queue.all()
	g.mu.Unlock()
	conn, err := g.wire.Prepare(g.ctx)
	if err == nil {
		return conn
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, w := range all {
		if g.queue.remove(w) {
			w.finish(nil, dialFault(w.host, err))
		}
	}
	return nil
}

// dead reports whether a connection is known to be of no more use.
func dead(c Conn) bool {
	a, ok := c.(interface{ Alive() bool })
	return ok && !a.Alive()
}

// dropStale answers the mutations whose ids are stale, without a slot.
func (g *Gate) dropStale(epoch uint64) {
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, w := range g.queue.stale(epoch) {
		g.tell(Event{Kind: EventStale, Class: w.call.Class, Mutation: true, Epoch: epoch})
		w.finish(nil, stale(w))
	}
}

// sleep waits, or less when something has changed.
func (g *Gate) sleep(d time.Duration) {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
	case <-g.wake:
	}
}

// wait says for how long nobody of this process needs to try.
func (g *Gate) wait(s *state, r *round) time.Duration {
	now := g.host.Now()
	running := s.mutating > now
	g.mu.Lock()
	w := g.queue.next(running)
	g.mu.Unlock()
	if w == nil {
		// Only mutations wait, and one is running, perhaps in another process.
		return min(s.mutating-now, 4*g.times.look)
	}
	if g.times.gap == 0 {
		return 0
	}
	if !r.begun || r.seq != s.seq {
		if r.begun && s.pid != g.host.Pid() {
			g.lose(s, r, w.call.Class, now)
		}
		r.seq, r.begun, r.luck = s.seq, true, g.host.Rand()
	}
	open := g.opens(s, w.call.Class)
	switch {
	case s.pending && open > now:
		// The answer, which may come to another process, moves the time.
		if at := max(s.notBefore, time.Duration(g.own.Load())); at > now {
			return at - now
		}
		return min(open-now, g.times.look)
	default:
		return open + g.backoff(s, w.call.Class, r, now) - now
	}
}

// lose notes that another process was faster, and lets all know that there are
// several.
func (g *Gate) lose(seen *state, r *round, c client.Class, now time.Duration) {
	r.lost++
	if s := seen; c == client.Bulk && s.urgent {
		r.passed++
	} else {
		r.passed = 0
	}
	g.tell(Event{Kind: EventLost, Class: c})
	if gap := g.gap(seen); seen.contended < now+2*gap {
		g.update(func(s *state, ours bool) {
			if ours {
				s.contended = max(s.contended, now+4*gap)
			}
		})
	}
}

// opens is when the slot opens for a class.
func (g *Gate) opens(s *state, c client.Class) time.Duration {
	at := max(s.notBefore, time.Duration(g.own.Load()))
	if s.pending {
		at += g.times.late[c] - g.times.margin
	}
	return at
}

// backoff gives the urgent and those who have waited longest the first try
// when several processes want the same slot, as the inter-frame spaces of a
// wireless network do: no message is needed for it.
func (g *Gate) backoff(s *state, c client.Class, r *round, now time.Duration) time.Duration {
	if s.contended < now {
		return 0
	}
	ms := g.times.ms
	luck := func(from, to time.Duration) time.Duration {
		return from + time.Duration(r.luck%uint64(to-from))
	}
	last := s.pid == g.host.Pid()
	switch {
	case c == client.Interactive && last:
		// Two processes with a person before each.
		return luck(ms, 2*ms)
	case c == client.Interactive:
		return 0
	case r.passed >= bulkShare-1:
		return 0 // the share of bulk work, over all processes
	case last:
		return luck(15*ms, 21*ms)
	}
	// The window narrows with each lost round, but stays behind the urgent.
	return 4*ms + luck(0, 10*ms)>>min(r.lost, 8)
}

// exchangeContext is where the time-out starts: at the slot. It ends with the
// gate or when a read is given up; a mutation that is sent is waited for.
func (g *Gate) exchangeContext(w *waiter) (context.Context, context.CancelFunc) {
	base := w.ctx
	if w.call.Mutation {
		base = context.WithoutCancel(w.ctx)
	}
	return context.WithTimeout(base, g.times.timeout)
}
