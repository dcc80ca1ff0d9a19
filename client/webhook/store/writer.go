package store

import (
	"context"
	"slices"
	"sync"
	"time"

	"aloft/client"
	"aloft/client/system"
	"aloft/client/system/sqlite"
	"aloft/model"
	"aloft/model/text"
)

// item is one thing to write.
type item struct {
	do   func(l *sqlite.Link, rev int64) error
	ok   func()      // after it was committed, and before done; may be nil. The index is locked.
	done chan error  // capacity 1, nil: nobody waits, and it is tried until it is written
	keep bool        // it is tried again although somebody waits
	old  func() bool // whether a later one writes the same, after it failed; may be nil
}

const (
	maxQueued = 10_000 // how many may wait before less urgent ones are held back: a slow disk must not fill the memory
	maxBatch  = 256    // how many are written in one transaction
)

// queue holds what is to be written, in order.
type queue struct {
	mu    sync.Mutex
	items []*item
	ended bool          // nothing is accepted any more
	work  chan struct{} // capacity 1: there is something to write
}

// put adds an item; false: nothing is accepted any more.
func (q *queue) put(it *item) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.ended {
		return false
	}
	q.items = append(q.items, it)
	client.Nudge(q.work)
	return true
}

func (q *queue) open() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return !q.ended
}

// idle: everything that was put is written.
func (q *queue) idle() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return !q.ended && len(q.items) == 0
}

// crowded: what can wait must not be put.
func (q *queue) crowded() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return len(q.items) > maxQueued
}

// take returns what is to be written next, without removing it.
func (q *queue) take() []*item {
	q.mu.Lock()
	defer q.mu.Unlock()
	return slices.Clone(q.items[:min(len(q.items), maxBatch)])
}

// settled removes items.
func (q *queue) settled(all []*item) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.items = slices.DeleteFunc(q.items, func(it *item) bool { return slices.Contains(all, it) })
}

// end accepts nothing any more, and returns what was not written.
func (q *queue) end() []*item {
	q.mu.Lock()
	defer q.mu.Unlock()
	rest := q.items
	q.items, q.ended = nil, true
	return rest
}

// write is the writer's goroutine: everything in the queue at one time shares a transaction.
func (s *Store) write() {
	defer close(s.written)
	retry := time.NewTimer(time.Hour)
	defer retry.Stop()
	for closing := false; !closing; {
		select {
		case <-s.queue.work:
		case <-retry.C:
		case <-s.closing:
			closing = true
			s.soon()
		}
		for items := s.queue.take(); len(items) > 0; items = s.queue.take() {
			if !s.batch(items) {
				retry.Reset(s.o.retry)
				break
			}
		}
	}
	for _, it := range s.queue.end() {
		if it.done != nil {
			it.done <- closedError()
		}
	}
}

// mark has a delivery written as it is by then: at once, or within a second. The lock is held.
func (s *Store) mark(e *entry, urgent bool) {
	switch {
	case e.queued:
	case urgent:
		e.queued = true
		delete(s.later, e)
		s.queue.put(s.current(e))
	default:
		if len(s.later) == 0 {
			s.timer = time.AfterFunc(s.o.lazy, s.soon)
		}
		s.later[e] = true
	}
}

// current writes a delivery of the list.
func (s *Store) current(e *entry) *item {
	var now *model.Delivery
	return &item{do: func(l *sqlite.Link, rev int64) error {
		s.mu.Lock()
		now, e.queued = e.d, false
		s.mu.Unlock()
		return update(l, rev, now)
	}, ok: func() { e.wrote = now.Ahead }, old: func() bool {
		s.mu.Lock()
		defer s.mu.Unlock()
		was := e.queued
		e.queued = true
		return was
	}}
}

// soon has everything written that changed.
func (s *Store) soon() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.later) > 0 && s.queue.crowded() {
		s.timer.Reset(s.o.lazy)
		return
	}
	for e := range s.later {
		s.mark(e, true)
	}
}

// batch writes items; false: something is left that is to be tried again.
func (s *Store) batch(items []*item) bool {
	err := s.commit(items)
	if err != nil && len(items) > 1 { // one of them may be the reason
		whole := true
		for _, it := range items {
			whole = s.batch([]*item{it}) && whole
		}
		return whole
	}
	if err != nil {
		return s.failed(items[0], err)
	}
	s.queue.settled(items)
	s.mu.Lock()
	for _, it := range items {
		if it.ok != nil {
			it.ok()
		}
	}
	s.changed()
	s.mu.Unlock()
	for _, it := range items {
		if it.done != nil {
			it.done <- nil
		}
	}
	return true
}

// failed tells who waits for an item, and reports whether it is not tried again.
func (s *Store) failed(it *item, err error) bool {
	waited := it.done != nil
	if waited {
		it.done <- &client.Error{Kind: client.KindLocal, Op: op, What: text.HookStoreWrite, Args: []any{system.Reason(err)}, Hint: text.HookStoreWriteHint, Err: err}
		it.done = nil
	}
	over := waited && !it.keep || it.old != nil && it.old()
	if over {
		s.queue.settled([]*item{it})
	}
	return over
}

// commit is one transaction.
func (s *Store) commit(items []*item) error {
	return s.w.update(func(l *sqlite.Link) error {
		var rev int64
		if _, err := l.Row("UPDATE meta SET rev = rev + 1 RETURNING rev", nil, &rev); err != nil {
			return err
		}
		for _, it := range items {
			if err := it.do(l, rev); err != nil {
				return err
			}
		}
		if s.o.commit != nil {
			return s.o.commit()
		}
		return nil
	})
}

// ask puts something to write in the queue, after everything that was stored before, and waits for it.
func (s *Store) ask(ctx context.Context, it *item) error {
	done := make(chan error, 1)
	it.done = done
	if !s.queue.put(it) {
		return closedError()
	}
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}

// Settle waits until everything stored so far is written.
func (s *Store) Settle(ctx context.Context) error {
	if s.held == nil {
		return nil
	}
	if s.soon(); s.queue.idle() {
		return nil
	}
	return s.ask(ctx, &item{do: func(*sqlite.Link, int64) error { return nil }})
}
