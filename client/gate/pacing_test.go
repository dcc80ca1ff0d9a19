package gate

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"aloft/client"
)

const gap = 500 * time.Millisecond

func TestGapsAreExact(t *testing.T) {
	onBoth(t, func(t *testing.T, newMachine func(uint64) *machine) {
		s := &service{}
		began := time.Now()
		g := open(t, newMachine(1).process(1), s)
		for range 10 {
			must(t, g, get(""))
		}
		// A new file is trusted after two gaps.
		if d := s.arrivals[0].at.Sub(began); coarse(d) != 2*gap {
			t.Errorf("first request after %v", d)
		}
		for _, d := range s.gaps() {
			if coarse(d) != gap {
				t.Errorf("gap %v", d)
			}
		}
		// After a pause nothing is left to wait for.
		time.Sleep(time.Minute)
		now := time.Now()
		must(t, g, get(""))
		if d := time.Since(now); d != 0 {
			t.Errorf("waited %v for a free slot", d)
		}
	})
}

func TestAnswersThatTakeLong(t *testing.T) {
	for _, c := range []struct {
		class client.Class
		think time.Duration
		want  time.Duration
	}{
		// Answered within the gap: the answer decides.
		{client.Interactive, 20 * time.Millisecond, gap + 20*time.Millisecond},
		{client.Bulk, 20 * time.Millisecond, gap + 20*time.Millisecond},
		// Not answered: the next one is sent a little after the gap, an urgent one
		// earlier.
		{client.Interactive, 3 * time.Second, gap + 100*time.Millisecond},
		{client.Bulk, 3 * time.Second, gap + 250*time.Millisecond},
	} {
		onBoth(t, func(t *testing.T, newMachine func(uint64) *machine) {
			s := &service{think: func(n int) time.Duration {
				if n == 0 {
					return c.think
				}
				return 0
			}}
			g := open(t, newMachine(1).process(1), s)
			var wg sync.WaitGroup
			for range 2 {
				wg.Go(func() {
					call := get("")
					call.Class = c.class
					must(t, g, call)
				})
			}
			wg.Wait()
			if d := s.minGap(); coarse(d) != c.want {
				t.Errorf("class %d, %v of thinking: gap %v, want %v", c.class, c.think, d, c.want)
			}
		})
	}
}

// contest lets n processes send as fast as they can and returns the count of each.
func contest(t *testing.T, m *machine, s *service, n int, d time.Duration, spoil func(*process)) []int {
	counts := make([]int, n)
	ctx, cancel := context.WithTimeout(t.Context(), d)
	defer cancel()
	var wg sync.WaitGroup
	for i := range n {
		p := m.process(uint32(i + 1))
		if spoil != nil {
			spoil(p)
		}
		g := open(t, p, s)
		wg.Go(func() {
			for ctx.Err() == nil {
				c := get(fmt.Sprint(i))
				c.Class = client.Bulk
				if _, err := g.Do(ctx, c); err == nil {
					counts[i]++
				}
			}
		})
	}
	wg.Wait()
	return counts
}

func TestFourProcessesShareFairly(t *testing.T) {
	onBoth(t, func(t *testing.T, newMachine func(uint64) *machine) {
		s := &service{}
		counts := contest(t, newMachine(4), s, 4, time.Minute, nil)
		if d := s.minGap(); d < gap {
			t.Errorf("gap %v", d)
		}
		if n := len(s.arrivals); n < 110 {
			t.Errorf("only %d of 118 slots used", n)
		}
		if slices.Min(counts) < 22 {
			t.Errorf("unfair: %v", counts)
		}
	})
}

// Processes that do not share the file, as when a state folder is deleted at the
// last log-out: the check of the test above must notice it.
func TestSplitGateIsNoticed(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &service{}
		contest(t, newMachine(4), s, 4, 20*time.Second, func(p *process) { p.machine = newMachine(uint64(p.pid)) })
		if d := s.minGap(); d >= gap {
			t.Errorf("least gap %v: the check sees nothing", d)
		}
	})
}

func jittery(seed uint64, most time.Duration) *service {
	r := rand.New(rand.NewPCG(seed, 7))
	var mu sync.Mutex
	way := func(int) time.Duration {
		mu.Lock()
		defer mu.Unlock()
		return 5*time.Millisecond + time.Duration(r.Int64N(int64(most)))
	}
	return &service{there: way, back: way, rtt: 10 * time.Millisecond}
}

func TestArrivalsKeepTheGapBehindAJitteryPath(t *testing.T) {
	if testing.Short() {
		t.Skip("measures")
	}
	for _, most := range []time.Duration{10 * time.Millisecond, 40 * time.Millisecond, 90 * time.Millisecond, 240 * time.Millisecond} {
		onBoth(t, func(t *testing.T, newMachine func(uint64) *machine) {
			s := jittery(3, most)
			contest(t, newMachine(2), s, 2, 30*time.Second, nil) // the next test finds it as soon
			if d := s.minGap(); d < gap {
				t.Errorf("jitter %v: least gap %v", most, d)
			}
		})
	}
}

// Without the answer's correction (an infinite least round-trip time switches it
// off) requests arrive early; the check above must notice it.
func TestSpoiltCorrectionIsNoticed(t *testing.T) {
	onBoth(t, func(t *testing.T, newMachine func(uint64) *machine) {
		s := jittery(3, 40*time.Millisecond)
		s.rtt = time.Hour
		contest(t, newMachine(2), s, 2, 30*time.Second, nil)
		if d := s.minGap(); d >= gap {
			t.Errorf("least gap %v: the check sees nothing", d)
		}
	})
}

func TestInteractiveGoesFirstAndBulkGetsAQuarter(t *testing.T) {
	onBoth(t, func(t *testing.T, newMachine func(uint64) *machine) {
		s := &service{}
		g := open(t, newMachine(1).process(1), s)
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		var wg sync.WaitGroup
		for _, c := range []client.Class{client.Interactive, client.Interactive, client.Bulk, client.Bulk} {
			wg.Go(func() {
				for ctx.Err() == nil {
					call := get([]string{"i", "b"}[c])
					call.Class = c
					_, _ = g.Do(ctx, call)
				}
			})
		}
		wg.Wait()
		ps := s.paths()
		bulk := 0
		for i, p := range ps {
			if p != "/b" {
				continue
			}
			bulk++
			if i+4 < len(ps) && slices.Contains(ps[i+1:i+4], "/b") {
				t.Fatalf("bulk twice within four slots, at %d", i)
			}
		}
		if len(ps) < 118 || bulk < len(ps)/4-1 {
			t.Errorf("%d slots, %d of them bulk", len(ps), bulk)
		}
	})
}

// The call is chosen when the slot opens, not when the request is queued.
func TestALateUrgentCallOvertakes(t *testing.T) {
	onBoth(t, func(t *testing.T, newMachine func(uint64) *machine) {
		s := &service{}
		g := open(t, newMachine(1).process(1), s)
		must(t, g, get("first"))
		var wg sync.WaitGroup
		for range 3 {
			wg.Go(func() {
				c := get("bulk")
				c.Class = client.Bulk
				must(t, g, c)
			})
		}
		time.Sleep(gap - time.Nanosecond)
		must(t, g, get("urgent"))
		wg.Wait()
		if ps := s.paths(); ps[1] != "/urgent" {
			t.Errorf("order %v", ps)
		}
	})
}

func TestUrgentWaitBesideBulkOfOtherProcesses(t *testing.T) {
	onBoth(t, func(t *testing.T, newMachine func(uint64) *machine) {
		s := &service{think: func(int) time.Duration { return 30 * time.Millisecond }}
		m := newMachine(5)
		ctx, cancel := context.WithCancel(t.Context())
		var wg sync.WaitGroup
		for i := range 3 {
			g := open(t, m.process(uint32(i+1)), s)
			wg.Go(func() {
				for ctx.Err() == nil {
					c := get("bulk")
					c.Class = client.Bulk
					_, _ = g.Do(ctx, c)
				}
			})
		}
		g := open(t, m.process(9), s)
		r := rand.New(rand.NewPCG(1, 1))
		var most time.Duration
		n := 100
		if m.redis != nil {
			n = 25
		}
		for range n {
			time.Sleep(time.Duration(r.Int64N(int64(3 * time.Second))))
			now := time.Now()
			must(t, g, get("urgent"))
			most = max(most, time.Since(now))
		}
		cancel()
		wg.Wait()
		if most > 1500*time.Millisecond {
			t.Errorf("an urgent call waited %v", most)
		}
		if d := s.minGap(); d < gap {
			t.Errorf("gap %v", d)
		}
	})
}

// Interactive calls of other processes leave bulk work its quarter too.
func TestBulkShareOverProcesses(t *testing.T) {
	if testing.Short() {
		t.Skip("kills processes, whose memory the race detector does not see")
	}
	for _, urgent := range []int{1, 2, 3} {
		onBoth(t, func(t *testing.T, newMachine func(uint64) *machine) {
			s := &service{}
			m := newMachine(uint64(urgent))
			d := 5 * time.Minute
			if m.redis != nil {
				d = 45 * time.Second // the server in memory takes its time
			}
			ctx, cancel := context.WithTimeout(t.Context(), d)
			defer cancel()
			var wg sync.WaitGroup
			for i := range urgent + 2 {
				c := get("urgent")
				if i >= urgent {
					c = get("bulk")
					c.Class = client.Bulk
				}
				g := open(t, m.process(uint32(i+1)), s)
				for range 2 { // so that one waits while the other is under way
					wg.Go(func() {
						for ctx.Err() == nil {
							_, _ = g.Do(ctx, c)
						}
					})
				}
			}
			wg.Wait()
			bulk := 0
			for _, p := range s.paths() {
				if p == "/bulk" {
					bulk++
				}
			}
			if n := len(s.arrivals); n < int(d/gap)*96/100 || bulk < n*22/100 || bulk > n*40/100 {
				t.Errorf("%d urgent processes: %d of %d slots for bulk work", urgent, bulk, n)
			}
			if d := s.minGap(); d < gap {
				t.Errorf("gap %v", d)
			}
		})
	}
}

func TestNewestLookupOfALaneWins(t *testing.T) {
	onBoth(t, func(t *testing.T, newMachine func(uint64) *machine) {
		s := &service{}
		g := open(t, newMachine(1).process(1), s)
		must(t, g, get("first"))
		errs := make([]error, 5)
		var wg sync.WaitGroup
		one, other := client.WithLanes(t.Context()), client.WithLanes(t.Context())
		for i, lane := range []string{"left", "left", "right", "left", "left"} {
			wg.Go(func() {
				c := get(fmt.Sprint(i))
				c.Lane = lane
				ctx := one
				if i == 4 {
					ctx = other // somebody else's screen
				}
				_, errs[i] = g.Do(ctx, c)
			})
			synctest.Wait()
		}
		wg.Wait()
		for i, want := range []bool{true, true, false, false, false} {
			if got := errors.Is(errs[i], context.Canceled); got != want {
				t.Errorf("call %d: %v", i, errs[i])
			}
		}
		if ps := s.paths(); !slices.Equal(ps, []string{"/first", "/2", "/3", "/4"}) {
			t.Errorf("sent %v", ps)
		}
	})
}
