package file

import (
	"context"
	"errors"
	"io/fs"
	"sync"
	"time"

	"aloft/client/gate/state"
	"aloft/client/holder"
)

// Above is the state file in the state folder, while this process cannot write it
// and its own state is in a spare folder. Processes that can write it do not know
// the spare folder: so this process reads its times, takes its lock, which needs no
// write permission, for each request, and keeps the lock until the next request may
// be sent.
type Above struct {
	host  Host // nil: there is no such file
	path  string
	self  holder.Holder
	times Times
	held  func(holder.Holder)

	mu   sync.Mutex
	st   *Store        // nil while there is no readable file
	none time.Duration // when it was last seen to be missing
}

// looking is a host that opens files for reading only.
type looking struct{ Host }

func (h looking) Open(path string) (File, error) { return h.Look(path) }

// NewAbove is the file at a path, which can be read at most.
func NewAbove(h Host, path string, self holder.Holder, t Times, held func(holder.Holder)) *Above {
	return &Above{host: looking{h}, path: path, self: self, times: t, held: held}
}

// file returns the file's store; nil when there is none.
func (a *Above) file() *Store {
	if a == nil {
		return nil
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.st == nil && a.host != nil {
		if st, err := Open(a.host, a.path, a.self, a.times, a.held); err == nil {
			// A read-only file cannot be put aside.
			st.lease, st.overdue = Forever, Forever
			a.st = st
		}
	}
	return a.st
}

// lock locks the file; nil when there is no file, or its file system locks only for
// those who can write.
func (a *Above) lock(ctx context.Context) (*Store, error) {
	st := a.file()
	if st == nil && a.missing() {
		if !Pause(ctx, a.times.Gap+a.times.Gap/2) {
			return nil, ctx.Err()
		}
		return a.lock(ctx)
	}
	if st == nil {
		return nil, nil
	}
	switch err := st.Lock(ctx); {
	case err == nil:
	case ctx.Err() != nil, errors.Is(err, state.ErrHeld):
		return nil, err
	default:
		if errors.Is(err, fs.ErrNotExist) {
			a.mu.Lock()
			a.st = nil
			a.mu.Unlock()
			_ = st.Drop()
			return a.lock(ctx)
		}
		return nil, nil
	}
	if s, h := st.Read(); h != state.OK {
		// The file does not say when the last request was, but nobody sends now.
		if !Pause(ctx, min(max(s.Gap, a.times.Gap), a.times.MaxGap)+a.times.Late) {
			st.Unlock()
			return nil, ctx.Err()
		}
		if !st.Current() {
			st.Unlock()
			return a.lock(ctx)
		}
	}
	return st, nil
}

// missing notes that there is no file, and reports whether another process may just
// have sent by a file that is deleted by now. A new file is trusted after two gaps:
// if there was none for so long, nobody has sent.
func (a *Above) missing() bool {
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
	return was == 0 || a.none-was >= 2*a.times.Gap
}

// current: the locked file is still the one at its path.
func (a *Above) current() bool {
	st := a.file()
	return st == nil || st.Current()
}

// join merges the state of the processes that can write the file.
func (a *Above) join(s *state.State, now time.Duration) {
	st := a.file()
	if st == nil {
		return
	}
	o, h := st.Peek()
	if h != state.OK {
		return
	}
	at := o.NotBefore
	if o.Pending {
		at += a.times.Late - a.times.Margin
	}
	s.NotBefore = max(s.NotBefore, min(at, now+2*a.times.MaxGap+a.times.Timeout))
	s.Paused = max(s.Paused, o.Paused)
	for t, r := range o.Raised {
		if r.By > s.Raised[t].By {
			s.Raised[t] = r
		}
	}
	s.Epoch, s.Mutating = o.Epoch, o.Mutating
	if s.Mutating != 0 && s.Mutating <= now { // a process that can write it will do the same
		s.Epoch, s.Mutating = s.Epoch+1, 0
	}
}

func (a *Above) close() {
	if a == nil {
		return
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.st != nil {
		_ = a.st.Drop()
		a.st = nil
	}
	a.host = nil
}

// locked is the file above with its lock.
type locked struct{ *Store }

// Keep waits until the next request may be sent, and unlocks: the other processes do
// not find the time of this one in their file.
func (l locked) Keep(d time.Duration) {
	Pause(context.Background(), d)
	_ = l.file.Unlock()
	Pause(context.Background(), 20*l.times.Retry) // those that have waited try less often
	<-l.sem
}

// Try locks the file above for this process alone, if none of its requests has it;
// done unlocks it.
func (a *Above) Try() (done func(), ok bool) {
	up := a.file()
	if up == nil {
		return func() {}, true
	}
	select {
	case up.sem <- struct{}{}:
		return func() { <-up.sem }, true
	default:
		return nil, false
	}
}
