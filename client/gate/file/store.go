package file

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"aloft/client"
	"aloft/client/gate/state"
	"aloft/client/holder"
	"aloft/model/text"
)

// Times are the durations of a store.
type Times struct {
	Gap, MaxGap time.Duration // the configured gap, and the largest possible one
	Timeout     time.Duration // of an exchange
	Margin      time.Duration // added to the gap until the answer has arrived
	Late        time.Duration // how much longer an unanswered request blocks the next one
	Retry       time.Duration // between two tries to lock
	Limit       time.Duration // how long to wait for the lock
}

// Store is the state file and its lock. Within the process one goroutine at a time
// holds it (sem is a channel because testing/synctest and contexts can wait for
// one).
type Store struct {
	host  Host
	path  string
	times Times
	sem   chan struct{}
	ended chan struct{} // closed with the store

	mu   sync.Mutex // guards file against being replaced during a peek
	file File
	self holder.Holder       // this process, as written into the file
	held func(holder.Holder) // may be nil

	seen atomic.Bool // a valid state was read: an empty file now means that it was lost
}

// Open opens the file, and creates it if it is missing. held is called with the
// holder of a lock that is waited for; it may be nil.
func Open(h Host, path string, self holder.Holder, t Times, held func(holder.Holder)) (*Store, error) {
	f, err := h.Open(path)
	if err != nil {
		return nil, err
	}
	return &Store{host: h, path: path, self: self, times: t, held: held, sem: make(chan struct{}, 1),
		ended: make(chan struct{}), file: f}, nil
}

// Lock waits for its turn within the process and for the file's lock, and makes
// sure that the locked file is the one at its path.
func (st *Store) Lock(ctx context.Context) error {
	select {
	case st.sem <- struct{}{}:
	case <-st.ended:
		return os.ErrClosed
	case <-ctx.Done():
		return ctx.Err()
	}
	if err := st.flock(ctx); err != nil {
		<-st.sem
		return err
	}
	return nil
}

func (st *Store) flock(ctx context.Context) error {
	wait, began := st.times.Retry, st.host.Now()
	var watch holder.Watch
	var looked time.Duration
	for {
		got, err := st.file.TryLock()
		if err != nil {
			return err
		}
		if got && st.file.Current() {
			st.sign()
			return nil
		}
		if got {
			_ = st.file.Unlock()
		}
		// The file was replaced; that may happen again, but not forever.
		if !st.file.Current() {
			if err := st.reopen(); err != nil {
				return err
			}
		}
		now := st.host.Now()
		if now-began > st.times.Limit {
			return state.ErrHeld
		}
		if now-looked > lockLook {
			looked = now
			by := st.Holder()
			client.WaitsFor(ctx, text.WaitHolder, by.String())
			if st.held != nil {
				st.held(by)
			}
			if watch.Stopped(by, time.Now()) >= Lease || now-began > st.times.Limit/2 { // perhaps no name is in it
				if err := st.file.Aside(); err != nil {
					return err
				}
			}
		}
		// The lock is held for about a millisecond; a holder for longer waits out a
		// gap or is stopped.
		if !Pause(ctx, wait/2+time.Duration(st.host.Rand()%uint64(wait))) { // random, so that no process is always first
			return ctx.Err()
		}
		wait = min(wait*5/4, 10*st.times.Retry)
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

// sign writes this process as the holder, unless it is there already.
func (st *Store) sign() {
	if st.Holder() != st.self {
		_, _ = st.file.WriteAt(st.self.Encode(), HolderAt) // without it only the name is missing
	}
}

// Holder is the holder of the lock, or the last one.
func (st *Store) Holder() holder.Holder { return holder.Read(st.file, HolderAt) }

func (st *Store) reopen() error {
	f, err := st.host.Open(st.path)
	if err != nil {
		return err
	}
	st.mu.Lock()
	old := st.file
	st.file = f
	st.mu.Unlock()
	return old.Close()
}

// Move switches to another store's file, between two requests. Only the pump calls
// it, so nobody else uses the path meanwhile.
func (st *Store) Move(to *Store) {
	st.sem <- struct{}{}
	st.mu.Lock()
	file := st.file
	st.host, st.path, st.file = to.host, to.path, to.file
	st.seen.Store(to.seen.Load())
	st.mu.Unlock()
	<-st.sem
	_ = file.Close()
}

func (st *Store) Unlock() {
	_ = st.file.Unlock()
	<-st.sem
}

// Path is that of the file.
func (st *Store) Path() string { return st.path }

// Identity is that of the host.
func (st *Store) Identity() state.Identity { return st.host.Identity() }

// Current: the locked file is still the one at its path.
func (st *Store) Current() bool { return st.file.Current() }

// Peek reads the state without the lock. It may be out of date at once, so it only
// helps to decide what to wait for.
func (st *Store) Peek() (state.State, state.Health) {
	st.mu.Lock()
	defer st.mu.Unlock()
	return st.Read()
}

// Read reads the state; the caller holds the lock, or st.mu.
func (st *Store) Read() (state.State, state.Health) {
	b := make([]byte, state.Size)
	n, _ := st.file.ReadAt(b, 0)
	if len(bytes.Trim(b[:n], "\x00")) == 0 { // nothing, or only a holder after it
		return st.none()
	}
	s, ok := state.Decode(b[:n])
	if !ok {
		return state.State{}, state.Garbage
	}
	ours := s.Ident == st.host.Identity()
	s.Adopt(st.host.Now(), st.times.Gap, ours)
	if !ours {
		return s, state.Foreign
	}
	st.seen.Store(true)
	return s, state.OK
}

// none is the result of reading an empty file.
func (st *Store) none() (state.State, state.Health) {
	if st.seen.Load() {
		return state.State{}, state.Lost
	}
	return state.State{}, state.New
}

// Write stores the state; the caller holds the lock. It is not synced: after a
// loss of power the identity differs.
func (st *Store) Write(s *state.State) error {
	if _, err := st.file.WriteAt(s.Encode(), 0); err != nil {
		return err
	}
	st.seen.Store(true)
	return nil
}

// Close waits for the holder of the store; nobody gets it afterwards.
func (st *Store) Close() error {
	st.sem <- struct{}{}
	return st.Drop()
}

// Drop closes the store without waiting; the system releases a held lock.
func (st *Store) Drop() error {
	close(st.ended)
	st.mu.Lock()
	defer st.mu.Unlock()
	return st.file.Close()
}

// Pause waits; false when the context ended first.
func Pause(ctx context.Context, d time.Duration) bool { return client.Sleep(ctx, d) == nil }

// Reading is nil: whether a file can be written shows when it is opened.
func (st *Store) Reading() *client.Error { return nil }

// Stuck finds the files that were put aside while they were locked.
func (st *Store) Stuck() (holder.Holder, bool) { return st.file.Stuck() }

// Fault is the error for people when the file cannot be used.
func (st *Store) Fault(err error) *client.Error {
	if !errors.Is(err, state.ErrHeld) {
		return Fault(st.path, err)
	}
	return &client.Error{Kind: client.KindLocal, What: "%[2]s holds %[1]s and does not release it; nothing was sent.",
		Args: []any{st.path, st.Holder().String()},
		Hint: "if it is a stopped aloft, continue it (fg, kill -CONT) or end it", Retry: true, Err: err}
}

// Fault: the file at the path cannot be used.
func Fault(path string, err error) *client.Error {
	e := &client.Error{Kind: client.KindLocal, What: "the gate's file cannot be used: %s (%s)",
		Args: []any{path, Cause(err)}, Err: err}
	return e.InFolder(client.StateHome)
}

// Cause is an error without the path, which the message has already.
func Cause(err error) string {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		return pe.Err.Error()
	}
	return err.Error()
}
