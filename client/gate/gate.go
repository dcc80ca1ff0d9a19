package gate

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"aloft/client"
	"aloft/client/gate/file"
	"aloft/client/gate/state"
	"aloft/client/holder"
	"aloft/model/text"
)

// Gate decides when a request may be sent.
type Gate struct {
	opt     Options
	host    file.Host
	times   times
	name    string // of the files, without suffix
	self    holder.Holder
	pid     uint32 // tells this process from all others
	store   state.Store
	near    *file.Store                  // the part of the store on this host
	turns   *turns                       // nil until the state folder can be written
	reading atomic.Pointer[client.Error] // why mutations are refused; nil when they are not
	again   time.Duration                // when the pump next checks whether the folder can be written

	asked time.Duration // how long the pump's questions about the state have taken lately

	watching sync.Once
	stop     context.CancelFunc
	ctx      context.Context // ends with Close
	wg       sync.WaitGroup  // the pump, exchanges and deferred updates

	mu      sync.Mutex
	queue   queue
	pumping bool
	closed  bool
	wake    chan struct{} // the queue or the state has changed

	own atomic.Int64 // this process sends nothing before this time, whatever the file says
}

// Waits is Options.Waits.
func (g *Gate) Waits() *client.Waits { return g.opt.Waits }

// Epoch is the current epoch; 0 when the state cannot be read.
func (g *Gate) Epoch() uint64 {
	s, h := g.store.Peek()
	if h != state.OK && h != state.Foreign {
		return 0
	}
	return s.Epoch
}

// NewEpoch begins a new epoch: the late effects of a mutation (an asynchronous task
// of the service) have ended.
func (g *Gate) NewEpoch() {
	g.update(func(s *state.State, ours bool) {
		s.Epoch++
		g.tell(Event{Kind: EventEpoch, Epoch: s.Epoch})
	})
	g.nudge()
}

func (g *Gate) tell(e Event) {
	e.At = g.host.Now()
	g.opt.Observe(e)
}

// nudge makes the pump check again.
func (g *Gate) nudge() {
	select {
	case g.wake <- struct{}{}:
	default:
	}
}

// update changes the shared state. It waits only briefly: when the lock is busy for
// longer (its holder is stopped, so nobody sends), the change is made as soon as
// the lock is free. The argument ours of f says whether the times of the state are
// of this host; a file without a valid state is left to the next claim.
func (g *Gate) update(f func(s *state.State, ours bool)) {
	ctx, cancel := context.WithTimeout(context.Background(), g.times.patience)
	err := g.change(ctx, f)
	cancel()
	if err == nil || g.ctx.Err() != nil || ctx.Err() == nil {
		return
	}
	g.wg.Go(func() {
		_ = g.change(g.ctx, f)
		g.nudge()
	})
}

func (g *Gate) change(ctx context.Context, f func(s *state.State, ours bool)) error {
	if err := g.store.Lock(ctx); err != nil {
		return err
	}
	defer g.store.Unlock()
	s, h := g.store.Read()
	if h != state.OK && h != state.Foreign {
		return nil
	}
	was := s
	f(&s, h == state.OK)
	if s == was {
		return nil
	}
	return g.store.Write(&s)
}

// sharing is what a place that several machines share needs to know.
func (g *Gate) sharing(lock string) state.Sharing {
	return state.Sharing{Name: g.name + ":" + lock, Clock: g.host, Gap: g.times.gap, Late: g.times.late[client.Bulk],
		Retry: max(g.times.lockRetry, 2*g.times.ms), Limit: g.times.lockLimit, Say: g.say}
}

// say publishes what the queue waits for.
func (g *Gate) say(what text.Text, args ...any) {
	g.mu.Lock()
	all := g.queue.all()
	g.mu.Unlock()
	for _, w := range all {
		client.WaitsFor(w.watch, what, args...)
	}
}

// sayHeld publishes who holds the lock that the queue waits for.
func (g *Gate) sayHeld(by holder.Holder) { g.say(text.WaitHolder, by.String()) }
