package redis

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"sync"
	"sync/atomic"
	"time"

	"aloft/client"
	"aloft/client/gate/state"
	"aloft/client/holder"
)

// store is the state on the server, and a copy in the state of this host. Its lock is
// that of the host and then that of the server. So the host's processes keep apart by
// their own state as well, whatever happens to the server's, and go on with it while
// the server is away.
type store struct {
	lease
	near state.Store
	away time.Duration // how long they may

	alone atomic.Pointer[client.Error] // why requests are sent without the server; nil = they are not

	mu     sync.Mutex
	why    *client.Error // the last reason
	since  time.Duration // when the server could not be reached first; 0 = it can be
	tried  time.Duration // when it was tried last
	clock  sample        // the last one
	run    string        // of the server at that time
	seen   atomic.Bool   // a state was read: an empty one now means that it was lost
	asking bool
	asks   sync.WaitGroup

	// Of the holder of the lock.
	far   bool        // the server's lock is held as well
	set   bool        // the server's clock was set since the last time
	read  reply       // of the lock
	raw   state.State // as it was read
	given state.State // as the gate got it
}

// Store implements state.Far.
func (s *Server) Store(near state.Store, o state.Sharing) state.Store {
	return &store{lease: lease{server: s, o: o, key: "aloft:" + o.Name, lasts: slotLease}, near: near, away: s.o.Away}
}

const (
	// patience is how long a server that cannot be reached is waited for: it may just
	// be starting again.
	patience = 3 * time.Second
	// askAgain is the time between two tries to reach it, while there is another way.
	askAgain = 2 * time.Second
	// awayRetry is the same while there is none.
	awayRetry = 100 * time.Millisecond
)

// Lock takes the host's lock and the server's.
func (st *store) Lock(ctx context.Context) error {
	began, wait := st.o.Clock.Now(), st.o.Retry
	for {
		if err := st.near.Lock(ctx); err != nil {
			return err
		}
		got, busy, err := st.take(ctx)
		if got {
			return nil
		}
		st.near.Unlock()
		switch {
		case err != nil:
			return err
		case !busy:
			st.o.Say("waiting for the gate's Redis server %s", st.server.name)
			if client.Sleep(ctx, awayRetry) != nil {
				return ctx.Err()
			}
			continue
		}
		now := st.o.Clock.Now()
		if now-began > st.o.Limit {
			return errBusy
		}
		if now-began > busyLook {
			st.o.Say(waitsForMachine)
		}
		if client.Sleep(ctx, wait/2+time.Duration(st.o.Clock.Rand()%uint64(wait))) != nil {
			return ctx.Err()
		}
		wait = min(wait*5/4, 10*st.o.Retry)
	}
}

// take tries to take the server's lock; the host's is held. Neither got nor busy:
// the server cannot be reached, and is worth another try.
func (st *store) take(ctx context.Context) (got, busy bool, err error) {
	st.far = false
	n, h := st.near.Read()
	if !st.due(n.Away) {
		return true, false, nil
	}
	got, err = st.ask(ctx)
	switch {
	case err == nil:
		st.joined()
		return got, !got, nil
	case ctx.Err() != nil:
		return false, false, ctx.Err()
	}
	now := st.o.Clock.Now()
	st.mu.Lock()
	waited, why := now-st.since > patience, st.why
	st.mu.Unlock()
	away := h == state.OK && n.Away != 0
	switch {
	case !why.Retry: // it is there, and refuses
		st.alone.Store(nil)
		return false, false, why
	case away && now-n.Away <= st.away:
		st.alone.Store(why)
		return true, false, nil
	case away && st.away > 0, waited && st.away == 0:
		st.alone.Store(nil)
		return false, false, why
	case !waited:
		return false, false, nil
	}
	if h == state.OK {
		n.Away = max(now, time.Second)
		n.NotBefore = max(n.NotBefore, now+st.o.Gap+st.o.Late)
		if err := st.near.Write(&n); err != nil {
			return false, false, err
		}
	}
	st.alone.Store(why) // without a state of this host the claim makes one
	return true, false, nil
}

// due: the server is to be asked now. It is not while requests are sent without it,
// unless another process has found it again or some time has gone.
func (st *store) due(away time.Duration) bool {
	now := st.o.Clock.Now()
	st.mu.Lock()
	defer st.mu.Unlock()
	return st.alone.Load() == nil || away == 0 || now-away > st.away || now-st.tried >= askAgain
}

// ask asks for the server's lock.
func (st *store) ask(ctx context.Context) (got bool, err error) {
	before, token := st.o.Clock.Now(), rand.Text()
	r, err := st.server.lock(ctx, st.key, token, st.lasts)
	after := st.o.Clock.Now()
	st.mu.Lock()
	defer st.mu.Unlock()
	if err != nil {
		if st.since == 0 || after-st.tried > patience {
			st.since = after
		}
		st.tried, st.why = after, st.server.fault(err)
		return false, err
	}
	st.since = 0
	if !r.done {
		return false, nil
	}
	c := sampleOf(before, after, r.at)
	st.far, st.read, st.set = true, r, st.run == r.run && st.clock.stepped(c)
	st.clock, st.run = c, r.run
	st.hold(token)
	return true, nil
}

// joined: the server can be reached. What this host has sent meanwhile is not in its
// state: the next request is a full gap later.
func (st *store) joined() {
	st.alone.Store(nil)
	n, h := st.near.Read()
	if h != state.OK || n.Away == 0 {
		return
	}
	n.Away = 0
	n.NotBefore = max(n.NotBefore, st.o.Clock.Now()+st.o.Gap+st.o.Late)
	_ = st.near.Write(&n) // without it the next one does it
}

func (st *store) Unlock() {
	if st.far {
		st.release()
	}
	st.near.Unlock()
}

// Drop ends both.
func (st *store) Drop() error {
	st.asks.Wait()
	return st.near.Drop()
}

// Close waits for the holder.
func (st *store) Close() error {
	st.asks.Wait()
	return st.near.Close()
}

// Identity is that of the server's run, or of this host while it is away.
func (st *store) Identity() state.Identity {
	st.mu.Lock()
	defer st.mu.Unlock()
	if st.alone.Load() != nil {
		return st.near.Identity()
	}
	return identity(st.run)
}

func identity(run string) state.Identity {
	sum := sha256.Sum256([]byte("redis\n" + run))
	return state.Identity(sum[:16])
}

// Peek reads the server's state without a lock.
func (st *store) Peek() (state.State, state.Health) {
	if st.alone.Load() != nil {
		return st.near.Peek()
	}
	before := st.o.Clock.Now()
	r, err := st.server.peek(context.Background(), st.key)
	if err != nil {
		return state.State{}, state.Garbage // the claim finds out more
	}
	c := sampleOf(before, st.o.Clock.Now(), r.at)
	_, s, h := st.view(r, c)
	st.join(&s)
	st.mu.Lock()
	defer st.mu.Unlock()
	if h == state.OK && st.run == r.run && st.clock.stepped(c) {
		h = state.Foreign // the claim finds the same
	}
	return s, h
}

// Read is called by the holder of the lock.
func (st *store) Read() (state.State, state.Health) {
	if !st.far {
		return st.near.Read()
	}
	raw, s, h := st.view(st.read, st.clock)
	if h == state.OK && st.set {
		h = state.Foreign
	}
	st.join(&s)
	st.raw, st.given = raw, s
	return s, h
}

// join adds what this host knows, whatever has become of the server's state.
func (st *store) join(s *state.State) {
	if n, h := st.near.Peek(); h == state.OK {
		s.NotBefore, s.Paused = max(s.NotBefore, n.NotBefore), max(s.Paused, n.Paused)
	}
}

// view is a state in the times of the server and of this host.
func (st *store) view(r reply, c sample) (raw, here state.State, h state.Health) {
	st.mu.Lock()
	defer st.mu.Unlock()
	if r.state == "" {
		if st.seen.Load() {
			return raw, here, state.Lost
		}
		return raw, here, state.New
	}
	raw, ok := state.Decode([]byte(r.state))
	if !ok {
		return raw, here, state.Garbage
	}
	st.seen.Store(true)
	here, h = c.here(raw), state.OK
	if raw.Ident != identity(r.run) {
		// What the server has read from its disk may be older than what it said: so
		// that no epoch comes again, this is none of those since.
		h = state.Foreign
		here.Epoch += 1 << 32
	}
	here.Adopt(st.o.Clock.Now(), st.o.Gap, h == state.OK)
	return raw, here, h
}

// Write is called by the holder of the lock. The host's copy says at least as much as
// the server's, whatever becomes of that.
func (st *store) Write(s *state.State) error {
	if !st.far {
		return st.near.Write(s)
	}
	if s.Ident == st.Identity() {
		n := *s
		n.Ident = st.near.Identity()
		if err := st.near.Write(&n); err != nil {
			return err
		}
	}
	out := st.clock.there(*s, st.given, st.raw)
	if !st.keeps(out.Encode()) {
		return state.ErrLost
	}
	st.seen.Store(true)
	st.raw, st.given = out, *s
	return nil
}

// Current: neither of the locks was lost.
func (st *store) Current() bool {
	return st.near.Current() && (!st.far || st.keeps(nil))
}

// Stuck is that of the host.
func (st *store) Stuck() (holder.Holder, bool) { return st.near.Stuck() }

// Reading is set while the server is away: ids are fresh only as long as nobody else
// changes anything. Somebody who wants to know makes it look whether it is back.
func (st *store) Reading() *client.Error {
	why := st.alone.Load()
	if why == nil {
		return nil
	}
	st.mu.Lock()
	defer st.mu.Unlock()
	if !st.asking && st.o.Clock.Now()-st.tried >= askAgain {
		st.asking = true
		st.asks.Go(func() {
			ctx, cancel := context.WithTimeout(context.Background(), askAgain)
			defer cancel()
			if st.Lock(ctx) == nil {
				st.Unlock()
			}
			st.mu.Lock()
			st.asking = false
			st.mu.Unlock()
		})
	}
	no := *why
	no.What = "nothing can be changed while the gate's Redis server %s cannot be reached (%s)"
	no.Hint, no.Retry = "try again when it is back", false
	return &no
}

// Fault is the error for people when the state cannot be used.
func (st *store) Fault(err error) *client.Error {
	if own, ok := fault(err); ok {
		return own
	}
	return st.near.Fault(err)
}
