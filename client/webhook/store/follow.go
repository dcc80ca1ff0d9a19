package store

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"aloft/client/system"
	"aloft/client/system/sqlite"
)

// looker waits for changes in a folder: as reported by the system, and by polling now and then, for what is not: that a
// process has died, or what another machine does.
type looker struct {
	dir   string
	every time.Duration
	w     *system.Watch // nil: the system has none left
	heard bool          // something was reported a moment ago
}

const (
	settling = 20 * time.Millisecond // how long events of one burst are collected
	unheard  = time.Second           // the time between two looks where nothing is reported
)

func (s *Store) newLooker(every time.Duration) *looker {
	l := &looker{dir: s.dir, every: every}
	if w, err := s.o.Watches.New(); err == nil {
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
	select {
	case <-over:
		return false
	case <-time.After(every):
		l.heard = false
		return true
	case <-changes:
		l.heard = true // and what was written then may be committed later
	}
	select {
	case <-over:
		return false
	case <-time.After(settling):
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
	if err := s.refresh(); err != nil {
		return nil, dbError(dir, err)
	}
	stop := context.AfterFunc(ctx, func() { s.closed.Do(func() { close(s.closing) }) })
	look := s.newLooker(s.o.poll)
	go func() {
		defer close(s.written)
		defer s.finish()
		defer s.r.close()
		defer stop()
		defer look.close()
		for look.wait(s.closing) {
			_ = s.refresh() // what cannot be read now is read the next time
		}
	}()
	return s, nil
}

// refresh reads what is new, and reports it. There was no owner before everything was read, so what it wrote at its end
// is known, and there is none after: then what had not ended is cut, in this list only.
func (s *Store) refresh() error {
	before, errBefore := lives(s.dir)
	err := s.load()
	after, errAfter := lives(s.dir)
	last := s.r.lastSign()
	s.mu.Lock()
	defer s.mu.Unlock()
	news := s.alive != (after && errAfter == nil)
	s.alive = after && errAfter == nil
	if err == nil && !before && !after && errors.Join(errBefore, errAfter) == nil {
		for _, e := range s.list.order {
			switch {
			case !e.d.State.Ended() && s.o.Resumes && !s.begun(e): // the next owner begins it
			case !e.d.State.Ended():
				news = s.list.set(e, e.cut(last)) || news
			case e.d.Lives > 0:
				d := *e.d
				d.Lives = 0
				news = s.list.set(e, &d) || news
			}
		}
	}
	if news {
		s.changed()
	}
	return err
}

// load reads what is new.
func (s *Store) load() error {
	var all []*entry
	query, from, words := "rev > ?", s.rev, ""
	err := s.r.use(func(l *sqlite.Link) error {
		if s.r.gen != s.gen { // another file, or the first look
			s.anew(s.r.gen)
			query, from = listed, 0
		}
		var now int64
		if _, err := l.Row("SELECT rev, owner FROM meta", nil, &now, &words); err != nil || now == s.rev {
			return err
		}
		err := l.Rows("SELECT "+rowFields+" FROM delivery WHERE "+query+" ORDER BY id", []any{from}, func(scan func(...any) error) error {
			e, err := scanned(scan)
			all = append(all, e)
			return err
		})
		if err == nil {
			s.rev = now
		}
		return err
	})
	if errors.Is(err, fs.ErrNotExist) {
		if s.rev > 0 {
			s.anew(-1)
		}
		err = nil
	}
	if err != nil {
		return err
	}
	s.mu.Lock()
	h := holder(words)
	news := len(all) > 0 || h != s.holder
	s.holder = h
	arrived, failed := s.list.arrived, s.list.failed
	for _, e := range all {
		s.list.apply(e)
	}
	if query == listed { // what was there before is not news
		s.list.arrived, s.list.failed = arrived, failed
	}
	if news {
		s.changed()
	}
	s.mu.Unlock()
	return s.loadTalks(false)
}

// listed are the rows of the list: of refusals fewer, so that they do not push out what ran.
const listed = `rev > ? AND (ended = 0
	OR id IN (SELECT id FROM delivery WHERE hidden = 0 AND state <> 'refused' ORDER BY id DESC LIMIT 1000)
	OR id IN (SELECT id FROM delivery WHERE hidden = 0 AND state = 'refused' ORDER BY id DESC LIMIT 500))`

// anew starts again with another file.
func (s *Store) anew(gen int) {
	s.gen, s.rev, s.talks.rev = gen, 0, -1
	s.mu.Lock()
	defer s.mu.Unlock()
	l := newList()
	l.arrived, l.failed = s.list.arrived, s.list.failed
	s.list = l
}

// bringUp makes the database from what a program of before has left.
func bringUp(dir string) error {
	_, made := os.Stat(filepath.Join(dir, dbName))
	if st, err := os.Stat(filepath.Join(dir, earlierFolders[0])); made == nil || err != nil || !st.IsDir() {
		return nil
	}
	held, err := take(dir)
	if err != nil {
		return err
	}
	b := &db{dir: dir, writes: true}
	if err = b.use(func(*sqlite.Link) error { return nil }); err != nil {
		err = dbError(dir, err)
	}
	return errors.Join(err, b.close(), held.close())
}
