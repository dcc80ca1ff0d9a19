package store

import (
	"slices"
	"sync"

	"aloft/model"
)

// index holds the deliveries in memory, for the owner including those being stored.
type index struct {
	mu      sync.Mutex
	list    *list
	base    Counters // of the list when it was opened
	adding  []*entry // stored, or being stored, and not yet listed
	refused refusals
	changes chan struct{}
	holder  Holder // the owner
	alive   bool   // it is running

	claimed map[string]string // ids of deliveries that are being stored, by their keys
	dirty   map[*entry]int    // changed since they were written; counts the changes
	urgent  bool              // they are to be written now
	lazy    bool              // they will be written before long
}

func newIndex() *index {
	return &index{list: newList(), changes: make(chan struct{}, 1), claimed: map[string]string{}, dirty: map[*entry]int{}}
}

// finish tells receivers that there will be no more changes.
func (x *index) finish() {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.changes != nil {
		close(x.changes)
		x.changes = nil
	}
}

// Changes receives when something changed since the last receive. It is closed with
// the store.
func (x *index) Changes() <-chan struct{} {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.changes == nil {
		c := make(chan struct{})
		close(c)
		return c
	}
	return x.changes
}

// changed sends to Changes. The lock is held.
func (x *index) changed() {
	select {
	case x.changes <- struct{}{}:
	default: // also when it is closed and nil
	}
}

// Counters of the store.
func (x *index) Counters() Counters {
	x.mu.Lock()
	defer x.mu.Unlock()
	c := x.counted()
	c.Arrived -= x.base.Arrived
	c.Failed -= x.base.Failed
	return c
}

func (x *index) counted() Counters {
	live, asking := x.list.live()
	return Counters{Arrived: x.list.arrived, Failed: x.list.failed, Live: live, Asking: asking}
}

// Deliveries returns at most 1,000, the newest first: neither the list nor its
// elements may be changed.
func (x *index) Deliveries() []*model.Delivery {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.list.deliveries()
}

// Get returns a delivery in memory, nil when there is none.
func (x *index) Get(id string) *model.Delivery {
	x.mu.Lock()
	defer x.mu.Unlock()
	if e := x.list.byID[id]; e != nil {
		return e.d
	}
	return nil
}

// tell reports a change made elsewhere.
func (x *index) tell() {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.changed()
}

// notStored removes what was being stored. The lock is held.
func (x *index) notStored(e *entry) {
	x.adding = slices.DeleteFunc(x.adding, func(a *entry) bool { return a == e })
}
