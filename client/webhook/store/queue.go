package store

import (
	"slices"
	"sync"
	"time"
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

// mostQueued is how many items wait to be written before what can wait does: a
// disk that takes nothing must not fill the memory.
const mostQueued = 10_000

// queue has what is to be written to the log, in its order.
type queue struct {
	mu    sync.Mutex
	items []*item
	ended bool          // nothing is taken any more
	work  chan struct{} // capacity 1: something has come

	lazy map[string]bool // deliveries whose state is to be written before long
	soon *time.Timer     // when
}

func newQueue() *queue {
	soon := time.NewTimer(time.Hour)
	soon.Stop()
	return &queue{work: make(chan struct{}, 1), lazy: map[string]bool{}, soon: soon}
}

// put takes an item; false: nothing is taken any more.
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

// open reports whether it takes items.
func (q *queue) open() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return !q.ended
}

// crowded: what can wait must not be put.
func (q *queue) crowded() bool {
	q.mu.Lock()
	defer q.mu.Unlock()
	return len(q.items) > mostQueued
}

// later has the state of a delivery written before long.
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

// due takes the deliveries out whose state is to be written now.
func (q *queue) due() (ids []string) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for id := range q.lazy {
		ids = append(ids, id)
	}
	clear(q.lazy)
	return ids
}

// take gives what is to be written next, without taking it off the queue.
func (q *queue) take() []*item {
	q.mu.Lock()
	defer q.mu.Unlock()
	n, size := 0, 0
	for n < len(q.items) && (n == 0 || size+len(q.items[n].line) <= mostBatch) {
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

// wrote takes the first items off the queue.
func (q *queue) wrote(n int) {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.items = slices.Delete(q.items, 0, n)
}

// dropOver takes those off that are not to be written any more.
func (q *queue) dropOver() {
	q.mu.Lock()
	defer q.mu.Unlock()
	q.items = slices.DeleteFunc(q.items, func(it *item) bool { return it.over })
}

// end takes nothing any more, and gives what was not written.
func (q *queue) end() []*item {
	q.mu.Lock()
	defer q.mu.Unlock()
	rest := q.items
	q.items, q.ended = nil, true
	return rest
}
