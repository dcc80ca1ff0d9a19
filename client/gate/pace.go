package gate

import "time"

// Hint is the gap that the service has asked for (tq_gap). It can only raise
// the gap, for all processes of the account; it is forgotten when the service
// asks for another.
func (g *Gate) Hint(tqGap time.Duration) {
	if g.times.gap == 0 || tqGap <= 0 {
		return
	}
	hint := min(time.Duration(float64(tqGap)*g.times.scale), g.times.maxGap)
	if s, h := g.store.peek(); h == healthOK && s.hint == hint && s.gap >= hint {
		return // said with nearly every answer
	}
	g.pace(func(s *state) {
		s.hint = hint
		s.gap = max(s.gap, hint)
	})
}

// Throttled: the service asked to slow down (429, 5xx, "too frequent"). The gap
// doubles, for all processes.
func (g *Gate) Throttled() {
	if g.times.gap == 0 {
		return
	}
	g.goods.Store(0)
	g.pace(func(s *state) {
		gap := g.gap(s)
		s.gap = max(gap, min(2*gap, g.times.throttleCap))
		s.notBefore = max(s.notBefore, g.host.Now()+s.gap)
	})
}

// goodsForLess is how many good answers make the gap a tenth smaller.
const goodsForLess = 20

// Good: the service gave a good answer. A gap that was raised by throttling
// goes down again, though never below the configured one or the last hint.
func (g *Gate) Good() {
	if g.times.gap == 0 || g.goods.Add(1) < goodsForLess {
		return
	}
	g.goods.Store(0)
	if s, h := g.store.peek(); h == healthOK && s.gap <= g.leastGap(&s) {
		return
	}
	g.pace(func(s *state) {
		s.gap = max(g.gap(s)*9/10, g.leastGap(s))
	})
}

func (g *Gate) leastGap(s *state) time.Duration { return max(g.times.gap, s.hint) }

// pace changes the gap.
func (g *Gate) pace(f func(*state)) {
	g.update(func(s *state, ours bool) {
		was := *s
		f(s)
		if !ours {
			s.notBefore = was.notBefore
		}
		if s.gap != was.gap {
			g.tell(Event{Kind: EventGap, Gap: s.gap})
		}
	})
}
