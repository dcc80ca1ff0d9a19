package gate

import (
	"context"
	"errors"
	"fmt"
	"net"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"aloft/client"
)

// What happens to a server that several machines share.

// shared is machines on a server in memory.
func shared(t *testing.T, test func(t *testing.T, m *machine)) {
	synctest.Test(t, func(t *testing.T) {
		m := newMachine(1)
		m.redis = newRedis(t, "first")
		test(t, m)
	})
}

// keepAsking lets the process send until the context ends, and counts what was sent.
func keepAsking(ctx context.Context, g *Gate, c Call) (sent, failed int) {
	for ctx.Err() == nil {
		switch _, err := g.Do(ctx, c); {
		case err == nil:
			sent++
		case ctx.Err() == nil:
			failed++
		}
	}
	return sent, failed
}

// Two machines with two processes each, behind paths of their own to the server, some
// of them slow and none of them steady.
func TestMachinesKeepApart(t *testing.T) {
	for _, most := range []time.Duration{time.Millisecond, 30 * time.Millisecond} {
		shared(t, func(t *testing.T, m *machine) {
			s := jittery(5, 40*time.Millisecond)
			ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
			defer cancel()
			var wg sync.WaitGroup
			counts := make([]int, 4)
			for i := range 2 {
				p := m.process(uint32(i + 1))
				p.slow = most
				for j := range 2 {
					q := *p
					q.pid += uint32(10 * j)
					g := open(t, &q, s)
					c := get(fmt.Sprint(i, j))
					c.Class = client.Class(j)
					wg.Go(func() { counts[2*i+j], _ = keepAsking(ctx, g, c) })
				}
			}
			wg.Wait()
			if d := s.minGap(); d < gap {
				t.Errorf("path of %v: least gap %v", most, d)
			}
			if n := len(s.arrivals); n < 30 {
				t.Errorf("path of %v: only %d requests: %v", most, n, counts)
			}
			if min(counts[0]+counts[1], counts[2]+counts[3]) < 10 {
				t.Errorf("path of %v: unfair: %v", most, counts)
			}
		})
	}
}

// A server that starts again knows nothing, or what it has saved some time ago.
func TestTheServerStartsAgain(t *testing.T) {
	for _, old := range []bool{false, true} {
		shared(t, func(t *testing.T, m *machine) {
			s := &service{}
			a, b := open(t, m.process(1), s), open(t, m.process(2), s)
			e := must(t, a, get("look")).Epoch
			saved := map[string]string{}
			for _, k := range m.redis.Keys() {
				for _, f := range []string{"s", "t", "u"} {
					saved[k+" "+f] = m.redis.HGet(k, f)
				}
			}
			must(t, b, post("move", e))
			var epochs []uint64
			for range 3 {
				epochs = append(epochs, must(t, b, get("look")).Epoch)
			}
			m.redis.FlushAll()
			for at, v := range saved {
				if k, f, _ := strings.Cut(at, " "); old && v != "" {
					m.redis.HSet(k, f, v)
				}
			}
			isRun(m.redis, "second")
			r := must(t, a, get("look"))
			for _, was := range append(epochs, e) {
				if r.Epoch == was {
					t.Errorf("old data %t: epoch %d comes again", old, was)
				}
			}
			if _, err := b.Do(t.Context(), post("move", epochs[0])); !client.Is(err, client.KindStale) {
				t.Errorf("old data %t: a change with old ids: %v", old, err)
			}
			must(t, b, post("move", AnyEpoch))
			if d := s.minGap(); d < gap {
				t.Errorf("old data %t: least gap %v", old, d)
			}
		})
	}
}

// The clock of the server is set forward and back while requests are sent.
func TestTheServersClockIsSet(t *testing.T) {
	shared(t, func(t *testing.T, m *machine) {
		s := &service{}
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		var wg sync.WaitGroup
		for i := range 2 {
			g := open(t, m.process(uint32(i+1)), s)
			wg.Go(func() { keepAsking(ctx, g, get("")) })
		}
		time.Sleep(10 * time.Second)
		began := time.Now()
		for _, d := range []time.Duration{-time.Hour, 0} {
			for range 100 { // the time in memory stands still unless it is set
				m.redis.SetTime(time.Now().Add(d))
				time.Sleep(time.Millisecond)
			}
		}
		m.redis.SetTime(time.Time{})
		wg.Wait()
		after := 0
		for _, a := range s.arrivals {
			if a.at.Sub(began) > 10*time.Second {
				after++
			}
		}
		if after < 60 {
			t.Errorf("only %d requests afterwards", after)
		}
	})
}

// A process that dies with the lock delays the others by its lease.
func TestALeaseEnds(t *testing.T) {
	shared(t, func(t *testing.T, m *machine) {
		s := &service{}
		a, b := open(t, m.process(1), s), open(t, m.process(2), s)
		must(t, a, get(""))
		must(t, b, get(""))
		// It has the lock, and nobody makes its lease longer.
		for _, k := range m.redis.Keys() {
			m.redis.HSet(k, "t", "dead", "u", fmt.Sprint(time.Now().Add(2*time.Second).UnixMicro()))
		}
		now := time.Now()
		must(t, b, get(""))
		if d := time.Since(now); d < 2*time.Second || d > 2200*time.Millisecond {
			t.Errorf("sent %v later", d)
		}
	})
}

// A holder that has lost its lease meanwhile does not send.
func TestWhoHasLostItsLeaseDoesNotSend(t *testing.T) {
	shared(t, func(t *testing.T, m *machine) {
		s := &service{}
		g := open(t, m.process(1), s)
		must(t, g, get(""))
		c, n := get("late"), 0
		c.Ready = func() error {
			if n++; n == 1 { // the process is stopped here, and another one has taken the lock
				time.Sleep(3 * time.Second)
				for _, k := range m.redis.Keys() {
					m.redis.HSet(k, "t", "another", "u", fmt.Sprint(time.Now().Add(time.Second).UnixMicro()))
				}
			}
			return nil
		}
		now := time.Now()
		must(t, g, c)
		if n < 2 || time.Since(now) < 4*time.Second {
			t.Errorf("asked %d times, sent after %v", n, time.Since(now))
		}
	})
}

// A server that is away for a moment is waited for; for longer, requests are refused.
func TestTheServerIsAway(t *testing.T) {
	shared(t, func(t *testing.T, m *machine) {
		s := &service{}
		p := m.process(1)
		g := open(t, p, s)
		must(t, g, get(""))
		p.cut.Store(true)
		time.AfterFunc(2*time.Second, func() { p.cut.Store(false) })
		must(t, g, get("")) // it has started again
		p.cut.Store(true)
		now := time.Now()
		_, err := g.Do(t.Context(), get(""))
		if d := time.Since(now); !client.Is(err, client.KindNetwork) || !strings.Contains(err.Error(), "shared:6379") || d < 3*time.Second || d > 4*time.Second {
			t.Errorf("after %v: %v", d, err)
		}
		now = time.Now()
		_, err = g.Do(t.Context(), post("", AnyEpoch))
		if d := time.Since(now); !client.Is(err, client.KindNetwork) || d > time.Second {
			t.Errorf("the next one, after %v: %v", d, err)
		}
		if _, err := g.Operation(t.Context(), client.Bulk); !client.Is(err, client.KindNetwork) {
			t.Errorf("an operation: %v", err)
		}
		p.cut.Store(false)
		must(t, g, get(""))
		must(t, g, post("", AnyEpoch))
		if n := len(s.arrivals); n != 4 {
			t.Errorf("%d requests", n)
		}
	})
}

// With gate_away a machine reads on at a gap of its own, and joins again.
func TestAMachineReadsOnAlone(t *testing.T) {
	shared(t, func(t *testing.T, m *machine) {
		s := &service{}
		p := m.process(1)
		p.away = time.Minute
		q := *p
		q.pid = 9
		a, b := open(t, p, s), open(t, &q, s) // two processes of one machine
		e := must(t, a, get("")).Epoch
		must(t, b, get(""))
		p.cut.Store(true)
		ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
		defer cancel()
		var wg sync.WaitGroup
		for _, g := range []*Gate{a, b} {
			wg.Go(func() {
				if sent, failed := keepAsking(ctx, g, get("")); sent < 15 || failed > 0 {
					t.Errorf("%d sent, %d failed", sent, failed)
				}
			})
		}
		time.Sleep(15*time.Second + 100*time.Millisecond)
		if _, err := a.Do(t.Context(), post("", e)); !client.Is(err, client.KindNetwork) || !strings.Contains(err.Error(), "nothing can be changed while") {
			t.Errorf("a change: %v", err)
		}
		// Back again: the processes join, one after the other.
		p.cut.Store(false)
		wg.Wait()
		must(t, b, get(""))
		must(t, a, get(""))
		time.Sleep(3 * time.Second)
		_ = a.ReadOnly() // whoever asks makes it look
		synctest.Wait()
		must(t, a, post("", AnyEpoch))
		// One finds the server again right after the other has sent without it.
		p.cut.Store(true)
		must(t, a, get(""))
		time.Sleep(3 * time.Second)
		must(t, b, get(""))
		p.cut.Store(false)
		must(t, b, get(""))
		_ = a.ReadOnly()
		synctest.Wait()
		must(t, a, get(""))
		if d := s.minGap(); d < gap {
			t.Errorf("least gap %v", d)
		}
		// After the configured time it refuses.
		p.cut.Store(true)
		must(t, a, get(""))
		time.Sleep(2 * time.Minute)
		if _, err := a.Do(t.Context(), get("")); !client.Is(err, client.KindNetwork) {
			t.Errorf("after two minutes: %v", err)
		}
	})
}

// errCut is a path to the server that is cut.
var errCut = errors.New("connection refused")

// dial connects a process to the server, over a path that may be slow or cut.
func (p *process) dial(context.Context, string, string) (net.Conn, error) {
	if p.cut.Load() {
		return nil, errCut
	}
	c, err := p.redis.Dial()
	return &path{Conn: c, p: p}, err
}

type path struct {
	net.Conn
	p *process
}

func (c *path) Write(b []byte) (int, error) {
	if c.p.cut.Load() {
		_ = c.Close()
		return 0, errCut
	}
	c.delay()
	return c.Conn.Write(b)
}

func (c *path) Read(b []byte) (int, error) {
	n, err := c.Conn.Read(b)
	c.delay()
	return n, err
}

func (c *path) delay() {
	if c.p.slow > 0 {
		time.Sleep(time.Duration(c.p.Rand() % uint64(c.p.slow)))
	}
}
