package file

import (
	"bytes"
	"context"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"aloft/client"
	"aloft/client/gate/state"
	"aloft/client/system"
)

// Store is the state file and its lock; while the file cannot be written, the state is in memory, and only this process
// keeps to it. Within the process one goroutine at a time holds it (sem is a channel because testing/synctest and
// contexts can wait for one).
type Store struct {
	host  Host
	path  string
	o     state.Rules
	sem   chan struct{}
	ended chan struct{} // closed with the store

	mu     sync.Mutex // guards what follows against a peek; only the holder of sem changes it
	file   File       // nil while alone is set
	alone  *client.Error
	memory []byte
	again  time.Duration // when to look next whether the file can be written

	seen atomic.Bool // a valid state was read: an empty file now means that it was lost
}

// Open opens the file, and creates it if it is missing.
func Open(h Host, path string, o state.Rules) (*Store, error) {
	st := &Store{host: h, path: path, o: o, sem: make(chan struct{}, 1), ended: make(chan struct{})}
	f, err := h.Open(path)
	if err != nil {
		return st, st.without(err)
	}
	st.file = f
	return st, nil
}

// Lock waits for its turn within the process and for the file's lock, and makes
// sure that the locked file is the one at its path.
func (st *Store) Lock(ctx context.Context) error {
	select {
	case st.sem <- struct{}{}:
	case <-st.ended:
		return st.fault(os.ErrClosed)
	case <-ctx.Done():
		return ctx.Err()
	}
	err := st.flock(ctx)
	if err != nil {
		<-st.sem
	}
	return err
}

func (st *Store) flock(ctx context.Context) error {
	if st.alone != nil && !st.back() {
		return nil
	}
	wait, began := st.o.Retry, st.host.Now()
	var watch system.Stopwatch
	var looked time.Duration
	for {
		got, err := st.file.TryLock()
		if err != nil {
			return st.fault(err)
		}
		current := st.file.Current()
		if got && current {
			if st.Holder() != st.o.Self {
				_, _ = st.file.WriteAt(st.o.Self.Encode(), HolderAt) // without it only the name is missing
			}
			return nil
		}
		if !current { // the file was replaced; that may happen again, but not forever
			f, err := st.host.Open(st.path)
			if err != nil {
				return st.without(err)
			}
			st.use(f, nil, nil)
		}
		now := st.host.Now()
		if now-began > st.o.Limit {
			return &client.Error{Kind: client.KindLocal, What: "%[2]s holds %[1]s and does not release it; nothing was sent",
				Args: []any{st.path, st.Holder().String()},
				Hint: "if it is a stopped aloft, continue it (fg, kill -CONT) or end it", Retry: true}
		}
		if now-looked > lockLook {
			looked = now
			by := st.Holder()
			st.o.Waits(ctx, "waiting for %s, which uses the account now", by.String())
			if watch.Stopped(by, time.Now()) >= Lease || now-began > st.o.Limit/2 { // perhaps no name is in it
				if err := st.file.Aside(); err != nil {
					return st.fault(err)
				}
			}
		}
		if err := st.o.Again(ctx, st.host, &wait); err != nil {
			return err
		}
	}
}

const (
	// Lease: a lock is held for about a millisecond, a turn for an operation. A
	// holder that is stopped for longer is overtaken: the file is put aside, and
	// the next one counts as a new file.
	Lease    = 2 * time.Second
	lockLook = 100 * time.Millisecond // between two checks of the holder
	// HolderAt is the offset of the holder in a lock file, after the state.
	HolderAt = 512
)

// Holder is the holder of the lock, or the last one.
func (st *Store) Holder() system.Holder { return system.ReadHolder(st.file, HolderAt) }

// use takes another file, or none and why. The system releases the lock of the old one.
func (st *Store) use(f File, alone *client.Error, memory []byte) {
	st.mu.Lock()
	defer st.mu.Unlock()
	if st.file != nil {
		_ = st.file.Close()
	}
	st.file, st.alone, st.memory = f, alone, memory
}

// without goes on with the state in memory, if the file cannot be written; else the error is for people.
func (st *Store) without(err error) error {
	why := st.fault(err)
	if !client.Unwritable(err) {
		return why
	}
	var b []byte
	if st.file != nil {
		b = make([]byte, state.Size)
		n, _ := st.file.ReadAt(b, 0)
		b = b[:n]
	}
	st.use(nil, why, b)
	st.seen.Store(false)
	st.again = st.host.Now() + state.LookAgain
	return nil
}

// back returns to the file, if it can be written again. On a full disk opening it proves nothing.
func (st *Store) back() bool {
	if st.host.Now() < st.again {
		return false
	}
	st.again = st.host.Now() + state.LookAgain
	f, err := st.host.Open(st.path)
	if err != nil {
		return false
	}
	got, err := f.TryLock()
	if got {
		b := make([]byte, state.Size)
		n, _ := f.ReadAt(b, 0)
		_, err = f.WriteAt(b[:max(n, 1)], 0)
		_ = f.Unlock()
	}
	if !got || err != nil {
		_ = f.Close()
		return false
	}
	st.use(f, nil, nil)
	st.seen.Store(false)
	return true
}

// Unlock implements state.Store.
func (st *Store) Unlock() {
	if st.file != nil {
		_ = st.file.Unlock()
	}
	<-st.sem
}

// Path is that of the file.
func (st *Store) Path() string { return st.path }

// Current: the locked file is still the one at its path.
func (st *Store) Current() bool { return st.alone != nil || st.file.Current() }

// Peek implements state.Store.
func (st *Store) Peek() (state.State, state.Health) {
	st.mu.Lock()
	defer st.mu.Unlock()
	return st.Read()
}

// Read reads the state; the caller holds the lock, or st.mu.
func (st *Store) Read() (state.State, state.Health) {
	b := st.memory
	if st.alone == nil {
		b = make([]byte, state.Size)
		n, _ := st.file.ReadAt(b, 0)
		b = b[:n]
	}
	if len(bytes.Trim(b, "\x00")) == 0 { // nothing, or only a holder after it
		if st.seen.Load() {
			return state.State{}, state.Lost
		}
		return state.State{}, state.New
	}
	s, ok := state.Decode(b)
	if !ok {
		return state.State{}, state.Garbage
	}
	ours := s.Ident == st.host.Identity()
	s.Adopt(st.host.Now(), st.o.Gap, ours)
	if !ours {
		return s, state.Foreign
	}
	st.seen.Store(true)
	return s, state.OK
}

// Write stores the state; the caller holds the lock. It is not synced: after a
// loss of power the identity differs.
func (st *Store) Write(s *state.State) error {
	if s.Ident == (state.Identity{}) {
		s.Ident = st.host.Identity()
	}
	if st.alone == nil {
		if _, err := st.file.WriteAt(s.Encode(), 0); err != nil {
			if err := st.without(err); err != nil {
				return err
			}
			return state.ErrLost
		}
	} else {
		st.use(nil, st.alone, s.Encode())
	}
	st.seen.Store(true)
	return nil
}

// Close waits for the holder of the lock, unless it is that of a turn; nobody gets it afterwards.
func (st *Store) Close() error {
	if !st.o.Turn {
		st.sem <- struct{}{}
	}
	close(st.ended)
	st.mu.Lock()
	defer st.mu.Unlock()
	if st.file == nil {
		return nil
	}
	return st.file.Close()
}

// Pause waits; false when the context ended first.
func Pause(ctx context.Context, d time.Duration) bool { return client.Sleep(ctx, d) == nil }

// Reading is why the file cannot be written.
func (st *Store) Reading() *client.Error {
	st.mu.Lock()
	defer st.mu.Unlock()
	if st.alone == nil {
		return nil
	}
	no := *st.alone
	no.What = "nothing can be changed: the gate's file %s cannot be used (%s)"
	return &no
}

// Stuck finds the files that were put aside while they were locked.
func (st *Store) Stuck() (system.Holder, bool) { return st.file.Stuck() }

// fault: the file cannot be used.
func (st *Store) fault(err error) *client.Error {
	e := &client.Error{Kind: client.KindLocal, What: "the gate's file cannot be used: %s (%s)",
		Args: []any{st.path, system.Reason(err)}, Err: err}
	return e.InFolder(client.StateHome)
}
