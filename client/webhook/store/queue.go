package store

import (
	"slices"
	"sync"
	"time"
)

// item is one thing to write: its lines are consecutive, and the log has all of
// them or, of those before the last, some.
type item struct {
	kind string // of its last line
	id   string
	line []byte
	req  int // length of the request line before the last one, 0 = none

	e       *entry // recAdd: added to the list when it was written
	listed  bool   // recAdd: it is in the list already
	durable bool   // it must be flushed to the disk
	done    chan error
	over    bool // not to be written any more
}

// maxQueued is how many items may wait to be written before less urgent ones are
// held back: a disk that blocks must not fill the memory.
const maxQueued = 10_000

// queue holds what is to be written to the log, in order.
type queue struct {
	mu    sync.Mutex
	items []*item
	ended bool          // nothing is accepted any more
	work  chan struct{} // capacity 1: there is something to write

	lazy map[string]bool // deliveries whose state is to be written before long
	soon *time.Timer     // the time for that
}

func newQueue() *queue {
	soon := time.NewTimer(time.Hour)
	soon.Stop()
	return &queue{work: make(chan struct{}, 1), lazy: map[string]bool{}, soon: soon}
}

// put adds an item; false: nothing is accepted any more.
func (q *queue) put(it *item) bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.ended {
		return false
	}
	q.items = append(q.items, it)
	select {
	case q.work <- struct{}{}:
	default:
	}
	return true
}

// open reports whether it accepts items.
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

// later schedules the state of a delivery to be written before long.
func (q *queue) later(id string, after time.Duration) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if len(q.lazy) == 0 {
		q.soon.Reset(after)
	}
	q.lazy[id] = true
}

// sooner: the state of a delivery is written at once.
func (q *queue) sooner(id string) {
	q.mu.Lock()
	defer q.mu.Unlock()
	delete(q.lazy, id)
}

// due removes the deliveries whose state is to be written now.
func (q *queue) due() (ids []string) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for id := range q.lazy {
		ids = append(ids, id)
	}
	clear(q.lazy)
	return ids
}

// take returns what is to be written next, without removing it.
func (q *queue) take() []*item {
	q.mu.Lock()
	defer q.mu.Unlock()
	n, size := 0, 0
	for n < len(q.items) && (n == 0 || size+len(q.items[n].line) <= maxBatch) {
		size += len(q.items[n].line)
		n++
	}
	return slices.Clone(q.items[:n])
}

// awaited: somebody waits for an item of the queue.
func (q *queue) awaited() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return slices.ContainsFunc(q.items, func(it *item) bool { return it.done != nil })
}

// wrote removes the first items.
func (q *queue) wrote(n int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.items = slices.Delete(q.items, 0, n)
}

// dropOver removes those that are not to be written any more.
func (q *queue) dropOver() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.items = slices.DeleteFunc(q.items, func(it *item) bool { return it.over })
}

// end accepts nothing any more, and returns what was not written.
func (q *queue) end() []*item {
	q.mu.Lock()
	defer q.mu.Unlock()
	rest := q.items
	q.items, q.ended = nil, true
	return rest
}

// maxBatch bounds what is written at once, in bytes.
const maxBatch = 4 << 20
