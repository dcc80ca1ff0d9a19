package gate

import (
	"context"
	"errors"
	"io/fs"
	"sync"
	"time"

	"aloft/client"
	"aloft/client/holder"
)

// above is the state file in the state folder, while this process cannot write it
// and its own state is in a spare folder. Processes that can write it do not know
// the spare folder: so this process reads its times, takes its lock, which needs no
// write permission, for each request, and keeps the lock until the next request may
// be sent.
type above struct {
	host  Host // nil: there is no such file
	path  string
	self  holder.Holder
	times times
	held  func(holder.Holder)

	mu   sync.Mutex
	st   *store        // nil while there is no readable file
	none time.Duration // when it was last seen to be missing
}

// looking is a host that opens files for reading only.
type looking struct{ Host }

func (h looking) Open(path string) (File, error) { return h.Look(path) }

// file returns the file's store; nil when there is none.
func (a *above) file() *store {
	if a == nil {
		return nil
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.st == nil && a.host != nil {
		if st, err := openStore(a.host, a.path, a.self, a.times.gap, a.times.lockRetry, a.times.lockLimit); err == nil {
			// A read-only file cannot be put aside.
			st.lease, st.overdue, st.held = forever, forever, a.held
			a.st = st
		}
	}
	return a.st
}

// lock locks the file; nil when there is no file, or its file system locks only for
// those who can write.
func (a *above) lock(ctx context.Context) (*store, error) {
	st := a.file()
	if st == nil && a.missing() {
		if !pause(ctx, a.times.gap+a.times.gap/2) {
			return nil, ctx.Err()
		}
		return a.lock(ctx)
	}
	if st == nil {
		return nil, nil
	}
	switch err := st.lock(ctx); {
	case err == nil:
	case ctx.Err() != nil, errors.Is(err, errHeld):
		return nil, err
	default:
		if errors.Is(err, fs.ErrNotExist) {
			a.mu.Lock()
			a.st = nil
			a.mu.Unlock()
			_ = st.drop()
			return a.lock(ctx)
		}
		return nil, nil
	}
	if s, h := st.read(); h != healthOK {
		// The file does not say when the last request was, but nobody sends now.
		if !pause(ctx, min(max(s.gap, a.times.gap), a.times.maxGap)+a.times.late[client.Interactive]) {
			st.unlock()
			return nil, ctx.Err()
		}
		if !st.current() {
			st.unlock()
			return a.lock(ctx)
		}
	}
	return st, nil
}

// missing notes that there is no file, and reports whether another process may just
// have sent by a file that is deleted by now. A new file is trusted after two gaps:
// if there was none for so long, nobody has sent.
func (a *above) missing() bool {
	if a == nil {
		return false
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.host == nil {
		return false
	}
	was := a.none
	a.none = a.host.Now()
	return was == 0 || a.none-was >= 2*a.times.gap
}

// current: the locked file is still the one at its path.
func (a *above) current() bool {
	st := a.file()
	return st == nil || st.current()
}

// join merges the state of the processes that can write the file.
func (a *above) join(s *state, now time.Duration) {
	st := a.file()
	if st == nil {
		return
	}
	o, h := st.peek()
	if h != healthOK {
		return
	}
	at := o.notBefore
	if o.pending {
		at += a.times.late[client.Interactive] - a.times.margin
	}
	s.notBefore = max(s.notBefore, min(at, now+2*a.times.maxGap+a.times.timeout))
	s.paused = max(s.paused, o.paused)
	for t, r := range o.raised {
		if r.by > s.raised[t].by {
			s.raised[t] = r
		}
	}
	s.epoch, s.mutating = o.epoch, o.mutating
	if s.mutating != 0 && s.mutating <= now { // a process that can write it will do the same
		s.epoch, s.mutating = s.epoch+1, 0
	}
}

func (a *above) close() {
	if a == nil {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.st != nil {
		_ = a.st.drop()
		a.st = nil
	}
	a.host = nil
}

// keep releases the lock of the file above when the next request may be sent: the
// other processes do not find the time of this one in their file.
func (g *Gate) keep(above *store) {
	if above == nil {
		return
	}
	s, _ := g.store.peek()
	at := max(s.notBefore, time.Duration(g.own.Load()))
	if s.pending {
		at += g.times.late[client.Interactive] - g.times.margin
	}
	pause(context.Background(), at-g.host.Now())
	_ = above.file.Unlock()
	pause(context.Background(), 20*above.retry) // those that have waited try less often
	<-above.sem
}
