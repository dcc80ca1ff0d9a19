package gate

import (
	"context"
	"errors"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"aloft/client"
	"aloft/client/holder"
	"aloft/model/text"
)

// openSpare opens the state of a gate whose own folder cannot be written, because
// of why. The gate only reads from the service then, for what a change needs, its
// epoch and its turn, could not be shared.
func (g *Gate) openSpare(why error) (*store, error) {
	host, dirs := g.host, g.opt.Spare
	path := filepath.Join(g.opt.Dir, g.name+".gate")
	above := &above{path: path, self: g.self, times: g.times, held: g.sayHeld}
	if g.times.gap > 0 {
		above.host = looking{g.host}
	} else { // there is nothing to keep apart
		host, dirs = private{g.host}, slices.Values([]string{g.opt.Dir})
	}
	var reading *client.Error
	if dirs == nil || !errors.As(why, &reading) {
		return nil, why
	}
	for dir := range dirs {
		st, err := g.openStore(host, filepath.Join(dir, g.name+".gate"))
		if err != nil {
			continue
		}
		st.above = above
		if g.first(st) != nil {
			_ = st.drop()
			continue
		}
		g.reading.Store(reading)
		g.again = g.host.Now() + lookAgain
		return st, nil
	}
	return nil, why
}

// lookAgain is the time between two looks whether the folder can be written again.
const lookAgain = 2 * time.Second

// watch lets the pump look, though nobody asks for anything: whoever wants to
// change something then can.
func (g *Gate) watch() {
	for pause(g.ctx, lookAgain) {
		g.mu.Lock()
		if g.reading.Load() != nil && !g.closed {
			g.start()
		}
		g.mu.Unlock()
	}
}

// retreat goes on in a spare folder, when the state folder can be written no more.
func (g *Gate) retreat(why error) bool {
	if !client.Unwritable(why) || g.reading.Load() != nil {
		return false
	}
	st, err := g.openSpare(stateError(g.store.path, why))
	if err != nil {
		return false
	}
	g.store.move(st)
	g.watching.Do(func() { g.wg.Go(g.watch) })
	g.mu.Lock()
	defer g.mu.Unlock()
	for _, w := range g.queue.all() {
		if w.call.Mutation && g.queue.remove(w) {
			w.finish(nil, g.ReadOnly())
		}
	}
	return true
}

// comeBack returns to the state folder, if it can be written again and nobody of
// this process is between two requests by the spare one.
func (g *Gate) comeBack() {
	if g.reading.Load() == nil || g.host.Now() < g.again {
		return
	}
	g.again = g.host.Now() + lookAgain
	up := g.store.above.file()
	if up != nil {
		select {
		case up.sem <- struct{}{}:
		default:
			return
		}
	}
	st, err := g.openShared()
	switch {
	case err == nil:
		g.store.move(st)
		g.reading.Store(nil)
	case up != nil:
		<-up.sem
	}
}

// above is the state file that this process cannot write, of a gate whose state
// is in a spare folder. Who can write it knows nothing of that folder: so its
// times are read, and its lock, which needs no right to write, is taken for a
// request and kept until the next one may be sent.
type above struct {
	host  Host // nil: there is nothing to look at
	path  string
	self  holder.Holder
	times times
	held  func(holder.Holder)

	mu   sync.Mutex
	st   *store        // nil while there is no file that can be read
	none time.Duration // when it was last seen that there is none
}

// looking is a host whose files are opened for reading only.
type looking struct{ Host }

func (h looking) Open(path string) (File, error) { return h.Look(path) }

// file is the file's store; nil when there is none.
func (a *above) file() *store {
	if a == nil {
		return nil
	}
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.st == nil && a.host != nil {
		if st, err := openStore(a.host, a.path, a.self, a.times.gap, a.times.lockRetry, a.times.lockLimit); err == nil {
			// It cannot be put aside either.
			st.lease, st.overdue, st.held = forever, forever, a.held
			a.st = st
		}
	}
	return a.st
}

// lock takes the file's lock; nil when there is no file, or it lies on a file
// system that locks only for those who can write.
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
		// It does not say when the last request was, and nobody sends now.
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

// missing notes that there is no file, and reports whether somebody may just have
// sent by one that is gone by now. A new file is trusted after two gaps: where there
// was none within them nobody has.
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

// current: the locked file still is the one that others would lock.
func (a *above) current() bool {
	st := a.file()
	return st == nil || st.current()
}

// join adds what those know who can write the file.
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
	if s.mutating != 0 && s.mutating <= now { // as who can write it will find
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

// keep lets the lock of the file above go when the next request may be sent:
// those who can write that file find no time of this one in it.
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
	pause(context.Background(), 20*above.retry) // who has waited looks less often
	<-above.sem
}

// ReadOnly is why nothing can be changed, or nil. It does not block.
func (g *Gate) ReadOnly() error {
	why := g.reading.Load()
	if why == nil {
		return nil
	}
	no := *why
	no.What = text.GateReading
	return &no
}

// private is a host whose files are seen by this process alone.
type private struct{ Host }

func (private) Open(string) (File, error) { return &privateFile{}, nil }

type privateFile struct {
	mu sync.Mutex
	b  [stateSize]byte
	n  int
}

func (*privateFile) TryLock() (bool, error)       { return true, nil } // the store lets one in at a time
func (*privateFile) Unlock() error                { return nil }
func (*privateFile) Current() bool                { return true }
func (*privateFile) Aside() error                 { return nil }
func (*privateFile) Stuck() (holder.Holder, bool) { return holder.Holder{}, false }
func (*privateFile) Close() error                 { return nil }

func (f *privateFile) ReadAt(p []byte, off int64) (int, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	n := copy(p, f.b[min(int(off), f.n):f.n])
	if n < len(p) {
		return n, io.EOF
	}
	return n, nil
}

func (f *privateFile) WriteAt(p []byte, off int64) (int, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if off >= stateSize { // a holder, of which nobody else could read
		return len(p), nil
	}
	n := copy(f.b[off:], p)
	f.n = max(f.n, int(off)+n)
	return n, nil
}
