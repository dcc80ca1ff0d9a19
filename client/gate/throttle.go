package gate

import (
	"time"

	"aloft/client/gate/state"
)

// brokenGaps is by how many gaps, at most, a failing service raises the gap: it has
// not said that requests come too fast, and the callers back off as well.
const brokenGaps = 3

// goodsForLess is how many good answers, over all processes, halve a raise for "too
// fast". The part above one gap is halved by each of them: only refusals in a row
// raise it so far.
const goodsForLess = 4

// goodsForProbe is how many good answers since the last refusal lower what was learned by a tenth: a service that has
// become faster is found out, and one that has not refuses one request in as many.
const goodsForProbe = 100

// left is what is left of a raise; the last fiftieth of a gap does not count.
func (g *Gate) left(s *state.State, t state.Trouble) time.Duration {
	half := time.Duration(float64(t.HalfLife()) * g.times.scale)
	if d := s.Raised[t].Now(g.host.Now(), half); d >= g.times.gap/50 {
		return d
	}
	return 0
}

// measure stores the current gap and its raises: two hosts that write in turn
// cannot compare their times.
func (g *Gate) measure(s *state.State) {
	for t := range state.Troubles {
		if s.Raised[t].By > 0 {
			s.Raised[t] = state.Raise{By: g.left(s, t), At: g.host.Now()}
		}
	}
	s.Gap = g.gap(s)
}

// gap is the current gap; the larger raise counts.
func (g *Gate) gap(s *state.State) time.Duration {
	if g.times.gap == 0 {
		return 0
	}
	return min(g.times.gap+max(g.left(s, state.Broken), g.often(s)), g.times.maxGap)
}

// often is what is added to the gap because requests came too fast: for a while, or for long.
func (g *Gate) often(s *state.State) time.Duration { return max(g.left(s, state.Often), s.Learned) }

// Throttled: the service says that requests come too fast (429, "too frequent").
func (g *Gate) Throttled() { g.raise(state.Often) }

// Broken: the service failed (5xx) or gave no answer in time.
func (g *Gate) Broken() { g.raise(state.Broken) }

// raise raises the gap, for all processes. One refusal among good answers makes it
// twice the configured one; only refusals of a kind with no good answer in between,
// or at a gap that is raised already, double the raise. Refused again although a larger raise worked, a service has
// a gap of its own, which is kept.
func (g *Gate) raise(t state.Trouble) {
	if g.times.gap == 0 {
		return
	}
	g.pace(func(s *state.State) {
		by, most := g.left(s, t), g.times.throttleCap-g.times.gap
		again := by > 0 // after "broken" a good answer would have removed it
		if t == state.Broken {
			most = brokenGaps * g.times.gap
		} else {
			by = g.often(s)
			again = by > 0 && s.Goods == 0
			worked := s.Worked
			s.Goods, s.Worked = 0, 0
			if worked > by+g.times.gap/50 {
				s.Learned, s.Raised[t] = worked, state.Raise{}
				s.NotBefore = max(s.NotBefore, g.host.Now()+g.gap(s))
				return
			}
		}
		if again || by > g.times.gap {
			by *= 2
		}
		by = min(max(by, g.times.gap), max(0, most))
		s.Raised[t] = state.Raise{By: by, At: g.host.Now()}
		s.NotBefore = max(s.NotBefore, g.host.Now()+g.gap(s))
	})
}

// Good: the service gave a good answer. So it is not state.Broken, and after some of them
// requests do not come too fast either. They are counted in the shared state: most
// commands are a process of a few requests.
func (g *Gate) Good() {
	if g.times.gap == 0 {
		return
	}
	if s, h := g.store.Peek(); h == state.OK && g.gap(&s) == g.times.gap {
		return
	}
	g.pace(func(s *state.State) {
		if s.Worked == 0 || g.often(s) < s.Worked {
			s.Worked = g.often(s)
		}
		s.Raised[state.Broken] = state.Raise{}
		if s.Goods++; s.Goods%goodsForProbe == 0 {
			if s.Learned -= s.Learned / 10; s.Learned < g.times.gap/50 {
				s.Learned = 0
			}
		}
		if by := g.left(s, state.Often); by > g.times.gap || s.Goods%goodsForLess == 0 {
			s.Raised[state.Often] = state.Raise{By: by / 2, At: g.host.Now()}
		}
	})
}

// Pause: the service asked (Retry-After) for no request for d. It holds for all
// processes of the account.
func (g *Gate) Pause(d time.Duration) {
	if g.times.gap == 0 || d <= 0 {
		return
	}
	d = time.Duration(float64(min(d, state.MaxAsked)) * g.times.scale)
	g.update(func(s *state.State, ours bool) {
		if ours {
			s.Paused = max(s.Paused, g.host.Now()+d)
			g.tell(Event{Kind: EventPause, Gap: d})
		}
	})
	g.nudge()
}

// Paused is what is left of the pause that the service asked for, 0 = none.
func (g *Gate) Paused() time.Duration {
	if s, h := g.store.Peek(); h == state.OK {
		return max(0, s.Paused-g.host.Now())
	}
	return 0
}

// pace changes the gap. A smaller one is used by the waiting request at once: its
// time, set with the larger one, is earlier by the difference.
func (g *Gate) pace(f func(*state.State)) {
	g.update(func(s *state.State, ours bool) {
		was, gap := *s, g.gap(s)
		f(s)
		if !ours {
			s.NotBefore = was.NotBefore
		}
		s.Gap = g.gap(s)
		if ours && s.Gap < gap {
			s.NotBefore -= gap - s.Gap
		}
		if s.Gap != gap {
			g.tell(Event{Kind: EventGap, Gap: s.Gap})
		}
	})
}

// Gap is the current gap.
func (g *Gate) Gap() time.Duration {
	s, _ := g.store.Peek()
	return g.gap(&s)
}

// Sent counts the requests that this process has sent.
func (g *Gate) Sent() int { return int(g.sent.Load()) }

// Slots counts the requests of the account so far that have waited for the gap, those of
// other processes too; 0 = there is no gap.
func (g *Gate) Slots() int {
	s, _ := g.store.Peek()
	if g.gap(&s) == 0 {
		return 0
	}
	return int(s.Seq)
}
