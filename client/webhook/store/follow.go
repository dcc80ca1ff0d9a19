package store

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"aloft/client/durable"
)

// follower reads what the owner writes.
type follower struct {
	s    *Store
	seq  int64 // the current segment, 0 = none
	at   durable.Follower
	said os.FileInfo // the owner file when it was last read
	kept *Counters   // the counters before it started again
	dead bool        // there was no owner at the last check
}

// Follow reads the store in dir, which another process writes, until ctx ends or it
// is closed. What exists already was read when it returns; a missing folder is
// empty, and may be created later. Without an owner nothing goes on: what has not
// ended is cut, as the next owner will do.
func Follow(ctx context.Context, dir string, o Options) (*Store, error) {
	if err := known(dir); err != nil {
		return nil, err
	}
	s := newStore(dir, o)
	f := &follower{s: s}
	f.dead = ownerless(dir)
	if _, err := f.log(); err != nil {
		return nil, folderError(dir, err)
	}
	f.owner()
	var err error
	if s.talks, err = openTalks(dir, s.o, false, s.tell); err != nil {
		return nil, folderError(dir, err)
	}
	f.cut()
	s.base = s.counted()
	stop := context.AfterFunc(ctx, func() { s.closed.Do(func() { close(s.closing) }) })
	look := newLooker(s.o.poll, dir, filepath.Join(dir, logName), filepath.Join(dir, talkName))
	look.owner = NewWatch(dir)
	go func() {
		defer close(s.written)
		defer s.finish()
		defer stop()
		defer look.close()
		for look.wait(s.closing) {
			f.refresh()
		}
	}()
	return s, nil
}

func ownerless(dir string) bool {
	_, alive, err := Owner(dir)
	return err == nil && !alive
}

// cut marks as cut what had not ended when the owner did, in this list only. There
// was no owner before everything was read, so what it wrote at its end is known;
// and there is none after, so that none has started and written what was read.
func (f *follower) cut() (news bool) {
	before := f.dead
	if f.dead = ownerless(f.s.dir); !f.dead || !before {
		return false
	}
	var last time.Time
	if st := f.at.Info(); st != nil { // the segment could be read
		last = st.ModTime()
	}
	f.s.index.mu.Lock()
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
	f.s.index.mu.Unlock()
	return news
}

// refresh reads what is new, and reports it.
func (f *follower) refresh() {
	before := f.dead
	news, _ := f.log() // what cannot be read now is read the next time
	said := f.owner()
	talked := f.s.talks.refresh()
	cut := f.cut()
	if news || said || talked || cut || f.dead != before {
		f.s.index.mu.Lock()
		f.s.changed()
		f.s.index.mu.Unlock()
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
	return (old == nil) != (st == nil) || old != nil && !sameFile(old, st)
}

// log reads what is new in the log.
func (f *follower) log() (news bool, err error) {
	defer f.recount()
	for {
		// Listed before it is read: only the last segment is written to.
		seqs, err := segments(f.s.dir)
		if err != nil {
			return news, err
		}
		if len(seqs) == 0 {
			if f.seq > 0 {
				f.again()
				news = true
			}
			return news, nil
		}
		if f.seq == 0 {
			from := first(f.s.dir, seqs[len(seqs)-1])
			f.enter(seqs[max(0, slices.IndexFunc(seqs, func(q int64) bool { return q >= from }))])
		}
		n, err := f.read()
		news = news || n
		if errors.Is(err, fs.ErrNotExist) || errors.Is(err, durable.ErrReplaced) {
			f.again() // dropped just now, or by an owner that started again
			news = true
			continue
		}
		if err != nil {
			return news, err
		}
		i := slices.IndexFunc(seqs, func(q int64) bool { return q > f.seq })
		if i < 0 {
			return news, nil
		}
		f.enter(seqs[i])
	}
}

// enter continues with a segment.
func (f *follower) enter(seq int64) {
	f.seq, f.at = seq, durable.Follow(segmentPath(f.s.dir, seq), maxLine)
}

// again starts again: the owner took something back, or the store is another one.
func (f *follower) again() {
	f.seq, f.at = 0, durable.Follower{}
	f.s.index.mu.Lock()
	defer f.s.index.mu.Unlock()
	if f.kept == nil {
		c := f.s.counted()
		f.kept = &Counters{Arrived: c.Arrived - f.s.base.Arrived, Failed: c.Failed - f.s.base.Failed}
	}
	f.s.list = newList()
}

// recount makes the counters continue where they were before it started again: what
// was counted once is not counted again.
func (f *follower) recount() {
	if f.kept == nil {
		return
	}
	f.s.index.mu.Lock()
	defer f.s.index.mu.Unlock()
	c := f.s.counted()
	f.s.base.Arrived, f.s.base.Failed = c.Arrived-f.kept.Arrived, c.Failed-f.kept.Failed
	f.kept = nil
}

// read adds the new lines of a segment.
func (f *follower) read() (bool, error) {
	f.s.index.mu.Lock()
	defer f.s.index.mu.Unlock()
	off := f.at.Offset()
	err := f.at.Read(f.s.taker(f.seq))
	return f.at.Offset() > off, err
}
