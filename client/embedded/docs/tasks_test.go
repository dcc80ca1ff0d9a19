package docs

import (
	"testing"
	"time"
)

func TestPercent(t *testing.T) {
	for _, c := range []struct {
		t    Transfer
		at   int64
		want int64
	}{
		{Transfer{State: StateRunning, Size: 1000, done: 0}, 0, 0},
		{Transfer{State: StateRunning, Size: 1000, done: 500}, 0, 50},
		{Transfer{State: StateRunning, Size: 1000, done: 1000}, 0, 99},
		{Transfer{State: StateRunning, Size: 1000, done: 1000, Begun: 100, Due: 200}, 130, 30},
		{Transfer{State: stateWorked, Size: 1000, done: 1000, Begun: 100, Due: 200}, 150, 50},
		{Transfer{State: stateWorked, Begun: 100, Due: 200}, 900, 99},
		{Transfer{State: StateComplete, Stuck: true}, 0, 99},
	} {
		if got := c.t.Percent(time.Unix(0, c.at)); got != c.want {
			t.Errorf("%+v at %d: %d, want %d", c.t, c.at, got, c.want)
		}
	}
}
