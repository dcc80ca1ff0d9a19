package journal

import "time"

// How long ago a mutation was sent decides when it can no longer strike. The
// wall clock may be set meanwhile, forwards too, so ages are reckoned by the
// monotonic clock of this process and, over a restart, by the boot clock. Where
// the two readings are not of one clock (a reboot, another host), the age is
// unknown, and counts from now: the whole settle time is waited.

// Clock is one reading of all clocks.
type Clock struct {
	Now  time.Time // monotonic
	Boot time.Duration
	Name string
}

// when a record was written, for reckoning ages.
func (g *Progress) when(r *Record) time.Time {
	switch age := g.Clock.Boot - time.Duration(r.Boot)*time.Millisecond; {
	case !r.Live.IsZero():
		return r.Live
	case g.Clock.Now.IsZero():
		return r.time() // only shown, never judged by
	case g.Clock.Name != "" && g.written == g.Clock.Name && r.Boot > 0 && age >= 0:
		return g.Clock.Now.Add(-age)
	}
	return g.Clock.Now
}
