package store

import (
	"errors"
	"os"
	"path/filepath"
	"syscall"
	"time"

	"aloft/client"
	"aloft/client/durable"
	"aloft/model"
	"aloft/model/text"
)

// log is the single writer. Only its goroutine touches the file.
type log struct {
	s    *Store
	f    *os.File     // the last segment; nil: the next line begins another one
	to   *durable.Log // the same
	seq  int64
	head int64 // length of its first lines, 0 for one that existed before
}

// segmentFile is a segment whose flush tests can make fail.
type segmentFile struct {
	*os.File
	sync func(*os.File) error
}

func (f segmentFile) Sync() error { return f.sync(f.File) }

// use writes to the file from now on.
func (l *log) use(f *os.File) (err error) {
	l.f = f
	l.to, err = durable.OpenLog(segmentFile{f, l.s.o.sync})
	return err
}

// end closes the segment.
func (l *log) end() {
	_ = l.f.Close()
	l.f, l.to = nil, nil
}

// run is the writer's goroutine: everything in the queue at one time is written at
// once and shares one flush to the disk.
func (l *log) run() {
	s := l.s
	defer close(s.written)
	retry := time.NewTimer(time.Hour)
	defer retry.Stop()
	defer s.queue.soon.Stop()
	l.drop()
	for {
		select {
		case <-s.queue.work:
		case <-retry.C:
		case <-s.queue.soon.C:
			s.putLazy()
		case <-s.closing:
			s.putLazy()
			for len(s.queue.take()) > 0 && l.batch() == nil {
			}
			l.refuseRest()
			if l.f != nil {
				_ = durable.Flush(l.f)
				_ = l.f.Close()
			}
			return
		}
		for len(s.queue.take()) > 0 {
			if l.batch() != nil && !s.queue.awaited() {
				retry.Reset(s.o.retry) // what nobody waits for is tried again
				break
			}
		}
	}
}

// batch writes the head of the queue. When that fails those who wait get the error,
// and the rest stays in the queue.
func (l *log) batch() error {
	items := l.s.queue.take()
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
		l.s.index.mu.Lock()
		defer l.s.index.mu.Unlock()
		for _, it := range items {
			if it.done != nil {
				l.failed(it, err)
			}
		}
		l.s.queue.dropOver()
		return err
	}
	l.s.index.mu.Lock()
	off := l.to.Size() - int64(len(buf))
	for i, it := range items {
		l.wrote(it, off, lens[i])
		off += int64(lens[i])
	}
	l.s.queue.wrote(len(items))
	l.s.changed()
	l.s.index.mu.Unlock()
	if l.to.Size() >= l.s.o.segment {
		l.rotate()
	}
	return nil
}

// reason is the system's message, without the path.
func reason(err error) string {
	var p *os.PathError
	if errors.As(err, &p) {
		return p.Err.Error()
	}
	return err.Error()
}

// wrote adds a written item to the list. The index's lock is held.
func (l *log) wrote(it *item, off int64, n int) {
	switch it.kind {
	case recAdd:
		if it.req > 0 {
			it.e.req = span{l.seq, off, it.req - 1}
		}
		if !it.listed {
			l.s.listed(it.e)
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

// failed passes the error to those who wait for an item; what was stored of running
// work stays to be written. The index's lock is held.
func (l *log) failed(it *item, err error) {
	if it.kind == recAdd {
		l.s.list.forget(it.e.key, it.id)
		l.s.notStored(it.e)
	}
	it.done <- err
	it.done, it.over = nil, it.kind == recAdd || it.line == nil
}

// refuseRest fails all the rest: nothing more is written.
func (l *log) refuseRest() {
	l.s.index.mu.Lock()
	defer l.s.index.mu.Unlock()
	for _, it := range l.s.queue.end() {
		if it.done != nil {
			l.failed(it, closedError())
		}
	}
}

func closedError() error {
	return client.Errorf(client.KindLocal, op, model.Place{}, "the webhook receiver is closing")
}

// append appends to the last segment, or to another one when that was removed. When
// it fails nothing of the data is left.
func (l *log) append(b []byte, sync bool) error {
	err := l.tryAppend(b, sync)
	if err == errAway {
		err = l.tryAppend(b, sync)
	}
	return err
}

// errAway: what was written is in a file that nobody reads.
var errAway error = syscall.ENOENT

func (l *log) tryAppend(b []byte, sync bool) error {
	if l.f == nil {
		if err := l.begin(); err != nil {
			return err
		}
	}
	size := l.to.Size()
	err := l.to.Append(b, sync)
	if err == nil && sync && !durable.Named(l.f, l.f.Name()) {
		_ = l.f.Truncate(size)
		l.end()
		return errAway
	}
	if l.to.Broken() != nil {
		if size == l.head { // each try would leave one
			_ = os.Remove(l.f.Name())
		}
		l.end()
	}
	return err
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
	s.index.mu.Lock()
	head, err := (&record{T: recSegment, From: s.list.oldest(l.seq + 1)}).line()
	if err == nil && len(s.list.keyWait) > 0 {
		var keys []byte
		keys, err = (&record{T: recKeys, Keys: s.list.keyWait}).line()
		head = append(head, keys...)
	}
	s.index.mu.Unlock()
	if err != nil {
		return err
	}
	f, err := os.OpenFile(segmentPath(s.dir, l.seq+1), os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	if err = l.use(f); err == nil {
		err = l.to.Append(head, false)
	}
	if err == nil {
		err = durable.SyncDir(filepath.Join(s.dir, logName))
	}
	if err != nil {
		_ = os.Remove(f.Name())
		l.end()
		return err
	}
	l.seq, l.head = l.seq+1, l.to.Size()
	return nil
}
