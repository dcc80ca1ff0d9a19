package gate

import (
	"time"

	"aloft/client"
	"aloft/client/gate/state"
)

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
	running := s.Mutating > now
	g.mu.Lock()
	w := g.queue.next(running)
	g.mu.Unlock()
	if w == nil {
		// Only mutations are queued, and one is running, perhaps in another
		// process.
		return min(s.Mutating-now, 4*g.times.look)
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
