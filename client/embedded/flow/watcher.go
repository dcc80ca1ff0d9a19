package flow

import (
	"sync"
	"time"
)

// Watcher counts the requests of one half of the service and passes them to
// Observe.
type Watcher struct {
	now     func() time.Time
	observe func(Arrival) // may be nil

	mu    sync.Mutex // never held while waiting for anything
	last  time.Time
	count Counters
}

// NewWatcher returns a Watcher. observe gets each request once it is done.
func NewWatcher(now func() time.Time, observe func(Arrival)) *Watcher {
	return &Watcher{now: now, observe: observe, count: Counters{LeastGap: -1}}
}

// Counters returns the sums so far.
func (w *Watcher) Counters() Counters {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.count
}

// Arrive sets the time of a request, in the order of arrival.
func (w *Watcher) Arrive(a *Arrival) {
	w.mu.Lock()
	defer w.mu.Unlock()
	c := &w.count
	a.Time, a.Gap = w.now(), -1
	c.Requests++
	a.N = c.Requests
	if a.N > 1 {
		a.Gap = max(0, a.Time.Sub(w.last))
		if a.Gap < NearGap {
			c.Close++
		}
		if c.LeastGap < 0 || a.Gap < c.LeastGap {
			c.LeastGap = a.Gap
		}
	}
	w.last = a.Time
}

// Leave counts the result of a request and passes it to observe.
func (w *Watcher) Leave(a *Arrival) {
	w.mu.Lock()
	w.count.add(a)
	w.mu.Unlock()
	if w.observe != nil {
		w.observe(*a)
	}
}

func (c *Counters) add(a *Arrival) {
	if a.Mutation {
		c.Mutations++
	}
	switch {
	case a.Stale && a.Mutation:
		c.StaleMutations++
	case a.Stale:
		c.StaleLists++
	}
	if a.Batch > RecommendedBatch {
		c.BigBatches++
	}
	switch a.Fault {
	case "strict", "429":
		c.Throttled++
	case "async":
		c.Async++
	case "late":
		c.Late++
	}
	if a.Status == 0 {
		c.Lost++
	}
}
