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
)

// store is the state on the server, and a copy in the state of this host. Its lock is
// that of the host and then that of the server, which holds for a time that its holder
// makes longer. So the host's processes keep apart by their own state as well,
// whatever happens to the server's, and go on with it while the server is away.
type store struct {
	server *Server
	near   state.Store
	host   state.Clock
	o      state.Rules
	key    string
	lasts  time.Duration // the lease of the server's lock
	away   time.Duration // how long requests may go on without the server

	alone atomic.Pointer[client.Error] // why requests are sent without the server; nil = they are not

	mu    sync.Mutex
	why   *client.Error // the last reason
	since time.Duration // when the server could not be reached first; 0 = it can be
	tried time.Duration // when it was tried last
	clock sample        // the last one
	run   string        // of the server at that time
	seen  atomic.Bool   // a state was read: an empty one now means that it was lost
	token string        // of the server's lock, which is held
	renew *time.Timer   // makes it longer; nil = it is not held

	// Of the holder of the lock.
	far   bool        // the server's lock is held as well
	set   bool        // the server's clock was set since the last time
	read  reply       // of the lock
	raw   state.State // as it was read
	given state.State // as the gate got it
}

// Store implements state.Far.
func (s *Server) Store(near state.Store, host state.Clock, o state.Rules) state.Store {
	st := &store{server: s, near: near, host: host, o: o, key: "aloft:" + o.Name, lasts: slotLease, away: s.o.Away}
	if o.Turn {
		st.lasts, st.away = turnLease, 0
	}
	return st
}

const (
	// patience is how long a server that cannot be reached is waited for: it may just
	// be starting again.
	patience = 3 * time.Second
	// awayRetry is the time between two tries to reach it while there is no other way.
	awayRetry = 100 * time.Millisecond
	// busyLook is after how long another machine that has the lock is worth a word.
	busyLook = 100 * time.Millisecond
)

// Lock takes the host's lock and the server's.
func (st *store) Lock(ctx context.Context) error {
	began, wait := st.host.Now(), st.o.Retry
	for {
		if err := st.near.Lock(ctx); err != nil {
			return err
		}
		got, busy, err := st.take(ctx)
		if got {
			return nil
		}
		st.near.Unlock()
		switch now := st.host.Now(); {
		case err != nil:
			return err
		case !busy:
			st.o.Waits(ctx, "waiting for the gate's Redis server %s", st.server.name)
			err = client.Sleep(ctx, awayRetry)
		case now-began > st.o.Limit:
			return &client.Error{Kind: client.KindNetwork, What: "another machine that uses this account has been sending for too long; nothing was sent", Retry: true}
		case now-began > busyLook:
			st.o.Waits(ctx, "waiting for another machine that uses this account")
			fallthrough
		default:
			err = st.o.Again(ctx, st.host, &wait)
		}
		if err != nil {
			return err
		}
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
	now := st.host.Now()
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
	now := st.host.Now()
	st.mu.Lock()
	defer st.mu.Unlock()
	return st.alone.Load() == nil || away == 0 || now-away > st.away || now-st.tried >= state.LookAgain
}

// ask asks for the server's lock, and begins to make its lease longer, until it is unlocked.
func (st *store) ask(ctx context.Context) (got bool, err error) {
	before, token := st.host.Now(), rand.Text()
	r, err := st.server.run(ctx, lockScript, st.key, token, st.lasts.Microseconds(), keepState.Milliseconds())
	after := st.host.Now()
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
	st.clock, st.run, st.token = c, r.run, token
	st.renew = time.AfterFunc(st.lasts/3, func() {
		if _, err := st.keep(token); err != nil {
			return // the holder finds out when it asks
		}
		st.mu.Lock()
		defer st.mu.Unlock()
		if st.renew != nil && st.token == token {
			st.renew.Reset(st.lasts / 3)
		}
	})
	return true, nil
}

// keep lets the server's lock hold for a lease from now on, and writes the state if there is one.
func (st *store) keep(token string, s ...any) (reply, error) {
	return st.server.run(context.Background(), keepScript, st.key, append([]any{token, st.lasts.Microseconds(), keepState.Milliseconds()}, s...)...)
}

// keeps does the same; false when the lock is not known to be held. An answer that was long under way says nothing about
// now.
func (st *store) keeps(s ...any) bool {
	began := st.host.Now()
	r, err := st.keep(st.token, s...)
	return err == nil && r.done && st.host.Now()-began < st.lasts/4
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
	n.NotBefore = max(n.NotBefore, st.host.Now()+st.o.Gap+st.o.Late)
	_ = st.near.Write(&n) // without it the next one does it
}

// Unlock ends both locks. Where the server cannot be told, its lock ends by itself.
func (st *store) Unlock() {
	if st.far {
		st.mu.Lock()
		st.renew.Stop()
		st.renew = nil
		st.mu.Unlock()
		_, _ = st.server.run(context.Background(), freeScript, st.key, st.token)
	}
	st.near.Unlock()
}

// Close ends that of the host.
func (st *store) Close() error { return st.near.Close() }

func identity(run string) state.Identity {
	sum := sha256.Sum256([]byte("redis\n" + run))
	return state.Identity(sum[:16])
}

// Peek reads the server's state without a lock.
func (st *store) Peek() (state.State, state.Health) {
	if st.alone.Load() != nil {
		return st.near.Peek()
	}
	before := st.host.Now()
	r, err := st.server.run(context.Background(), peekScript, st.key)
	if err != nil {
		return state.State{}, state.Garbage // the claim finds out more
	}
	c := sampleOf(before, st.host.Now(), r.at)
	st.mu.Lock()
	set := st.run == r.run && st.clock.stepped(c)
	st.mu.Unlock()
	_, s, h := st.view(r, c, set)
	return s, h
}

// Read is called by the holder of the lock.
func (st *store) Read() (s state.State, h state.Health) {
	if !st.far {
		return st.near.Read()
	}
	st.raw, st.given, h = st.view(st.read, st.clock, st.set)
	return st.given, h
}

// view is a state in the times of the server and of this host, with what this host knows, whatever has become of the
// server's state. A clock that was set has made its times worthless.
func (st *store) view(r reply, c sample, set bool) (raw, here state.State, h state.Health) {
	defer func() {
		if n, near := st.near.Peek(); near == state.OK {
			here.NotBefore, here.Paused = max(here.NotBefore, n.NotBefore), max(here.Paused, n.Paused)
		}
	}()
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
	here.Adopt(st.host.Now(), st.o.Gap, h == state.OK)
	if set {
		h = state.Foreign
	}
	return raw, here, h
}

// Write is called by the holder of the lock. The host's copy says at least as much as
// the server's, whatever becomes of that.
func (st *store) Write(s *state.State) error {
	if !st.far {
		return st.near.Write(s)
	}
	own := identity(st.run)
	if s.Ident == (state.Identity{}) {
		s.Ident = own
	}
	if s.Ident == own {
		n := *s
		n.Ident = state.Identity{}
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
	return st.near.Current() && (!st.far || st.keeps())
}

// Reading is set while the server is away: ids are fresh only as long as nobody else
// changes anything.
func (st *store) Reading() *client.Error {
	why := st.alone.Load()
	if why == nil {
		return st.near.Reading()
	}
	no := *why
	no.What = "nothing can be changed while the gate's Redis server %s cannot be reached (%s)"
	no.Hint, no.Retry = "try again in a while", false
	return &no
}
