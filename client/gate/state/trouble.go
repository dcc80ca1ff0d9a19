package state

import (
	"math"
	"time"
)

// Trouble is the reason for a raised gap.
type Trouble int

const (
	Broken   Trouble = iota // the service fails or does not answer: 5xx, time-outs
	Often                   // it says that requests come too fast: 429
	Troubles                // their number
)

// HalfLife is the time after which a raise has halved.
func (t Trouble) HalfLife() time.Duration {
	if t == Broken {
		return 30 * time.Second
	}
	return 2 * time.Minute
}

// Raise is by how much the gap exceeded the configured one at a time. It halves
// with time.
type Raise struct {
	By, At time.Duration
}

// Now is what is left of it now.
func (r Raise) Now(now, half time.Duration) time.Duration {
	if r.By <= 0 || now <= r.At {
		return max(0, r.By)
	}
	return time.Duration(float64(r.By) * math.Exp2(-float64(now-r.At)/float64(half)))
}
