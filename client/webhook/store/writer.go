package store

import (
	"errors"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"time"

	"aloft/client"
	"aloft/client/durable"
	"aloft/model"
	"aloft/model/text"
)

// item is one thing to write: its lines stand together, and all of them or, of
// those before the last, some are in the log.
type item struct {
	kind string // of its last line
	id   string
	line []byte
	req  int // length of the request line before the last one, 0 = none

	e       *entry // recAdd: taken into the list when it has been written
	listed  bool   // recAdd: it stands in the list already
	durable bool   // it must be on the disk, not only on its way
	done    chan error
	over    bool // not to be written any more
}

// log is the one writer. Only its goroutine touches the file.
type log struct {
	s    *Store
	f    *os.File
	seq  int64
	size int64 // what is known to be good
	head int64 // how long its first lines are, 0 for one that was there before
}

// mostBatch bounds what is written at once.
const mostBatch = 4 << 20

// mostQueued is how many items wait to be written before what can wait does: a
// disk that takes nothing must not fill the memory.
const mostQueued = 10_000

// put queues an item. s.mu is held.
func (s *Store) put(it *item) {
	s.queue = append(s.queue, it)
	s.wake()
}

// later has the state of a delivery written before long. s.mu is held.
func (s *Store) later(id string) {
	if len(s.lazy) == 0 {
		s.soon.Reset(s.o.lazy)
	}
	s.lazy[id] = true
}

func (s *Store) wake() {
	select {
	case s.work <- struct{}{}:
	default:
	}
}

// write is the writer's goroutine: all that wait at one time are written at
// once and share one flush to the disk.
func (s *Store) write(l *log) {
	defer close(s.written)
	retry := time.NewTimer(time.Hour)
	defer retry.Stop()
	defer s.soon.Stop()
	l.drop()
	for {
		select {
		case <-s.work:
		case <-retry.C:
		case <-s.soon.C:
			s.putLazy()
		case <-s.closing:
			s.putLazy()
			for len(s.take()) > 0 && l.batch() == nil {
			}
			s.refuseRest()
			if l.f != nil {
				_ = durable.Flush(l.f)
				_ = l.f.Close()
			}
			return
		}
		for len(s.take()) > 0 {
			if l.batch() != nil && !s.awaited() {
				retry.Reset(s.o.retry) // what nobody waits for is tried again
				break
			}
		}
	}
}

// take gives what is to be written next, without taking it off the queue.
func (s *Store) take() []*item {
	s.mu.Lock()
	defer s.mu.Unlock()
	n, size := 0, 0
	for n < len(s.queue) && (n == 0 || size+len(s.queue[n].line) <= mostBatch) {
		size += len(s.queue[n].line)
		n++
	}
	return slices.Clone(s.queue[:n])
}

// awaited: somebody waits for an item of the queue.
func (s *Store) awaited() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.ContainsFunc(s.queue, func(it *item) bool { return it.done != nil })
}

// batch writes the head of the queue. When that fails those who wait are told,
// and the rest stays in the queue.
func (l *log) batch() error {
	items := l.s.take()
	var buf []byte
	durable := false
	lens := make([]int, len(items))
	for i, it := range items {
		n := len(buf)
		buf = append(buf, it.line...)
		lens[i] = len(buf) - n
		durable = durable || it.durable
	}
	if err := l.append(buf, durable); err != nil {
		err = &client.Error{Kind: client.KindLocal, Op: op, What: text.HookStoreWrite, Args: []any{reason(err)},
			Hint: text.HookStoreWriteHint, Err: err}
		l.s.mu.Lock()
		defer l.s.mu.Unlock()
		for _, it := range items {
			if it.done != nil {
				l.s.failed(it, err)
			}
		}
		l.s.queue = slices.DeleteFunc(l.s.queue, func(it *item) bool { return it.over })
		return err
	}
	l.s.mu.Lock()
	off := l.size - int64(len(buf))
	for i, it := range items {
		l.wrote(it, off, lens[i])
		off += int64(lens[i])
	}
	l.s.queue = slices.Delete(l.s.queue, 0, len(items))
	l.s.changed()
	l.s.mu.Unlock()
	if l.size >= l.s.o.segment {
		l.rotate()
	}
	return nil
}

// reason is what the system says, without the path.
func reason(err error) string {
	var p *os.PathError
	if errors.As(err, &p) {
		return p.Err.Error()
	}
	return err.Error()
}

// wrote takes a written item into the list. s.mu is held.
func (l *log) wrote(it *item, off int64, n int) {
	switch it.kind {
	case recAdd:
		if it.req > 0 {
			it.e.req = span{l.seq, off, it.req - 1}
		}
		if !it.listed {
			l.s.list.insert(it.e)
			l.s.adding = slices.DeleteFunc(l.s.adding, func(e *entry) bool { return e == it.e })
		}
	case recRan:
		if e := l.s.list.byID[it.id]; e != nil {
			e.ran = span{l.seq, off, n - 1}
		}
	}
	if it.done != nil {
		it.done <- nil
	}
}

// failed tells who waits for an item; what they noted of work that there is
// stays to be written. s.mu is held.
func (s *Store) failed(it *item, err error) {
	if it.kind == recAdd {
		s.list.forget(it.e.key, it.id)
		s.adding = slices.DeleteFunc(s.adding, func(e *entry) bool { return e == it.e })
	}
	it.done <- err
	it.done, it.over = nil, it.kind == recAdd || it.line == nil
}

// refuseRest: nothing more is written.
func (s *Store) refuseRest() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ended = true
	for _, it := range s.queue {
		if it.done != nil {
			s.failed(it, closedError())
		}
	}
	s.queue = nil
}

func closedError() error {
	return client.Errorf(client.KindLocal, op, model.Place{}, "the webhook receiver is closing")
}

// append writes at the end of the last segment, or of another one when somebody
// has taken that away. When it fails nothing of it is left to be believed.
func (l *log) append(b []byte, sync bool) error {
	err := l.tryAppend(b, sync)
	if err == errAway {
		err = l.tryAppend(b, sync)
	}
	return err
}

// errAway: what was written stands where nobody looks for it.
var errAway error = syscall.ENOENT

func (l *log) tryAppend(b []byte, sync bool) error {
	if l.f == nil {
		if err := l.begin(); err != nil {
			return err
		}
	}
	_, err := l.f.WriteAt(b, l.size)
	synced := true
	if err == nil && sync {
		err = l.s.o.sync(l.f)
		synced = err == nil
	}
	if err == nil && sync && !durable.Named(l.f, l.f.Name()) {
		err, synced = errAway, false
	}
	if err != nil {
		// After a failed flush the system may have dropped what it could not
		// write, and say so only once: that file is not written to any more.
		if l.f.Truncate(l.size) != nil || !synced {
			_ = l.f.Close()
			if l.size == l.head && err != errAway { // each try would leave one
				_ = os.Remove(l.f.Name())
			}
			l.f = nil
		}
		return err
	}
	l.size += int64(len(b))
	return nil
}

// begin makes a new segment.
func (l *log) begin() error {
	s := l.s
	if err := os.MkdirAll(filepath.Join(s.dir, logName), 0o700); err != nil {
		return err
	}
	have, err := segments(s.dir)
	if err != nil {
		return err
	}
	if n := len(have); n > 0 {
		l.seq = max(l.seq, have[n-1])
	}
	s.mu.Lock()
	head, err := (&record{T: recSegment, From: s.oldest(l.seq + 1)}).line()
	if err == nil && len(s.list.keyWait) > 0 {
		var keys []byte
		keys, err = (&record{T: recKeys, Keys: s.list.keyWait}).line()
		head = append(head, keys...)
	}
	s.mu.Unlock()
	if err != nil {
		return err
	}
	f, err := os.OpenFile(segmentPath(s.dir, l.seq+1), os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = f.WriteAt(head, 0)
	if err == nil {
		err = durable.SyncDir(filepath.Join(s.dir, logName))
	}
	if err != nil {
		_ = os.Remove(f.Name())
		return errors.Join(err, f.Close())
	}
	l.f, l.seq, l.size, l.head = f, l.seq+1, int64(len(head)), int64(len(head))
	return nil
}

// oldest is the first segment that matters to the list. s.mu is held.
func (s *Store) oldest(next int64) int64 {
	from := next
	for _, e := range s.list.order {
		if !e.hidden && e.req.len > 0 {
			from = min(from, e.req.seg)
		}
	}
	return from
}
