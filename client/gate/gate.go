package gate

import (
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"aloft/client"
	"aloft/client/gate/file"
	"aloft/client/gate/state"
	"aloft/client/system"
	"aloft/model/text"
)

// Options of a Gate.
type Options struct {
	// Dir is the state folder; it is made when it is missing. While it cannot be written, the gate refuses mutations, and
	// only the requests of this process keep their distance.
	Dir string
	// Name is the account's identity, whatever it is called in the configuration;
	// the file's name is a digest of it.
	Name string
	// Gap is the configured gap; 0 only for the embedded account, which is not
	// paced at all. Others are clamped to MinGap and 10 s.
	Gap    time.Duration
	MinGap time.Duration // 0 = client.MinGap
	// Scale multiplies the pauses of the gate (gap, back-offs), and no limit; 0 =
	// 1.
	Scale float64
	// Timeout of an exchange, from its slot to the last byte; 0 = 15 s.
	Timeout time.Duration
	Wire    Wire
	// Far, when set, is where several machines share the state; the gate closes it.
	Far state.Far
	// Host is nil for the real one.
	Host file.Host
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

// times are all durations of a gate. Scale shortens its pauses; the limits of an
// exchange or of the wait for a lock are not scaled, so that a slow machine causes
// no error.
type times struct {
	scale       float64
	gap, maxGap time.Duration
	throttleCap time.Duration // throttling doubles the gap up to this
	timeout     time.Duration // of an exchange
	write       time.Duration // of writing a request
	margin      time.Duration // added to the gap until the answer has arrived
	patience    time.Duration // for the lock, in updates after an exchange
	lockRetry   time.Duration
	lockLimit   time.Duration
	look        time.Duration // between two checks of what another process does
	ms          time.Duration // one (scaled) millisecond, the unit of back-offs
	// late is how much longer than the gap an unanswered request blocks the next
	// one, by class: its own arrival may be late.
	late [2]time.Duration
}

func timesOf(o Options) times {
	scale := cmp.Or(o.Scale, 1)
	or := func(d, std time.Duration) time.Duration { return time.Duration(float64(cmp.Or(d, std)) * scale) }
	ms := or(time.Millisecond, 0)
	t := times{
		scale:       scale,
		maxGap:      or(10*time.Second, 0),
		throttleCap: 8000 * ms,
		timeout:     cmp.Or(o.Timeout, 15*time.Second),
		write:       2 * time.Second,
		margin:      25 * ms,
		patience:    250 * time.Millisecond,
		lockRetry:   max(ms, 200*time.Microsecond),
		lockLimit:   30 * time.Second,
		look:        max(5*ms, time.Millisecond),
		ms:          ms,
		late:        [2]time.Duration{100 * ms, 250 * ms},
	}
	if o.Far != nil {
		t.look = 10 * ms // each look is a question to a server
	}
	if o.Gap > 0 {
		t.gap = min(max(or(o.Gap, 0), or(o.MinGap, client.MinGap)), t.maxGap)
	}
	return t
}

// Gate decides when a request may be sent.
type Gate struct {
	opt   Options
	host  file.Host
	times times
	pid   uint32 // tells this process from all others
	store state.Store
	near  *file.Store // the part of the store on this host
	// Bulk jobs of several processes take turns, an operation at a time; a process that waits for op holds next.
	next, op state.Store

	asked time.Duration // how long the pump's questions about the state have taken lately

	stop context.CancelFunc
	ctx  context.Context // ends with Close
	wg   sync.WaitGroup  // the pump, exchanges, deferred updates and the looking

	mu      sync.Mutex
	queue   queue
	pumping bool
	looking bool // whether mutations are allowed again
	closed  bool
	wake    chan struct{} // the queue or the state has changed

	sent atomic.Int64 // requests of this process

	own atomic.Int64 // this process sends nothing before this time, whatever the file says
}

// Open opens the gate of an account.
func Open(o Options) (*Gate, error) {
	if o.Host == nil {
		o.Host = file.SystemHost()
	}
	if o.Observe == nil {
		o.Observe = func(Event) {}
	}
	g := &Gate{opt: o, host: o.Host, pid: o.Host.Pid(), times: timesOf(o), wake: make(chan struct{}, 1)}
	g.ctx, g.stop = context.WithCancel(context.Background())
	if err := g.openStores(); err != nil {
		g.stop()
		return nil, err
	}
	return g, nil
}

// forever is longer than any turn lasts.
const forever = time.Duration(1 << 62)

func (g *Gate) openStores() (err error) {
	sum := sha256.Sum256([]byte(g.opt.Name))
	name := hex.EncodeToString(sum[:16])
	open := func(kind string, o state.Rules) state.Store {
		near, e := file.Open(g.host, filepath.Join(g.opt.Dir, name+"."+kind), o)
		err = errors.Join(err, e)
		if !o.Turn {
			g.near = near
		}
		if g.opt.Far == nil || err != nil {
			return near
		}
		o.Name, o.Retry = name+":"+kind, max(g.times.lockRetry, 2*g.times.ms)
		return g.opt.Far.Store(near, g.host, o)
	}
	self := system.Self(g.opt.Command)
	turn := state.Rules{Self: self, Turn: true, Retry: min(5*g.times.lockRetry, 5*time.Millisecond), Limit: forever}
	g.store = open("gate", state.Rules{Self: self, Gap: g.times.gap, Late: g.times.late[client.Bulk], Retry: g.times.lockRetry, Limit: g.times.lockLimit, Say: g.say})
	g.next, g.op = open("turn", turn), open("op", turn)
	if g.opt.Far != nil {
		g.pid = uint32(g.host.Rand())
	} else if err == nil {
		err = g.first()
	}
	return err
}

// first writes the first content of a new state file, so that the gap of a new
// account begins at the start of the program and an epoch can be read at once.
func (g *Gate) first() error {
	if _, h := g.store.Peek(); h != state.New {
		return nil
	}
	ctx, cancel := context.WithTimeout(g.ctx, g.times.patience)
	defer cancel()
	if err := g.store.Lock(ctx); err != nil && ctx.Err() != nil {
		return nil // another process is doing it
	} else if err != nil {
		return err
	}
	defer g.store.Unlock()
	var err error
	for range 2 { // the first may find that the file cannot be written
		if _, h := g.store.Read(); h == state.New {
			s := g.fresh(false)
			err = g.store.Write(&s)
		}
	}
	return err
}

// fresh returns the state of an account of which nothing is known. Its epoch is
// random: that of a lost file could otherwise occur again, with another meaning.
// When there was a state before (lost), a mutation may be running.
func (g *Gate) fresh(lost bool) state.State {
	now := g.host.Now()
	s := state.State{Gap: g.times.gap, Epoch: 1<<51 | g.host.Rand()>>13, NotBefore: now + 2*g.times.gap}
	if lost {
		s.Mutating = now + g.times.timeout
	}
	return s
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
	if c, ok := g.opt.Wire.(interface{ Close() }); ok {
		c.Close()
	}
	err := g.store.Close()
	_, _ = g.next.Close(), g.op.Close() // a turn may be held
	if g.opt.Far != nil {
		err = errors.Join(err, g.opt.Far.Close())
	}
	return err
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

// ReadOnly is why mutations are refused, or nil. It does not block; once it is set, the gate looks whether it is over.
func (g *Gate) ReadOnly() error {
	no := g.store.Reading()
	if no == nil {
		return nil
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	if !g.looking && !g.closed {
		g.looking = true
		g.wg.Go(g.look)
	}
	return no
}

const lookAgain = state.LookAgain

func (g *Gate) look() {
	for more := true; more; more = g.store.Reading() != nil && file.Pause(g.ctx, lookAgain) {
		ctx, cancel := context.WithTimeout(g.ctx, lookAgain)
		if g.store.Lock(ctx) == nil {
			g.store.Unlock()
		}
		cancel()
	}
	g.mu.Lock()
	g.looking = false
	g.mu.Unlock()
}

func (g *Gate) tell(e Event) {
	e.At = g.host.Now()
	g.opt.Observe(e)
}

// nudge makes the pump check again.
func (g *Gate) nudge() { client.Nudge(g.wake) }

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

// say publishes what the queue waits for.
func (g *Gate) say(what text.Text, args ...any) {
	g.mu.Lock()
	all := g.queue.all()
	g.mu.Unlock()
	for _, w := range all {
		client.WaitsFor(w.watch, what, args...)
	}
}
