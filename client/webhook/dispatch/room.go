package dispatch

import (
	"maps"
	"slices"
	"sync"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
)

// Bounds of what is accepted and has not ended.
const (
	maxWaiting = 10_000   // deliveries
	maxHeld    = 64 << 20 // bytes of their bodies
)

// room holds accepted deliveries that have not ended.
type room struct {
	mu     sync.Mutex
	open   map[string]*delivery
	adding int   // accepted, and being stored
	held   int64 // bytes of bodies
	closed bool
}

// enter reserves room for a delivery of that size; add or reserve(-1, -size) releases it. A single delivery may exceed the
// limit.
func (r *room) enter(size int64) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	full := func(t text.Text, arg any) error {
		return &client.Error{Kind: client.KindThrottled, Op: "hook", What: t, Args: []any{arg}, Retry: true}
	}
	switch n := len(r.open) + r.adding; {
	case r.closed:
		return &client.Error{Kind: client.KindThrottled, Op: "hook", What: text.HookEnding, Retry: true}
	case n >= maxWaiting:
		return full("%d {delivery is|deliveries are} already waiting", n)
	case n > 0 && r.held+size > maxHeld:
		return full("the waiting deliveries already take up %s", sized(r.held))
	}
	r.adding++
	r.held += size
	return nil
}

// reserve is enter for a delivery that was accepted by an earlier owner; of negative numbers it gives back what enter took.
func (r *room) reserve(deliveries int, size int64) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.adding += deliveries
	r.held += size
}

// add adds a stored delivery. It returns false if the room was closed meanwhile; the delivery is added anyway, and
// the caller must end it.
func (r *room) add(d *delivery) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.adding--
	r.open[d.id] = d
	return !r.closed
}

// leave removes an ended delivery.
func (r *room) leave(d *delivery) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.open, d.id)
	r.held -= d.size
}

// find returns a delivery that has not ended.
func (r *room) find(id string) (*delivery, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if d := r.open[id]; d != nil {
		return d, nil
	}
	return nil, &client.Error{Kind: client.KindConflict, Op: "hook", What: "the delivery %s has already ended", Args: []any{model.Clean(id)}}
}

// close accepts nothing more and returns what has not ended.
func (r *room) close() []*delivery {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.closed = true
	return slices.Collect(maps.Values(r.open))
}
