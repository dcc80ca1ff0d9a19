package gate

import (
	"errors"
	"testing"
	"time"

	"aloft/client"
)

func TestReadyIsCalledWhenTheTurnHasCome(t *testing.T) {
	onBoth(t, func(t *testing.T, newMachine func(uint64) *machine) {
		s := &service{}
		g := open(t, newMachine(1).process(1), s)
		must(t, g, get("/a"))
		before, began := -1, time.Now()
		c := post("/b", AnyEpoch)
		c.Ready = func() error { before = len(s.paths()); return nil }
		must(t, g, c)
		if waited := time.Since(began); before != 1 || waited < 400*time.Millisecond {
			t.Errorf("ready after %d requests, %v", before, waited)
		}
		no := errors.New("no journal")
		c.Ready = func() error { return no }
		if _, err := g.Do(t.Context(), c); !errors.Is(err, no) || !client.Is(err, client.KindNetwork) || len(s.paths()) != 2 {
			t.Errorf("%v after %v", err, s.paths())
		}
		must(t, g, get("/c")) // the slot is released, not the gate
	})
}
