package embedded

import (
	"testing"
	"time"
)

func TestPercent(t *testing.T) {
	for _, c := range []struct {
		t    transfer
		at   int64
		want int64
	}{
		{transfer{state: stateRunning, size: 1000, done: 0}, 0, 0},
		{transfer{state: stateRunning, size: 1000, done: 500}, 0, 50},
		{transfer{state: stateRunning, size: 1000, done: 1000}, 0, 99},
		{transfer{state: stateRunning, size: 1000, done: 1000, begun: 100, due: 200}, 130, 30},
		{transfer{state: stateWorked, size: 1000, done: 1000, begun: 100, due: 200}, 150, 50},
		{transfer{state: stateWorked, begun: 100, due: 200}, 900, 99},
		{transfer{state: stateComplete, stuck: true}, 0, 99},
	} {
		if got := c.t.percent(time.Unix(0, c.at)); got != c.want {
			t.Errorf("%+v at %d: %d, want %d", c.t, c.at, got, c.want)
		}
	}
}
