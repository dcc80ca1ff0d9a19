package gate

import (
	"errors"
	"net/http"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"aloft/client"
	"aloft/client/gate/state"
)

func TestMutationIsCompareAndSwapOnTheEpoch(t *testing.T) {
	onBoth(t, func(t *testing.T, newMachine func(uint64) *machine) {
		s := &service{}
		m := newMachine(1)
		a, b := open(t, m.process(1), s), open(t, m.process(2), s)
		look := must(t, a, get("look"))
		if look.Epoch != a.Epoch() || look.Epoch != b.Epoch() || look.Epoch == 0 {
			t.Fatalf("epochs %d %d %d", look.Epoch, a.Epoch(), b.Epoch())
		}
		done := must(t, a, post("move", look.Epoch))
		if done.Epoch != look.Epoch+2 || done.Epoch != b.Epoch() {
			t.Errorf("after a mutation: %d, answer says %d, was %d", b.Epoch(), done.Epoch, look.Epoch)
		}
		// The same Refs once more, from another process: refused at once, no
		// slot used.
		now, n := time.Now(), len(s.arrivals)
		_, err := b.Do(t.Context(), post("move", look.Epoch))
		if !client.Is(err, client.KindStale) || len(s.arrivals) != n || time.Since(now) != 0 {
			t.Errorf("stale: %v after %v", err, time.Since(now))
		}
		must(t, b, post("mkdir", AnyEpoch))
		a.NewEpoch()
		if e := b.Epoch(); e != done.Epoch+3 {
			t.Errorf("epoch %d after mkdir and the end of its task, was %d", e, done.Epoch)
		}
		// A zero epoch is a mistake; the call is never sent.
		if _, err := b.Do(t.Context(), post("move", 0)); !client.Is(err, client.KindStale) {
			t.Error(err)
		}
	})
}

// A mutation that turns stale while it waits for the slot is not sent.
func TestStaleWhileWaiting(t *testing.T) {
	onBoth(t, func(t *testing.T, newMachine func(uint64) *machine) {
		s := &service{}
		m := newMachine(1)
		a, b := open(t, m.process(1), s), open(t, m.process(2), s)
		e := must(t, a, get("look")).Epoch
		var wg sync.WaitGroup
		errs := make([]error, 2)
		for i, g := range []*Gate{a, b} {
			wg.Go(func() { _, errs[i] = g.Do(t.Context(), post("move", e)) })
		}
		wg.Wait()
		stales := 0
		for _, err := range errs {
			if client.Is(err, client.KindStale) {
				stales++
			}
		}
		if stales != 1 || len(s.arrivals) != 2 {
			t.Errorf("%v, %d requests", errs, len(s.arrivals))
		}
	})
}

// What is looked up while a mutation runs is for display only.
func TestReadsDuringAMutationAreStaleAfterIt(t *testing.T) {
	onBoth(t, func(t *testing.T, newMachine func(uint64) *machine) {
		s := &service{think: func(n int) time.Duration {
			if n == 1 {
				return 3 * time.Second
			}
			return 0
		}}
		m := newMachine(1)
		a, b := open(t, m.process(1), s), open(t, m.process(2), s)
		e := must(t, a, get("look")).Epoch
		var wg sync.WaitGroup
		var ended time.Time
		wg.Go(func() { must(t, a, post("move", e)); ended = time.Now() })
		time.Sleep(time.Second)
		during := must(t, b, get("look"))
		// It looks fresh, so a mutation with it waits for the end of the other one,
		// and is stale then. Until then it is not sent and takes no slot.
		_, err := b.Do(t.Context(), post("move", during.Epoch))
		wg.Wait()
		if !client.Is(err, client.KindStale) || time.Since(ended) > 50*time.Millisecond {
			t.Errorf("%v, %v after the end", err, time.Since(ended))
		}
		if len(s.arrivals) != 3 {
			t.Errorf("sent %v", s.paths())
		}
		// One that needs no Refs is sent after the end.
		must(t, b, post("mkdir", AnyEpoch))
	})
}

// While a mutation waits for another one, reads go on.
func TestAWaitingMutationDoesNotBlockReads(t *testing.T) {
	onBoth(t, func(t *testing.T, newMachine func(uint64) *machine) {
		s := &service{think: func(n int) time.Duration {
			if n == 0 {
				return 10 * time.Second
			}
			return 0
		}}
		g := open(t, newMachine(1).process(1), s)
		var wg sync.WaitGroup
		wg.Go(func() { must(t, g, post("slow", AnyEpoch)) })
		time.Sleep(1200 * time.Millisecond)
		wg.Go(func() { must(t, g, post("second", AnyEpoch)) })
		now := time.Now()
		must(t, g, get("a"))
		must(t, g, get("b"))
		if d := time.Since(now); d > 3*gap {
			t.Errorf("reads took %v", d)
		}
		wg.Wait()
		if ps := s.paths(); ps[3] != "/second" {
			t.Errorf("sent %v", ps)
		}
	})
}

// The mutation of a killed process counts as ended after its time-out.
func TestMutationOfADeadProcess(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &service{}
		m := newMachine(1)
		g := open(t, m.process(1), s)
		e := must(t, g, get("look")).Epoch
		_, f := m.state()
		st, _ := state.Decode(f.content)
		st.Epoch++ // as the killed one wrote it at its claim
		st.Mutating = m.process(1).Now() + 15*time.Second
		copy(f.content, st.Encode())
		during := must(t, g, get("look")).Epoch
		now := time.Now()
		_, err := g.Do(t.Context(), post("move", during))
		if !client.Is(err, client.KindStale) || time.Since(now) > 16*time.Second || during != e+1 {
			t.Errorf("%v after %v", err, time.Since(now))
		}
		must(t, g, post("move", must(t, g, get("look")).Epoch))
	})
}

// A mutation's clear answer is waited for even when the user cancels; after a lost
// answer the outcome is unknown, and a new epoch begins all the same.
func TestMutationOutcomes(t *testing.T) {
	onBoth(t, func(t *testing.T, newMachine func(uint64) *machine) {
		s := &service{
			think: func(int) time.Duration { return time.Second },
			answer: func(n int, _ *http.Request) (*http.Response, error) {
				if n == 1 {
					return nil, errors.New("connection reset")
				}
				return ok(), nil
			},
		}
		g := open(t, newMachine(1).process(1), s)
		ctx, cancel := contextAfter(t, 1500*time.Millisecond)
		defer cancel()
		if r, err := g.Do(ctx, post("move", AnyEpoch)); err != nil || r.Status != 200 {
			t.Errorf("given up after it was sent: %v", err)
		}
		e := g.Epoch()
		_, err := g.Do(t.Context(), post("move", AnyEpoch))
		var ce *client.Error
		if !errors.As(err, &ce) || ce.Kind != client.KindUnknown || ce.Changed != client.ChangedMaybe || ce.Retry {
			t.Errorf("lost answer: %#v", err)
		}
		if g.Epoch() != e+2 {
			t.Errorf("epoch %d, was %d", g.Epoch(), e)
		}
		// Canceled before it was sent: nothing was changed.
		s.think = nil
		must(t, g, get(""))
		ctx, cancel = contextAfter(t, time.Millisecond)
		defer cancel()
		n := len(s.arrivals)
		if _, err := g.Do(ctx, post("move", AnyEpoch)); !client.Is(err, client.KindNetwork) || len(s.arrivals) != n {
			t.Errorf("canceled while waiting: %v", err)
		}
	})
}

func TestEpochsNeverComeAgain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &service{}
		m := newMachine(1)
		g := open(t, m.process(1), s)
		e := must(t, g, get("look")).Epoch
		for name, spoil := range map[string]func(path string, f *memory){
			"deleted":   func(path string, _ *memory) { delete(m.files, path) },
			"truncated": func(_ string, f *memory) { f.content = f.content[:10] },
			"emptied":   func(_ string, f *memory) { f.content = nil },
			"garbage":   func(_ string, f *memory) { f.content[30] ^= 1 },
		} {
			path, f := m.state()
			m.mu.Lock()
			spoil(path, f)
			m.mu.Unlock()
			if _, err := g.Do(t.Context(), post("move", e)); !client.Is(err, client.KindStale) {
				t.Errorf("%s: %v", name, err)
			}
			r := must(t, g, get("look"))
			if r.Epoch == e {
				t.Errorf("%s: epoch %d again", name, e)
			}
			if r, err := g.Do(t.Context(), post("move", r.Epoch)); err == nil {
				e = r.Epoch
			} else {
				// The lost file may have had a mutation under way; when that must
				// have ended, one more epoch began.
				e = must(t, g, post("move", must(t, g, get("look")).Epoch)).Epoch
			}
			if d := s.minGap(); d < gap {
				t.Errorf("%s: gap %v", name, d)
			}
		}
	})
}

func TestGapZeroIsNotPaced(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &service{think: func(n int) time.Duration { return time.Duration(n%2) * time.Second }}
		g := open(t, newMachine(1).process(1), s, func(o *Options) { o.Gap = 0 })
		now := time.Now()
		var wg sync.WaitGroup
		for range 40 {
			wg.Go(func() { must(t, g, get("")) })
		}
		wg.Wait()
		if d := time.Since(now); d != time.Second {
			t.Errorf("40 reads took %v", d)
		}
		g.Pause(3 * time.Second)
		g.Throttled()
		if g.Gap() != 0 {
			t.Errorf("gap %v", g.Gap())
		}
		e := must(t, g, get("look")).Epoch
		e = must(t, g, post("move", e)).Epoch
		if _, err := g.Do(t.Context(), post("move", e-2)); !client.Is(err, client.KindStale) {
			t.Error(err)
		}
		must(t, g, post("move", e))
	})
}
