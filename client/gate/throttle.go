package gate

import (
	"math"
	"time"
)

// trouble is the reason for a raised gap.
type trouble int

const (
	broken trouble = iota // the service fails or does not answer: 5xx, time-outs
	often                 // it says that requests come too fast: 429
	troubles
)

// halfLife is the time after which a raise has halved.
func (t trouble) halfLife() time.Duration {
	if t == broken {
		return 30 * time.Second
	}
	return 2 * time.Minute
}

// brokenGaps is by how many gaps, at most, a failing service raises the gap: it has
// not said that requests come too fast, and the callers back off as well.
const brokenGaps = 3

// goodsForLess is how many good answers, over all processes, halve a raise for "too
// fast". The part above one gap is halved by each of them: only refusals in a row
// raise it so far.
const goodsForLess = 4

// raise is by how much the gap exceeded the configured one at a time. It halves
// with time.
type raise struct {
	by, at time.Duration
}

// now is what is left of it now.
func (r raise) now(now, half time.Duration) time.Duration {
	if r.by <= 0 || now <= r.at {
		return max(0, r.by)
	}
	return time.Duration(float64(r.by) * math.Exp2(-float64(now-r.at)/float64(half)))
}

// left is what is left of a raise; the last fiftieth of a gap does not count.
func (g *Gate) left(s *state, t trouble) time.Duration {
	half := time.Duration(float64(t.halfLife()) * g.times.scale)
	if d := s.raised[t].now(g.host.Now(), half); d >= g.times.gap/50 {
		return d
	}
	return 0
}

// measure stores the current gap and its raises: two hosts that write in turn
// cannot compare their times.
func (g *Gate) measure(s *state) {
	for t := range troubles {
		if s.raised[t].by > 0 {
			s.raised[t] = raise{by: g.left(s, t), at: g.host.Now()}
		}
	}
	s.gap = g.gap(s)
}

// gap is the current gap; the larger raise counts.
func (g *Gate) gap(s *state) time.Duration {
	if g.times.gap == 0 {
		return 0
	}
	up := max(g.left(s, broken), g.left(s, often))
	return min(g.times.gap+up, g.times.maxGap)
}

// Throttled: the service says that requests come too fast (429, "too frequent").
func (g *Gate) Throttled() { g.raise(often) }

// Broken: the service failed (5xx) or gave no answer in time.
func (g *Gate) Broken() { g.raise(broken) }

// raise raises the gap, for all processes. One refusal among good answers makes it
// twice the configured one; only refusals of a kind with no good answer in between,
// or at a gap that is raised already, double the raise.
func (g *Gate) raise(t trouble) {
	if g.times.gap == 0 {
		return
	}
	g.pace(func(s *state) {
		by, most := g.left(s, t), g.times.throttleCap-g.times.gap
		again := by > 0 // after "broken" a good answer would have removed it
		if t == broken {
			most = brokenGaps * g.times.gap
		} else {
			again, s.goods = again && s.goods == 0, 0
		}
		if again || by > g.times.gap {
			by *= 2
		}
		by = min(max(by, g.times.gap), max(0, most))
		s.raised[t] = raise{by: by, at: g.host.Now()}
		s.notBefore = max(s.notBefore, g.host.Now()+g.gap(s))
	})
}

// Good: the service gave a good answer. So it is not broken, and after some of them
// requests do not come too fast either. They are counted in the shared state: most
// commands are a process of a few requests.
func (g *Gate) Good() {
	if g.times.gap == 0 {
		return
	}
	if s, h := g.store.peek(); h == healthOK && g.gap(&s) == g.times.gap {
		return
	}
	g.pace(func(s *state) {
		s.raised[broken] = raise{}
		s.goods++
		if by := g.left(s, often); by > g.times.gap || s.goods%goodsForLess == 0 {
			s.raised[often] = raise{by: by / 2, at: g.host.Now()}
		}
	})
}

// MaxPause is the longest pause that a call waits for. A longer one ends the call
// at once: a person, or a job, has to decide.
const MaxPause = 30 * time.Second

// maxAsked is the longest pause accepted from a service.
const maxAsked = 24 * time.Hour

// Pause: the service asked (Retry-After) for no request for d. It holds for all
// processes of the account.
func (g *Gate) Pause(d time.Duration) {
	if g.times.gap == 0 || d <= 0 {
		return
	}
	d = time.Duration(float64(min(d, maxAsked)) * g.times.scale)
	g.update(func(s *state, ours bool) {
		if ours {
			s.paused = max(s.paused, g.host.Now()+d)
			g.tell(Event{Kind: EventPause, Gap: d})
		}
	})
	g.nudge()
}

// Paused is what is left of the pause that the service asked for, 0 = none.
func (g *Gate) Paused() time.Duration {
	if s, h := g.store.peek(); h == healthOK {
		return max(0, s.paused-g.host.Now())
	}
	return 0
}

// pace changes the gap. A smaller one is used by the waiting request at once: its
// time, set with the larger one, is earlier by the difference.
func (g *Gate) pace(f func(*state)) {
	g.update(func(s *state, ours bool) {
		was, gap := *s, g.gap(s)
		f(s)
		if !ours {
			s.notBefore = was.notBefore
		}
		s.gap = g.gap(s)
		if ours && s.gap < gap {
			s.notBefore -= gap - s.gap
		}
		if s.gap != gap {
			g.tell(Event{Kind: EventGap, Gap: s.gap})
		}
	})
}
