package gate

import (
	"context"
	"errors"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"aloft/client"
	"aloft/client/gate/file"
	"aloft/client/gate/state"
)

func contextAfter(t *testing.T, d time.Duration) (context.Context, context.CancelFunc) {
	return context.WithTimeout(t.Context(), d)
}

// A stamp of another boot, host or time namespace says nothing about time: a full
// gap is waited, whatever its value.
func TestForeignStamps(t *testing.T) {
	for _, offset := range []time.Duration{-50 * time.Hour, 50 * time.Hour, 0} {
		synctest.Test(t, func(t *testing.T) {
			s := &service{}
			m := newMachine(1)
			a := open(t, m.process(1), s)
			e := must(t, a, post("x", must(t, a, get("")).Epoch)).Epoch
			a.Throttled()
			p := m.process(2)
			p.ident, p.offset = state.Identity{9}, offset
			b := open(t, p, s)
			now := time.Now()
			r := must(t, b, get(""))
			if d := time.Since(now); d < 2*gap-50*time.Millisecond || d > 3*gap {
				t.Errorf("waited %v", d)
			}
			if r.Epoch != e || b.Gap() < 2*gap-50*time.Millisecond || b.Gap() > 2*gap {
				t.Errorf("epoch %d and gap %v did not survive; were %d", r.Epoch, b.Gap(), e)
			}
			// Two hosts in turn: slower, safe, and neither starves.
			var wg sync.WaitGroup
			for _, g := range []*Gate{a, b} {
				wg.Go(func() {
					for range 10 {
						must(t, g, get(""))
					}
				})
			}
			wg.Wait()
			if d := s.minGap(); d < gap {
				t.Errorf("gap %v", d)
			}
		})
	}
}

// The state file is corrupted all the time under four processes.
func TestSpoiltStateFileNeverShortensAGap(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := jittery(1, 20*time.Millisecond)
		m := newMachine(4)
		var wg sync.WaitGroup
		ctx, cancel := contextAfter(t, 5*time.Minute)
		defer cancel()
		for i := range 4 {
			g := open(t, m.process(uint32(i)), s)
			wg.Go(func() {
				for ctx.Err() == nil {
					c := get("")
					c.Class = client.Class(i % 2)
					_, _ = g.Do(ctx, c)
				}
			})
		}
		for i := range 60 {
			time.Sleep(4*time.Second + time.Duration(i)*7*time.Millisecond)
			path, f := m.state()
			m.mu.Lock()
			switch {
			case f == nil:
			case i%4 == 0:
				delete(m.files, path)
			case i%4 == 1:
				f.content = nil
			case i%4 == 2:
				f.content = f.content[:len(f.content)/2]
			default:
				f.content[i] ^= 0xff
			}
			m.mu.Unlock()
		}
		wg.Wait()
		if d := s.minGap(); d < gap {
			t.Errorf("gap %v", d)
		}
		if n := len(s.arrivals); n < 250 {
			t.Errorf("only %d requests in 5 min", n)
		}
	})
}

// A process that is stopped while it holds the lock: nobody sends, Esc works, and
// after a while its name is shown.
func TestHeldLock(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &service{}
		m := newMachine(1)
		g := open(t, m.process(1), s)
		must(t, g, get(""))
		_, f := m.state()
		stopped := &memFile{p: m.process(77), m: f}
		if ok, _ := stopped.TryLock(); !ok {
			t.Fatal("not free")
		}
		now := time.Now()
		ctx, cancel := contextAfter(t, 2*time.Second)
		defer cancel()
		if _, err := g.Do(ctx, get("")); !errors.Is(err, context.DeadlineExceeded) || time.Since(now) != 2*time.Second {
			t.Errorf("%v after %v", err, time.Since(now))
		}
		if _, err := g.Do(t.Context(), get("")); !client.Is(err, client.KindLocal) || time.Since(now) > time.Minute {
			t.Errorf("%v after %v", err, time.Since(now))
		}
		if len(s.arrivals) != 1 {
			t.Error("sent without the lock")
		}
		_ = stopped.Unlock()
		must(t, g, get(""))
	})
}

// A process that is stopped after it took the slot sends late, and gets no answer:
// the next one keeps the gap from when it was sent.
func TestStampIsPutRightAfterALateSend(t *testing.T) {
	onBoth(t, func(t *testing.T, newMachine func(uint64) *machine) {
		s := &service{
			write: func(n int) time.Duration { return time.Duration(n%2) * 450 * time.Millisecond },
			think: func(int) time.Duration { return 8 * time.Second },
		}
		m := newMachine(1)
		a, b := open(t, m.process(1), s), open(t, m.process(2), s)
		var wg sync.WaitGroup
		for _, g := range []*Gate{a, b, a, b, a, b} {
			wg.Go(func() { must(t, g, get("")) })
			time.Sleep(time.Millisecond)
		}
		wg.Wait()
		if d := s.minGap(); d < gap {
			t.Errorf("gap %v", d)
		}
	})
}

func TestOperationsTakeTurns(t *testing.T) {
	for _, class := range []client.Class{client.Bulk, client.Interactive} {
		onBoth(t, func(t *testing.T, newMachine func(uint64) *machine) { takeTurns(t, newMachine(1), class) })
	}
}

func takeTurns(t *testing.T, m *machine, class client.Class) {
	var order []int
	busy := false
	var wg sync.WaitGroup
	for i := range 2 {
		g := open(t, m.process(uint32(i)), &service{})
		must(t, g, get(""))
		wg.Go(func() {
			for range 4 {
				release, err := g.Operation(t.Context(), class)
				if err != nil {
					t.Error(err)
					return
				}
				if busy {
					t.Error("two operations at once")
				}
				busy = true
				order = append(order, i)
				time.Sleep(time.Second)
				busy = false
				release()
				release() // twice does no harm
			}
		})
	}
	wg.Wait()
	for i := 3; class == client.Bulk && i < len(order)-2; i++ {
		if order[i] == order[i-1] {
			t.Fatalf("not in turns: %v", order)
		}
	}
	g := open(t, m.process(8), &service{})
	release, _ := g.Operation(t.Context(), class)
	ctx, cancel := contextAfter(t, time.Second)
	defer cancel()
	if _, err := g.Operation(ctx, class); !errors.Is(err, context.DeadlineExceeded) {
		t.Error(err)
	}
	release()
}

// goesOn makes a job's call again and again.
func goesOn(ctx context.Context, g *Gate, c Call) {
	c.Class = client.Bulk
	for ctx.Err() == nil {
		_, _ = g.Do(ctx, c)
	}
}

// Two jobs of other processes change the account with each call. A command plans, looks up, then changes: none of that
// comes between, so it is never stale. Command after command leaves the jobs some slots all the same, and one that dies all.
func TestAPersonsOperationIsLetPass(t *testing.T) {
	onBoth(t, func(t *testing.T, newMachine func(uint64) *machine) {
		s, m := &service{}, newMachine(3)
		ctx, cancel := context.WithCancel(t.Context())
		var wg sync.WaitGroup
		for i := range 2 {
			g := open(t, m.process(uint32(i+1)), s)
			wg.Go(func() { goesOn(ctx, g, post("job", AnyEpoch)) })
		}
		g := open(t, m.process(8), s)
		for range 20 {
			for range 4 {
				must(t, g, get("plan"))
			}
			release, err := g.Operation(t.Context(), client.Interactive)
			if err != nil {
				t.Fatal(err)
			}
			epoch := must(t, g, get("look")).Epoch
			for range 3 {
				must(t, g, get("look"))
			}
			must(t, g, post("change", epoch))
			release()
		}
		if _, err := open(t, m.process(7), s).Operation(t.Context(), client.Interactive); err != nil {
			t.Error(err) // it is never released
		}
		since := len(s.paths())
		time.Sleep(20 * gap)
		if n := len(s.paths()) - since; n < 10 {
			t.Errorf("%d requests beside an operation that does not end", n)
		}
		cancel()
		wg.Wait()
		ps := s.paths()
		jobs := 0
		for _, p := range ps {
			if p == "/job" {
				jobs++
			}
		}
		if n := len(ps); n-jobs != 180 || jobs < n/10 {
			t.Errorf("%d requests, %d of them of the jobs", n, jobs)
		}
		if d := s.minGap(); d < gap {
			t.Errorf("gap %v", d)
		}
	})
}

// Where operations of persons follow one another without a pause, a job's change goes after so many slots, whatever
// reads of jobs went before it.
func TestAChangeOfAJobGoesBesideOperationsWithoutEnd(t *testing.T) {
	onBoth(t, func(t *testing.T, newMachine func(uint64) *machine) {
		s, m := &service{}, newMachine(5)
		ctx, cancel := context.WithCancel(t.Context())
		var wg sync.WaitGroup
		for i := range 3 {
			person := open(t, m.process(uint32(i+1)), s)
			wg.Go(func() {
				for ctx.Err() == nil {
					release, err := person.Operation(ctx, client.Interactive)
					if err != nil {
						return
					}
					for range 4 {
						_, _ = person.Do(ctx, get("look"))
					}
					release()
				}
			})
		}
		job := open(t, m.process(8), s)
		wg.Go(func() { goesOn(ctx, job, get("read")) })
		time.Sleep(10 * gap)
		for range 5 {
			c := post("change", AnyEpoch)
			c.Class = client.Bulk
			since := len(s.paths())
			soon, end := context.WithTimeout(ctx, 100*gap)
			if _, err := job.Do(soon, c); err != nil || len(s.paths())-since > patience+2*bulkShare {
				t.Errorf("after %d slots: %v", len(s.paths())-since, err)
			}
			end()
		}
		cancel()
		wg.Wait()
	})
}

func TestCloseEndsWhatWaits(t *testing.T) {
	onBoth(t, func(t *testing.T, newMachine func(uint64) *machine) {
		s := &service{think: func(int) time.Duration { return 5 * time.Second }}
		g := open(t, newMachine(1).process(1), s)
		var wg sync.WaitGroup
		errs := make([]error, 3)
		calls := []Call{post("m", AnyEpoch), get("sent"), get("waits")}
		for i, c := range calls {
			wg.Go(func() { _, errs[i] = g.Do(t.Context(), c) })
			time.Sleep(1100 * time.Millisecond)
		}
		_ = g.Close()
		if _, err := g.Do(t.Context(), get("")); !errors.Is(err, context.Canceled) {
			t.Errorf("after close: %v", err)
		}
		wg.Wait()
		if errs[0] != nil || errs[1] == nil || errs[2] == nil && len(s.arrivals) < 3 {
			t.Errorf("%v", errs)
		}
		if err := g.Close(); err != nil {
			t.Error(err)
		}
	})
}

// slowHost grants the file's lock later than a start waits for it, as a loaded machine does.
type slowHost struct{ *process }

type slowFile struct{ file.File }

func (h slowHost) Open(path string) (file.File, error) {
	f, err := h.process.Open(path)
	return slowFile{f}, err
}

func (f slowFile) TryLock() (bool, error) {
	time.Sleep(time.Second)
	return f.File.TryLock()
}

// A lock that a start gets too late is given back: others wait for it.
func TestALockThatComesLate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &service{}
		p := newMachine(1).process(1)
		g := open(t, p, s, func(o *Options) { o.Host = slowHost{p} })
		ctx, cancel := contextAfter(t, time.Minute)
		defer cancel()
		if _, err := g.Do(ctx, get("")); err != nil {
			t.Error(err)
		}
	})
}
