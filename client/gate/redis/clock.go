package redis

import (
	"time"

	"aloft/client/gate/state"
)

// sample is one reading of the server's clock. It was read between two times of this
// host, so the clock is ahead of the host's by more than least, and by less than
// most.
type sample struct {
	least, most time.Duration
	at          time.Duration // the host's clock
}

// sampleOf: the server tells its time in whole microseconds.
func sampleOf(before, after, server time.Duration) sample {
	return sample{least: server - after, most: server + time.Microsecond - before, at: after}
}

// stepped: the server's clock was set between two readings.
func (c sample) stepped(next sample) bool {
	if c == (sample{}) {
		return false
	}
	drift := 5*time.Millisecond + (next.at-c.at)/1000
	return next.least > c.most+drift || next.most < c.least-drift
}

// times are pointers to the times of a state.
func times(s *state.State) []*time.Duration {
	all := []*time.Duration{&s.NotBefore, &s.Contended, &s.Urgent, &s.Mutating, &s.Operating, &s.Paused}
	for t := range s.Raised {
		all = append(all, &s.Raised[t].At)
	}
	return all
}

// here converts a state to the host's clock. A time becomes too late by at most the
// time of a round trip, never too early.
func (c sample) here(s state.State) state.State {
	for _, t := range times(&s) {
		if *t != 0 {
			*t -= c.least
		}
	}
	return s
}

// there converts a state to the server's clock in the same way. A time that is as it
// was read is as it was: it would become later with each change.
func (c sample) there(s, here, there state.State) state.State {
	was, raw := times(&here), times(&there)
	for i, t := range times(&s) {
		switch {
		case *t == *was[i]:
			*t = *raw[i]
		case *t != 0:
			*t += c.most
		}
	}
	return s
}
