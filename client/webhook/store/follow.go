package store

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"aloft/client/durable"
	"aloft/client/durable/sqlite"
)

// looker waits for changes in a folder: as reported by the system, and by polling now and then, for what is not: that a
// process has died, or what another machine does.
type looker struct {
	dir   string
	every time.Duration
	w     *durable.Watch // nil: the system has none left
	heard bool           // something was reported a moment ago
}

const (
	settling = 20 * time.Millisecond // how long events of one burst are collected
	unheard  = time.Second           // the time between two looks where nothing is reported
)

func newLooker(dir string, every time.Duration) *looker {
	l := &looker{dir: dir, every: every}
	if w, err := durable.NewWatch(); err == nil {
		l.w = w
	}
	return l
}

// wait returns after something may have changed; false: over was closed.
func (l *looker) wait(over <-chan struct{}) bool {
	var changes <-chan struct{}
	every := min(l.every, unheard)
	if l.w != nil {
		changes = l.w.C
		dirs := []string{l.dir}
		if _, err := os.Stat(l.dir); err != nil { // until it is made
			dirs = []string{filepath.Dir(l.dir)}
		}
		whole, begun := l.w.Of(dirs)
		if whole && !l.heard {
			every = l.every
		}
		if begun {
			every = settling // earlier changes were not reported
		}
	}
	t := time.NewTimer(every)
	defer t.Stop()
	select {
	case <-over:
		return false
	case <-t.C:
		l.heard = false
		return true
	case <-changes:
		l.heard = true // and what was written then may be committed later
	}
	t.Reset(settling)
	select {
	case <-over:
		return false
	case <-t.C:
		return true
	}
}

func (l *looker) close() {
	if l.w != nil {
		l.w.Close()
	}
}

// Follow reads the store in dir, which another process writes, until ctx ends or it
// is closed. What exists already was read when it returns; a missing folder is
// empty, and may be created later. Without an owner nothing goes on: what has not
// ended is cut, as the next owner will do.
func Follow(ctx context.Context, dir string, o Options) (*Store, error) {
	if err := errors.Join(known(dir), bringUp(dir)); err != nil {
		return nil, err
	}
	s := newStore(dir, o)
	f := &follower{s: s, dead: ownerless(dir), kept: &Counters{}}
	if err := f.load(); err != nil {
		return nil, dbError(dir, err)
	}
	f.cut()
	s.base = s.counted()
	stop := context.AfterFunc(ctx, func() { s.closed.Do(func() { close(s.closing) }) })
	look := newLooker(dir, s.o.poll)
	go func() {
		defer close(s.written)
		defer s.finish()
		defer s.r.close()
		defer stop()
		defer look.close()
		for look.wait(s.closing) {
			f.refresh()
		}
	}()
	return s, nil
}

// follower reads what the owner writes.
type follower struct {
	s    *Store
	rev  int64
	gen  int         // of the file that was read
	said os.FileInfo // the owner file when it was last looked at
	kept *Counters   // of another file, which was read before
	dead bool        // there was no owner at the last look
}

func ownerless(dir string) bool {
	_, alive, err := Owner(dir)
	return err == nil && !alive
}

// load reads what is new.
func (f *follower) load() error {
	var all []*entry
	s, query, from := f.s, "rev > ?", f.rev
	err := s.r.use(func(l *sqlite.Link) error {
		if s.r.gen != f.gen { // another file, or the first look
			f.gen, f.rev, s.talks.rev = s.r.gen, 0, -1
			f.again()
			query, from = listed, 0
		}
		var now int64
		if _, err := l.Row("SELECT rev FROM meta", nil, &now); err != nil || now == f.rev {
			return err
		}
		err := l.Rows("SELECT "+rowFields+" FROM delivery WHERE "+query+" ORDER BY id", []any{from}, func(scan func(...any) error) error {
			e, err := scanned(scan)
			all = append(all, e)
			return err
		})
		if err == nil {
			f.rev = now
		}
		return err
	})
	if errors.Is(err, fs.ErrNotExist) {
		if f.rev > 0 {
			f.gen, f.rev = -1, 0
			f.again()
		}
		err = nil
	}
	if err != nil {
		return err
	}
	s.index.mu.Lock()
	news := false
	for _, e := range all {
		news = s.list.apply(e) || news
	}
	if f.kept != nil { // what was counted once is not counted again
		c := s.counted()
		s.base.Arrived, s.base.Failed = c.Arrived-f.kept.Arrived, c.Failed-f.kept.Failed
		f.kept = nil
	}
	if news || len(all) > 0 {
		s.changed()
	}
	s.index.mu.Unlock()
	return s.loadTalks(false)
}

// listed are the rows of the list: of refusals fewer, so that they do not push out what ran.
const listed = `rev > ? AND (ended = 0
	OR id IN (SELECT id FROM delivery WHERE hidden = 0 AND state <> 'refused' ORDER BY id DESC LIMIT 1000)
	OR id IN (SELECT id FROM delivery WHERE hidden = 0 AND state = 'refused' ORDER BY id DESC LIMIT 500))`

// again starts again with another file.
func (f *follower) again() {
	f.s.index.mu.Lock()
	defer f.s.index.mu.Unlock()
	if f.kept == nil {
		c := f.s.counted()
		f.kept = &Counters{Arrived: c.Arrived - f.s.base.Arrived, Failed: c.Failed - f.s.base.Failed}
	}
	f.s.list = newList()
}

// cut marks as cut what had not ended when the owner did, in this list only. There
// was no owner before everything was read, so what it wrote at its end is known;
// and there is none after, so that none has started and written what was read.
func (f *follower) cut() (news bool) {
	before := f.dead
	if f.dead = ownerless(f.s.dir); !f.dead || !before {
		return false
	}
	last := f.s.r.lastSign()
	f.s.index.mu.Lock()
	defer f.s.index.mu.Unlock()
	for _, e := range f.s.list.order {
		switch {
		case !e.d.State.Ended() && f.s.o.Resumes && !f.s.begun(e): // the next owner begins it
		case !e.d.State.Ended():
			news = f.s.list.set(e, e.cut(last)) || news
		case e.d.Lives > 0:
			d := *e.d
			d.Lives = 0
			news = f.s.list.set(e, &d) || news
		}
	}
	return news
}

// refresh reads what is new, and reports it.
func (f *follower) refresh() {
	before := f.dead
	_ = f.load() // what cannot be read now is read the next time
	said := f.owner()
	if cut := f.cut(); said || cut || f.dead != before {
		f.s.tell()
	}
}

// owner reports whether the owner file has changed.
func (f *follower) owner() bool {
	st, err := os.Stat(filepath.Join(f.s.dir, ownerName))
	if err != nil {
		st = nil
	}
	old := f.said
	f.said = st
	return (old == nil) != (st == nil) || old != nil && !(os.SameFile(old, st) && old.Size() == st.Size() && old.ModTime().Equal(st.ModTime()))
}

// bringUp makes the database from what a program of before has left.
func bringUp(dir string) error {
	_, made := os.Stat(filepath.Join(dir, dbName))
	if st, err := os.Stat(filepath.Join(dir, earlierFolders[0])); made == nil || err != nil || !st.IsDir() {
		return nil
	}
	held, err := Lock(dir)
	if err != nil {
		return err
	}
	b := &db{dir: dir, writes: true}
	if err = b.use(func(*sqlite.Link) error { return nil }); err != nil {
		err = dbError(dir, err)
	}
	return errors.Join(err, b.close(), held.Close())
}
