package gate

import (
	"bytes"
	"context"
	"errors"
	"os"
	"sync"
	"time"

	"aloft/client"
	"aloft/client/holder"
	"aloft/model/text"
)

// errHeld: another process has held the lock for a long time.
var errHeld = errors.New("the lock is held")

// health is the result of reading the state file.
type health int

const (
	healthOK      health = iota
	healthNew            // the file was empty: this process, or another one just before, made it
	healthForeign        // of another boot, host or time namespace; its times are not valid
	healthGarbage        // not a state at all
)

// store is the state file and its lock. Within the process one goroutine at a time
// holds it (sem is a channel because testing/synctest and contexts can wait for
// one).
type store struct {
	host  Host
	path  string
	retry time.Duration // between two tries to lock
	limit time.Duration // how long to wait for the lock
	sem   chan struct{}
	ended chan struct{} // closed with the store

	mu    sync.Mutex // guards file against being replaced during a peek
	file  File
	self  holder.Holder       // this process, as written into the file
	held  func(holder.Holder) // called with the holder of a lock that is waited for; may be nil
	lease time.Duration       // a holder that has been stopped for longer is overtaken
	above *above              // the file that should be used and cannot be written; usually nil

	overdue time.Duration // a holder of the lock for longer, perhaps without a name in it, is overtaken

	seen bool          // a valid state was read: an empty file now means that it was lost
	gap  time.Duration // the configured one
}

func openStore(h Host, path string, self holder.Holder, gap, retry, limit time.Duration) (*store, error) {
	f, err := h.Open(path)
	if err != nil {
		return nil, err
	}
	return &store{host: h, path: path, self: self, lease: lockLease, overdue: limit / 2, gap: gap, retry: retry, limit: limit, sem: make(chan struct{}, 1),
		ended: make(chan struct{}), file: f}, nil
}

// lock waits for its turn within the process and for the file's lock, and makes
// sure that the locked file is the one at its path.
func (st *store) lock(ctx context.Context) error {
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

func (st *store) flock(ctx context.Context) error {
	wait, began := st.retry, st.host.Now()
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
		if now-began > st.limit {
			return errHeld
		}
		if now-looked > lockLook {
			looked = now
			by := st.holder()
			client.WaitsFor(ctx, text.WaitHolder, by.String())
			if st.held != nil {
				st.held(by)
			}
			if watch.Stopped(by, time.Now()) >= st.lease || now-began > st.overdue {
				if err := st.file.Aside(); err != nil {
					return err
				}
			}
		}
		// The lock is held for about a millisecond; a holder for longer waits out a
		// gap or is stopped.
		if !pause(ctx, wait/2+time.Duration(st.host.Rand()%uint64(wait))) { // random, so that no process is always first
			return ctx.Err()
		}
		wait = min(wait*5/4, 10*st.retry)
	}
}

const (
	// lockLease: a lock is held for about a millisecond, a turn for an operation. A
	// holder that is stopped for longer is overtaken: the file is put aside, and
	// the next one counts as a new file.
	lockLease = 2 * time.Second
	lockLook  = 100 * time.Millisecond // between two checks of the holder
	// holderAt is the offset of the holder in a lock file, after the state.
	holderAt = 512
)

// sign writes this process as the holder, unless it is there already.
func (st *store) sign() {
	if st.holder() != st.self {
		_, _ = st.file.WriteAt(st.self.Encode(), holderAt) // without it only the name is missing
	}
}

// holder is the holder of the lock, or the last one.
func (st *store) holder() holder.Holder { return holder.Read(st.file, holderAt) }

func (st *store) reopen() error {
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

// move switches to another store's file, between two requests. Only the pump calls
// it, so nobody else uses the path or the file above meanwhile.
func (st *store) move(to *store) {
	st.sem <- struct{}{}
	st.mu.Lock()
	file, above := st.file, st.above
	st.host, st.path, st.file, st.above, st.seen = to.host, to.path, to.file, to.above, to.seen
	st.mu.Unlock()
	<-st.sem
	_ = file.Close()
	above.close()
}

func (st *store) unlock() {
	_ = st.file.Unlock()
	<-st.sem
}

// current: the locked file is still the one at its path.
func (st *store) current() bool { return st.file.Current() }

const forever = time.Duration(1<<63 - 1)

// peek reads the state without the lock. It may be out of date at once, so it only
// helps to decide what to wait for.
func (st *store) peek() (state, health) {
	st.mu.Lock()
	defer st.mu.Unlock()
	return st.read()
}

// read reads the state; the caller holds the lock, or st.mu.
func (st *store) read() (state, health) {
	b := make([]byte, stateSize)
	n, _ := st.file.ReadAt(b, 0)
	if len(bytes.Trim(b[:n], "\x00")) == 0 { // nothing, or only a holder after it
		return state{}, healthNew
	}
	s, ok := decode(b[:n])
	if !ok {
		return state{}, healthGarbage
	}
	ours := s.ident == st.host.Identity()
	s.adopt(st.host.Now(), st.gap, ours)
	if st.above != nil {
		st.above.join(&s, st.host.Now())
	}
	if !ours {
		return s, healthForeign
	}
	return s, healthOK
}

// write stores the state; the caller holds the lock. It is not synced: after a
// loss of power the identity differs.
func (st *store) write(s *state) error {
	s.extra = true
	if _, err := st.file.WriteAt(s.encode(), 0); err != nil {
		return err
	}
	st.seen = true
	return nil
}

// close waits for the holder of the store; nobody gets it afterwards.
func (st *store) close() error {
	st.sem <- struct{}{}
	return st.drop()
}

// drop closes the store without waiting; the system releases a held lock.
func (st *store) drop() error {
	close(st.ended)
	st.mu.Lock()
	defer st.mu.Unlock()
	return st.file.Close()
}

// pause waits; false when the context ended first.
func pause(ctx context.Context, d time.Duration) bool { return client.Sleep(ctx, d) == nil }
