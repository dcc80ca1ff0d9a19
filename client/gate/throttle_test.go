package gate

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"aloft/client"
	"aloft/client/gate/state"
)

func near(t *testing.T, what string, got, want time.Duration) {
	t.Helper()
	if d := got - want; d < -20*time.Millisecond || d > 20*time.Millisecond {
		t.Errorf("%s: %v, want %v", what, got, want)
	}
}

// One refusal doubles the configured gap, for all processes; more of them in a
// row raise it further, up to a limit.
func TestRefusalsRaiseTheGapForAll(t *testing.T) {
	for _, c := range []struct {
		raise func(*Gate)
		want  []time.Duration // in gaps
	}{
		{(*Gate).Throttled, []time.Duration{2, 3, 5, 9, 16, 16}},
		{(*Gate).Broken, []time.Duration{2, 3, 4, 4}},
	} {
		onBoth(t, func(t *testing.T, newMachine func(uint64) *machine) {
			m := newMachine(1)
			a, b := open(t, m.process(1), &service{}), open(t, m.process(2), &service{})
			must(t, a, get(""))
			now := time.Now()
			for _, want := range c.want {
				c.raise(a)
				near(t, "gap", b.Gap(), want*gap)
			}
			must(t, b, get(""))
			if d := time.Since(now); d < c.want[len(c.want)-1]*gap {
				t.Errorf("the next request went %v after the refusal", d)
			}
		})
	}
}

// A raise decays with time, by good answers of whatever process, and a single
// refusal among good answers raises no further.
func TestTheGapForgets(t *testing.T) {
	onBoth(t, func(t *testing.T, newMachine func(uint64) *machine) {
		m := newMachine(1)
		fresh := func() *Gate { return open(t, m.process(uint32(time.Now().UnixNano())), &service{}) }
		must(t, fresh(), get(""))
		for range 5 {
			fresh().Throttled()
		}
		near(t, "raised", fresh().Gap(), 16*gap)
		time.Sleep(2 * time.Minute)
		near(t, "after two minutes", fresh().Gap(), gap+15*gap/2)
		for range 3 {
			fresh().Good() // each in a process of its own
		}
		near(t, "after good answers", fresh().Gap(), gap+15*gap/16)
		for range goodsForLess {
			fresh().Good()
		}
		near(t, "after more", fresh().Gap(), gap+15*gap/32)
		time.Sleep(20 * time.Minute)
		if d := fresh().Gap(); d != gap {
			t.Errorf("%v after 20 minutes", d)
		}

		for range 4 {
			fresh().Broken()
		}
		near(t, "broken", fresh().Gap(), 4*gap)
		time.Sleep(30 * time.Second)
		near(t, "after half a minute", fresh().Gap(), gap+3*gap/2)
		fresh().Good()
		if d := fresh().Gap(); d != gap {
			t.Errorf("%v after a good answer", d)
		}

		for range 30 {
			fresh().Throttled()
			near(t, "a refusal among good answers", fresh().Gap(), 2*gap)
			fresh().Good()
			for range 3 {
				fresh().Broken() // does not mean that requests come too fast
			}
			fresh().Good()
		}
	})
}

// Refusals in a row at the end of a bad minute, then a healthy service: six
// requests take at most twice the usual time, and none of them is early.
func TestAfterRefusalsInARow(t *testing.T) {
	for _, c := range []struct {
		refused string
		raise   func(*Gate)
		times   int
	}{
		{"too fast", (*Gate).Throttled, 1},
		{"too fast", (*Gate).Throttled, 2},
		{"too fast", (*Gate).Throttled, 3},
		{"broken", (*Gate).Broken, 1},
		{"broken", (*Gate).Broken, 9},
	} {
		onBoth(t, func(t *testing.T, newMachine func(uint64) *machine) {
			s := &service{}
			m := newMachine(1)
			ask := func(g *Gate, then func(*Gate)) {
				must(t, g, get(""))
				then(g)
			}
			g := open(t, m.process(1), s)
			for range c.times {
				ask(g, c.raise)
			}
			time.Sleep(5 * time.Second)
			g = open(t, m.process(2), s)
			now := time.Now()
			for range 6 {
				ask(g, (*Gate).Good)
			}
			if d := time.Since(now); d > 2*5*gap {
				t.Errorf("%s, %d times: six requests took %v", c.refused, c.times, d)
			}
			if d := s.minGap(); d < gap {
				t.Errorf("%s, %d times: gap %v", c.refused, c.times, d)
			}
		})
	}
}

// A service that wants more time between calls than is configured refuses a few of them, and then one in a
// hundred, also a process of a few calls an hour later: its gap is kept. One that has become faster is found out.
func TestTheGapOfASlowServiceIsLearned(t *testing.T) {
	onBoth(t, func(t *testing.T, newMachine func(uint64) *machine) {
		for _, wants := range []time.Duration{4 * gap, 8 * gap} {
			m := newMachine(uint64(wants))
			var last time.Time
			refused := 0
			call := func(g *Gate) {
				for {
					must(t, g, get(""))
					early := time.Since(last) < wants && !last.IsZero()
					if last = time.Now(); !early {
						g.Good()
						return
					}
					refused++
					g.Throttled()
				}
			}
			g := open(t, m.process(1), &service{})
			for range 100 {
				call(g)
			}
			if refused > 6 {
				t.Errorf("%v: %d of 100 calls were refused at first", wants, refused)
			}
			_ = g.Close()
			time.Sleep(time.Hour)
			refused = 0
			g = open(t, m.process(2), &service{})
			for range 6 {
				call(g)
			}
			if refused > 1 {
				t.Errorf("%v: %d calls were refused an hour later", wants, refused)
			}
			refused = 0
			now := time.Now()
			for range 300 {
				call(g)
			}
			if d := time.Since(now); refused > 5 || d > 300*wants*4/3 {
				t.Errorf("%v: 300 calls took %v, %d were refused", wants, d, refused)
			}
			was := g.Gap()
			wants = 0
			for range 2 * goodsForProbe {
				call(g)
			}
			if g.Gap() > was*9/10 {
				t.Errorf("the gap of a service that has become faster is still %v, and was %v", g.Gap(), was)
			}
		}
	})
}

// A time-out counts as a failing service.
func TestTimeoutsRaiseTheGap(t *testing.T) {
	onBoth(t, func(t *testing.T, newMachine func(uint64) *machine) {
		g := open(t, newMachine(1).process(1), &service{think: func(int) time.Duration { return time.Hour }})
		if _, err := g.Do(t.Context(), get("")); err == nil {
			t.Fatal("no time-out")
		}
		near(t, "after a time-out", g.Gap(), 2*gap)
	})
}

// A pause that the service asks for holds for every process and every kind of call;
// at its end it has no further effect; one that is too long to wait for is reported
// at once.
func TestAPauseHoldsForAll(t *testing.T) {
	onBoth(t, func(t *testing.T, newMachine func(uint64) *machine) {
		s := &service{}
		m := newMachine(1)
		a, b := open(t, m.process(1), s), open(t, m.process(2), s)
		e := must(t, a, get("")).Epoch
		now := time.Now()
		a.Pause(3 * time.Second)
		a.Pause(time.Second) // a shorter one does not replace it
		near(t, "paused", b.Paused(), 3*time.Second)
		var wg sync.WaitGroup
		for _, c := range []Call{get(""), post("", e)} {
			wg.Go(func() { must(t, b, c) })
		}
		wg.Wait()
		if d := s.arrivals[1].at.Sub(now); coarse(d) != 3*time.Second {
			t.Errorf("the first request came %v after", d)
		}
		if b.Gap() != gap || b.Paused() != 0 {
			t.Errorf("gap %v, paused %v", b.Gap(), b.Paused())
		}

		a.Pause(10*time.Minute - time.Second)
		now = time.Now()
		_, err := b.Do(t.Context(), get(""))
		var ce *client.Error
		if !errors.As(err, &ce) || ce.Kind != client.KindThrottled || ce.After < 9*time.Minute || time.Since(now) != 0 {
			t.Errorf("%v after %v", err, time.Since(now))
		}
		if !strings.Contains(err.Error(), "asked for a pause of 10 min") {
			t.Error(err)
		}
		if len(s.arrivals) != 3 {
			t.Errorf("%d requests", len(s.arrivals))
		}
		time.Sleep(10 * time.Minute)
		must(t, b, get(""))
		// Calls that wait already get the error too.
		c, cancel := context.WithCancel(t.Context())
		defer cancel()
		wg.Go(func() { _, err = b.Do(c, get("")) })
		synctest.Wait()
		a.Pause(time.Hour)
		wg.Wait()
		if !client.Is(err, client.KindThrottled) {
			t.Error(err)
		}
	})
}

// older reads and writes the state file as the previous version does: the first
// part alone.
func older(t *testing.T, m *machine, change func(*state.State)) state.State {
	t.Helper()
	_, f := m.state()
	m.mu.Lock()
	defer m.mu.Unlock()
	s, good := state.Decode(f.content[:state.MainSize])
	if !good {
		t.Fatal("the version before cannot read the state")
	}
	if change != nil {
		change(&s)
		copy(f.content, s.Encode()[:state.MainSize])
	}
	return s
}

func TestProcessesOfAnOlderVersion(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &service{}
		m := newMachine(1)
		g := open(t, m.process(1), s)
		e := must(t, g, get("")).Epoch
		g.Throttled()
		if o := older(t, m, nil); o.Gap != 2*gap || o.Epoch != e {
			t.Errorf("it sees gap %v, epoch %d", o.Gap, o.Epoch)
		}
		// It raises the gap, and would never lower it again.
		older(t, m, func(s *state.State) { s.Gap = 16 * gap; s.NotBefore += 16 * gap })
		near(t, "its gap", g.Gap(), 16*gap)
		now := time.Now()
		if r := must(t, g, get("")); r.Epoch != e || time.Since(now) < 16*gap {
			t.Errorf("epoch %d, %v after", r.Epoch, time.Since(now))
		}
		time.Sleep(20 * time.Minute)
		if d := g.Gap(); d != gap {
			t.Errorf("gap %v after 20 minutes", d)
		}
		// A file of that version alone, as after an update.
		_, f := m.state()
		m.mu.Lock()
		f.content = f.content[:state.MainSize]
		m.mu.Unlock()
		older(t, m, func(s *state.State) { s.Gap = 16 * gap; s.NotBefore = 0 })
		must(t, g, get(""))
		time.Sleep(2 * time.Minute)
		near(t, "a gap that was left behind", g.Gap(), gap+15*gap/2)
		if d := s.minGap(); d < gap {
			t.Errorf("gap %v", d)
		}
	})
}

// An unknown layout costs one full gap.
func TestUnknownLayouts(t *testing.T) {
	for name, spoil := range map[string]func([]byte) []byte{
		"another state":   func(b []byte) []byte { b[5] = '9'; return b },
		"a longer one":    func(b []byte) []byte { return append(b, make([]byte, 500)...) },
		"another extra":   func(b []byte) []byte { b[state.MainSize] = 'y'; return b },
		"a broken extra":  func(b []byte) []byte { b[state.MainSize+28], b[state.MainSize+38] = 1, 0x7f; return b }, // 4 s more, from now on
		"half an extra":   func(b []byte) []byte { return b[:state.MainSize+9] },
		"a state too old": func(b []byte) []byte { return b[:state.MainSize-1] },
	} {
		synctest.Test(t, func(t *testing.T) {
			s := &service{}
			m := newMachine(1)
			for i := range 20 {
				must(t, open(t, m.process(uint32(i+1)), s), get("")) // a new process: what a process itself remembers does not help
				_, f := m.state()
				m.mu.Lock()
				f.content = spoil(f.content)
				m.mu.Unlock()
			}
			if d := s.minGap(); d < gap {
				t.Errorf("%s: gap %v", name, d)
			}
			if d := s.arrivals[19].at.Sub(s.arrivals[0].at); d > 19*3*gap {
				t.Errorf("%s: 20 requests took %v", name, d)
			}
		})
	}
}
