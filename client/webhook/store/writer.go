package store

import (
	"context"
	"errors"
	"os"
	"slices"
	"sync"
	"time"

	"aloft/client"
	"aloft/client/durable/sqlite"
	"aloft/model/text"
)

// item is one thing to write.
type item struct {
	do   func(l *sqlite.Link, rev int64) error
	ok   func()     // after it was committed, and before done; may be nil. The index is locked.
	done chan error // capacity 1, nil: nobody waits, and it is tried until it is written
	keep bool       // it is tried again although somebody waits
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
	q.wake()
	return true
}

func (q *queue) wake() {
	select {
	case q.work <- struct{}{}:
	default:
	}
}

func (q *queue) open() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return !q.ended
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
		for {
			states := s.states() // before the items: what came first is written first
			items := s.queue.take()
			if len(states) > 0 && len(items) == maxBatch { // those that wait may be of the same deliveries
				states = nil
				s.soon()
			}
			if len(items) == 0 && len(states) == 0 {
				break
			}
			if !s.batch(items, states) {
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

// states returns what is to be written of the deliveries in memory.
func (s *Store) states() (all []state) {
	s.index.mu.Lock()
	defer s.index.mu.Unlock()
	if s.urgent {
		all = s.dirtyNow()
	}
	s.urgent = len(all) > 0
	return all
}

// dirtyNow returns what changed, in any order. The index's lock is held.
func (s *Store) dirtyNow() (all []state) {
	for e, n := range s.dirty {
		all = append(all, state{e, n})
	}
	return all
}

// mark says that a delivery in memory has changed: it is written at once, or within a second. The index's lock is held.
func (s *Store) mark(e *entry, urgent bool) {
	s.dirty[e]++
	switch {
	case urgent:
		s.urgent = true
		s.queue.wake()
	case !s.lazy:
		s.lazy = true
		time.AfterFunc(s.o.lazy, s.soon)
	}
}

// soon has everything written that changed.
func (s *Store) soon() {
	s.index.mu.Lock()
	defer s.index.mu.Unlock()
	s.lazy, s.urgent = false, len(s.dirty) > 0
	s.queue.wake()
}

// batch writes items and states; false: something is left that is to be tried again.
func (s *Store) batch(items []*item, states []state) bool {
	err := s.commit(items, states)
	if err != nil && len(items) > 1 { // one of them may be the reason
		whole := len(states) == 0
		for _, it := range items {
			whole = s.batch([]*item{it}, nil) && whole
		}
		return whole
	}
	if err != nil {
		return len(items) == 1 && s.failed(items[0], err) && len(states) == 0
	}
	s.queue.settled(items)
	s.index.mu.Lock()
	for _, c := range states {
		if s.dirty[c.e] == c.n {
			delete(s.dirty, c.e)
			c.e.wrote = c.e.d.Ahead
		}
	}
	for _, it := range items {
		if it.ok != nil {
			it.ok()
		}
	}
	s.changed()
	s.index.mu.Unlock()
	for _, it := range items {
		if it.done != nil {
			it.done <- nil
		}
	}
	return true
}

// failed tells who waits for an item, and reports whether it is not tried again.
func (s *Store) failed(it *item, err error) bool {
	if it.done == nil {
		return false
	}
	it.done <- &client.Error{Kind: client.KindLocal, Op: op, What: text.HookStoreWrite, Args: []any{reason(err)}, Hint: text.HookStoreWriteHint, Err: err}
	if it.done = nil; it.keep {
		return false
	}
	s.queue.settled([]*item{it})
	return true
}

// commit is one transaction.
func (s *Store) commit(items []*item, states []state) error {
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
		if err := s.writeStates(l, rev, states); err != nil || s.o.commit == nil {
			return err
		}
		return s.o.commit()
	})
}

// writeStates writes the deliveries as they are in memory now.
func (s *Store) writeStates(l *sqlite.Link, rev int64, all []state) error {
	for _, c := range all {
		s.index.mu.Lock()
		d := c.e.d
		s.index.mu.Unlock()
		err := l.Do("UPDATE delivery SET rev = ?, state = ?, ended = ?, key = iif(?, '', key), became = ? WHERE id = ?",
			rev, string(d.State), d.State.Ended(), undone(d), encoded(becameOf(d)), d.ID)
		if err != nil {
			return err
		}
	}
	return nil
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
	s.index.mu.Lock()
	states := s.dirtyNow()
	s.index.mu.Unlock()
	return s.ask(ctx, &item{do: func(l *sqlite.Link, rev int64) error { return s.writeStates(l, rev, states) }})
}

// reason is the system's message, without the path.
func reason(err error) string {
	var p *os.PathError
	if errors.As(err, &p) {
		return p.Err.Error()
	}
	return err.Error()
}
