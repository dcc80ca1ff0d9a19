package gate

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"iter"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"aloft/client"
	"aloft/client/holder"
	"aloft/model/text"
)

// Options of a Gate.
type Options struct {
	// Dir is the state folder; it is made when it is missing.
	Dir string
	// Spare returns folders to use when Dir cannot be written; the first usable one
	// is taken, and it is called only then. The gate then refuses mutations. nil =
	// Open fails instead.
	Spare iter.Seq[string]
	// Name is the account's identity, whatever it is called in the configuration;
	// the file's name is a digest of it.
	Name string
	// Gap is the configured gap; 0 only for the embedded account, which is not
	// paced at all. Others are clamped to MinGap and MaxGap.
	Gap    time.Duration
	MinGap time.Duration // 0 = client.MinGap
	MaxGap time.Duration // 0 = 10 s
	// Scale multiplies the pauses of the gate (gap, back-offs), and no limit; 0 =
	// 1.
	Scale float64
	// Timeout of an exchange, from its slot to the last byte; 0 = 15 s.
	Timeout time.Duration
	Wire    Wire
	// Host is nil for the real one.
	Host Host
	// Observe, when set, gets all events. It must not block and must not call the
	// gate; it is called from several goroutines.
	Observe func(Event)
	// Command is what this process runs, only the names of the command: other
	// processes that wait for it show it.
	Command string
	// Waits is notified of what calls wait for; may be nil.
	Waits *client.Waits
	// Who names the service in a sentence; "" = the host's name.
	Who text.Text
}

// Gate decides when a request may be sent.
type Gate struct {
	opt     Options
	host    Host
	times   times
	name    string // of the files, without suffix
	self    holder.Holder
	store   *store
	turns   *turns                       // nil until the state folder can be written
	reading atomic.Pointer[client.Error] // why mutations are refused; nil when they are not
	again   time.Duration                // when the pump next checks whether the folder can be written

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

// Open opens the gate of an account.
func Open(o Options) (*Gate, error) {
	if o.Host == nil {
		o.Host = SystemHost()
	}
	if o.Observe == nil {
		o.Observe = func(Event) {}
	}
	sum := sha256.Sum256([]byte(o.Name))
	g := &Gate{opt: o, host: o.Host, times: timesOf(o), wake: make(chan struct{}, 1), name: hex.EncodeToString(sum[:16]), self: holder.Self(o.Command)}
	g.ctx, g.stop = context.WithCancel(context.Background())
	st, err := g.openShared()
	if client.Unwritable(err) {
		st, err = g.openSpare(err)
	}
	if err != nil {
		g.stop()
		return nil, err
	}
	g.store = st
	if g.ReadOnly() != nil {
		g.watching.Do(func() { g.wg.Go(g.watch) })
	}
	return g, nil
}

// openShared opens the files in the state folder.
func (g *Gate) openShared() (*store, error) {
	path := filepath.Join(g.opt.Dir, g.name)
	st, err := g.openStore(g.host, path+".gate")
	if err != nil {
		return nil, err
	}
	tu := g.turns
	if tu == nil {
		if tu, err = openTurns(g.host, path, g.self, g.times); err != nil {
			_ = st.drop()
			return nil, stateError(path+".turn", err)
		}
	}
	if err := g.first(st); err != nil {
		if g.turns == nil {
			tu.close()
		}
		_ = st.drop()
		return nil, err
	}
	g.turns = tu
	return st, nil
}

func (g *Gate) openStore(h Host, path string) (*store, error) {
	st, err := openStore(h, path, g.self, g.times.gap, g.times.lockRetry, g.times.lockLimit)
	if err != nil {
		return nil, stateError(path, err)
	}
	st.held = g.sayHeld
	return st, nil
}

// first writes the first content of a new state file, so that the gap of a new
// account begins at the start of the program and an epoch can be read at once.
func (g *Gate) first(st *store) error {
	if _, h := st.peek(); h != healthNew {
		st.seen = h == healthOK
		return nil
	}
	// A busy lock means that another process is doing it.
	ctx, cancel := context.WithTimeout(g.ctx, g.times.patience)
	defer cancel()
	if err := st.lock(ctx); err != nil {
		if ctx.Err() != nil {
			return nil
		}
		return stateError(st.path, err)
	}
	defer st.unlock()
	if _, h := st.read(); h != healthNew {
		return nil
	}
	s := g.fresh(false)
	if err := st.write(&s); err != nil {
		return stateError(st.path, err)
	}
	return nil
}

// Do sends one request when it is its turn: never twice, only to the wire's host,
// and following no redirect. Errors are *client.Error: KindStale and KindNetwork
// mean that nothing was changed (not sent at all, or a read), KindUnknown that a
// mutation was sent and has no whole answer. When ctx ends, a waiting call and a
// read return at once, with an error that wraps ctx.Err(); a mutation that has been
// sent is waited for, since only its answer tells its outcome.
func (g *Gate) Do(ctx context.Context, c Call) (*Reply, error) {
	req, err := c.request()
	if err != nil {
		return nil, err
	}
	if c.Mutation {
		if err := g.ReadOnly(); err != nil {
			return nil, err
		}
	}
	ctx, end := g.opt.Waits.Begin(ctx)
	defer end()
	w := &waiter{call: c, req: req, host: req.URL.Host, since: g.host.Now(), done: make(chan struct{}), watch: ctx}
	if w.who = string(g.opt.Who); w.who == "" {
		w.who = w.host
	}
	w.ctx, w.cancel = context.WithCancel(g.ctx)
	defer w.cancel()
	if ctx.Err() != nil {
		return nil, canceled(w, ctx.Err())
	}
	if !g.enqueue(w) {
		return nil, closing(w)
	}
	select {
	case <-w.done:
	case <-ctx.Done():
		if g.abandon(w, ctx.Err()) && !c.Mutation && w.over.CompareAndSwap(false, true) {
			w.cancel()
			return nil, canceled(w, ctx.Err())
		}
		<-w.done
	}
	return w.reply, w.err
}

// Waits is Options.Waits.
func (g *Gate) Waits() *client.Waits { return g.opt.Waits }

// Epoch is the current epoch; 0 when the state cannot be read.
func (g *Gate) Epoch() uint64 {
	s, h := g.store.peek()
	if h != healthOK && h != healthForeign {
		return 0
	}
	return s.epoch
}

// Gap is the current gap.
func (g *Gate) Gap() time.Duration {
	s, _ := g.store.peek()
	return g.gap(&s)
}

// NewEpoch begins a new epoch: the late effects of a mutation (an asynchronous task
// of the service) have ended.
func (g *Gate) NewEpoch() {
	g.update(func(s *state, ours bool) {
		s.epoch++
		g.tell(Event{Kind: EventEpoch, Epoch: s.epoch})
	})
	g.nudge()
}

// Close refuses new calls, ends waiting calls and reads, and waits for mutations
// under way.
func (g *Gate) Close() error {
	g.mu.Lock()
	if g.closed {
		g.mu.Unlock()
		return nil
	}
	g.closed = true
	for _, w := range g.queue.clear() {
		w.finish(nil, closing(w))
	}
	g.mu.Unlock()
	g.stop()
	g.wg.Wait()
	if g.turns != nil {
		g.turns.close()
	}
	g.store.above.close()
	if c, ok := g.opt.Wire.(interface{ Close() }); ok {
		c.Close()
	}
	return g.store.close()
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
func (g *Gate) update(f func(s *state, ours bool)) {
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

func (g *Gate) change(ctx context.Context, f func(s *state, ours bool)) error {
	if err := g.store.lock(ctx); err != nil {
		return err
	}
	defer g.store.unlock()
	s, h := g.store.read()
	if h == healthNew || h == healthGarbage {
		return nil
	}
	was := s
	f(&s, h == healthOK)
	if s == was {
		return nil
	}
	return g.store.write(&s)
}

func stateError(path string, err error) *client.Error {
	e := &client.Error{Kind: client.KindLocal, What: "the file that keeps requests apart cannot be used: %s (%s)",
		Args: []any{path, cause(err)}, Err: err}
	return e.InFolder(client.StateHome)
}

// cause is an error without the path, which the message has already.
func cause(err error) string {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return pe.Err.Error()
	}
	return err.Error()
}
