package jobs

import (
	"os"
	"time"
)

// How long ago a mutation was sent decides when it can no longer strike. The
// wall clock may be set meanwhile, forwards too, so ages are reckoned by the
// monotonic clock of this process and, over a restart, by the boot clock. Where
// the two readings are not of one clock (a reboot, another host), the age is
// unknown, and counts from now: the whole settle time is waited.

// clock is one reading of all clocks.
type clock struct {
	now  time.Time // monotonic
	boot time.Duration
	name string
}

func (e *Engine) clock() clock {
	boot, name := e.o.Boot()
	return clock{time.Now(), boot, name}
}

// stamp puts the time into a record.
func (e *Engine) stamp(r *record) {
	c := e.clock()
	r.At, r.live = c.now.UnixMilli(), c.now
	if c.name != "" {
		r.Boot = c.boot.Milliseconds()
	}
}

// startOf is the record of this process taking the job up.
func (e *Engine) startOf(j *job) record {
	r := record{T: recStart, Plan: j.sum, PID: os.Getpid(), By: &e.self, Requests: j.requests}
	e.stamp(&r)
	_, r.Clock = e.o.Boot()
	return r
}

// when a record was written, for reckoning ages.
func (g *progress) when(r *record) time.Time {
	switch age := g.clock.boot - time.Duration(r.Boot)*time.Millisecond; {
	case !r.live.IsZero():
		return r.live
	case g.clock.now.IsZero():
		return r.time() // only shown, never judged by
	case g.clock.name != "" && g.written == g.clock.name && r.Boot > 0 && age >= 0:
		return g.clock.now.Add(-age)
	}
	return g.clock.now
}
