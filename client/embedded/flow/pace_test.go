package flow

import (
	"testing"
	"time"
)

func TestPace(t *testing.T) {
	start := time.Unix(1000, 0)
	for _, c := range []struct {
		least time.Duration
		at    []time.Duration
		last  bool // the last one is too early
	}{
		{0, []time.Duration{0, 0}, false},
		{0, []time.Duration{2, 1}, false}, // two at once
		{10, []time.Duration{0, 9}, true},
		{10, []time.Duration{0, 10}, false},
		{10, []time.Duration{20, 10}, true},
	} {
		var p Pace
		early := false
		for _, at := range c.at {
			early = p.Early(start.Add(at), c.least)
		}
		if early != c.last {
			t.Errorf("%+v: %v", c, early)
		}
	}
}
