package gate

import (
	"cmp"
	"time"

	"aloft/client"
	"aloft/client/gate/file"
)

// times are all durations of a gate. Scale shortens its pauses; the limits of an
// exchange or of the wait for a lock are not scaled, so that a slow machine causes
// no error.
type times struct {
	scale       float64
	gap, maxGap time.Duration
	throttleCap time.Duration // throttling doubles the gap up to this
	timeout     time.Duration // of an exchange
	write       time.Duration // of writing a request
	margin      time.Duration // added to the gap until the answer has arrived
	patience    time.Duration // for the lock, in updates after an exchange
	lockRetry   time.Duration
	lockLimit   time.Duration
	look        time.Duration // between two checks of what another process does
	ms          time.Duration // one (scaled) millisecond, the unit of back-offs
	// late is how much longer than the gap an unanswered request blocks the next
	// one, by class: its own arrival may be late.
	late [2]time.Duration
}

// files are the durations of the state file.
func (t times) files() file.Times {
	return file.Times{Gap: t.gap, MaxGap: t.maxGap, Timeout: t.timeout, Margin: t.margin, Late: t.late[client.Interactive], Retry: t.lockRetry, Limit: t.lockLimit}
}

func timesOf(o Options) times {
	scale := o.Scale
	if scale == 0 {
		scale = 1
	}
	or := func(d, std time.Duration) time.Duration {
		if d == 0 {
			d = std
		}
		return time.Duration(float64(d) * scale)
	}
	ms := or(time.Millisecond, 0)
	t := times{
		scale:       scale,
		maxGap:      or(o.MaxGap, 10*time.Second),
		throttleCap: 8000 * ms,
		timeout:     cmp.Or(o.Timeout, 15*time.Second),
		write:       2 * time.Second,
		margin:      25 * ms,
		patience:    250 * time.Millisecond,
		lockRetry:   max(ms, 200*time.Microsecond),
		lockLimit:   30 * time.Second,
		look:        max(5*ms, time.Millisecond),
		ms:          ms,
		late:        [2]time.Duration{100 * ms, 250 * ms},
	}
	if o.Far != nil {
		t.look = 10 * ms // each look is a question to a server
	}
	if o.Gap > 0 {
		t.gap = min(max(or(o.Gap, 0), or(o.MinGap, client.MinGap)), t.maxGap)
	}
	return t
}
