package gate

import (
	"context"
	"errors"
	"net/http"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"aloft/client"
)

func TestEscCancelsAtOnce(t *testing.T) {
	onBoth(t, func(t *testing.T, newMachine func(uint64) *machine) {
		s := &service{think: func(int) time.Duration { return time.Second }}
		g := open(t, newMachine(1).process(1), s)
		for _, after := range []time.Duration{300 * time.Millisecond, 1100 * time.Millisecond} { // waiting, under way
			ctx, cancel := context.WithTimeout(t.Context(), after)
			now := time.Now()
			_, err := g.Do(ctx, get(""))
			cancel()
			if !errors.Is(err, context.DeadlineExceeded) || client.KindOf(err) != client.KindNetwork {
				t.Errorf("after %v: %v", after, err)
			}
			if d := time.Since(now); d != after {
				t.Errorf("canceled after %v, came back after %v", after, d)
			}
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := g.Do(ctx, get("")); !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
		if n := len(s.arrivals); n != 1 {
			t.Errorf("%d requests sent", n)
		}
	})
}

// The time-out starts with the slot: a long queue does not shorten it.
func TestTimeoutStartsAtTheSlot(t *testing.T) {
	onBoth(t, func(t *testing.T, newMachine func(uint64) *machine) {
		s := &service{think: func(n int) time.Duration {
			if n == 60 {
				return time.Hour
			}
			return 0
		}}
		g := open(t, newMachine(1).process(1), s)
		began := time.Now()
		var wg sync.WaitGroup
		for range 60 {
			wg.Go(func() { must(t, g, get("")) })
		}
		synctest.Wait()
		_, err := g.Do(t.Context(), get("hangs"))
		wg.Wait()
		if d := time.Since(began) - 62*gap - 15*time.Second; !client.Is(err, client.KindNetwork) || coarse(d) != 0 {
			t.Errorf("%v off; %v", d, err)
		}
	})
}

func TestTimeoutCoversTheBody(t *testing.T) {
	onBoth(t, func(t *testing.T, newMachine func(uint64) *machine) {
		s := &service{answer: func(_ int, r *http.Request) (*http.Response, error) {
			resp := ok()
			resp.Body = hanging{r.Context()}
			return resp, nil
		}}
		g := open(t, newMachine(1).process(1), s)
		began := time.Now()
		_, err := g.Do(t.Context(), get(""))
		if !client.Is(err, client.KindNetwork) || coarse(time.Since(began)) != 2*gap+15*time.Second {
			t.Errorf("after %v: %v", time.Since(began), err)
		}
		_, err = g.Do(t.Context(), post("", AnyEpoch))
		if !client.Is(err, client.KindUnknown) {
			t.Errorf("mutation: %v", err)
		}
	})
}

// hanging is a body that sends nothing more.
type hanging struct{ ctx context.Context }

func (h hanging) Read([]byte) (int, error) { <-h.ctx.Done(); return 0, h.ctx.Err() }
func (h hanging) Close() error             { return nil }

func TestScale(t *testing.T) {
	onBoth(t, func(t *testing.T, newMachine func(uint64) *machine) {
		s := &service{think: func(n int) time.Duration {
			if n == 3 {
				return time.Hour
			}
			return 0
		}}
		g := open(t, newMachine(1).process(1), s, func(o *Options) { o.Scale = 0.1 })
		for range 3 {
			must(t, g, get(""))
		}
		now := time.Now()
		_, err := g.Do(t.Context(), get(""))
		if d := time.Since(now); coarse(d) != gap/10+15*time.Second || err == nil {
			t.Errorf("time-out after %v: %v", d, err)
		}
		for _, d := range s.gaps() {
			if coarse(d) != gap/10 {
				t.Errorf("gap %v", d)
			}
		}
	})
}

func TestConfiguredGapIsClamped(t *testing.T) {
	onBoth(t, func(t *testing.T, newMachine func(uint64) *machine) {
		for set, want := range map[time.Duration]time.Duration{
			time.Nanosecond: gap, gap: gap, 2 * time.Second: 2 * time.Second, time.Minute: 10 * time.Second, 0: 0,
		} {
			g := open(t, newMachine(1).process(1), &service{}, func(o *Options) { o.Gap = set })
			if got := g.Gap(); got != want {
				t.Errorf("gap %v became %v, want %v", set, got, want)
			}
		}
	})
}
