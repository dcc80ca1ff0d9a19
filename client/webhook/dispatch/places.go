package dispatch

import (
	"slices"
	"sync"
)

// maxTold is how many waiting deliveries are updated when they move up. The others are reported by positions.
const maxTold = 10

// turns are the places of commands, or of agents; or the turns of sessions, each of which handles one prompt at a time, or
// of routes, each of which runs one command at a time.
type turns struct {
	places int                    // of each line
	key    func(*delivery) string // of a delivery's line

	mu     sync.Mutex
	of     map[string]*line // the busy ones
	closed bool             // no more places are assigned
}

// line is who has a place, and who waits for one.
type line struct{ has, waiting []*delivery }

func newTurns(places int, key func(*delivery) string) *turns {
	return &turns{places: places, key: key, of: map[string]*line{}}
}

// enter gives a delivery a place (begins), or queues it if fewer than most wait. tell receives how many wait before it, or
// -1 for a place before it can start. An ended delivery gets none.
func (t *turns) enter(d *delivery, most int, tell func(ahead int)) (begins, full bool, waiting int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if d.ended() || t.closed {
		return false, false, 0
	}
	l := t.of[t.key(d)]
	if l == nil {
		l = &line{}
		t.of[t.key(d)] = l
	}
	switch n := len(l.waiting); {
	case len(l.has) < t.places:
		tell(-1)
		l.has = append(l.has, d)
		return true, false, 0
	case n >= most:
		return false, true, n
	default:
		tell(n)
		l.waiting = append(l.waiting, d)
		return false, false, 0
	}
}

// leave removes a delivery. next is the one that got its place, or nil.
func (t *turns) leave(d *delivery) (next *delivery) {
	t.mu.Lock()
	defer t.mu.Unlock()
	l := t.of[t.key(d)]
	if l == nil {
		return nil
	}
	if i := slices.Index(l.has, d); i >= 0 {
		l.has = slices.Delete(l.has, i, i+1)
		if len(l.waiting) > 0 && !t.closed {
			next = l.waiting[0]
			l.has, l.waiting = append(l.has, next), slices.Delete(l.waiting, 0, 1)
		}
	} else if i := slices.Index(l.waiting, d); i >= 0 {
		l.waiting = slices.Delete(l.waiting, i, i+1)
	} else {
		return nil
	}
	if len(l.has)+len(l.waiting) == 0 {
		delete(t.of, t.key(d))
	}
	for i, w := range l.waiting[:min(maxTold, len(l.waiting))] {
		w.waits(i)
	}
	return next
}

// close stops assigning places.
func (t *turns) close() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.closed = true
}

// far adds the positions of deliveries that are not updated when they move up.
func (t *turns) far(at map[string]int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, l := range t.of {
		for i := maxTold; i < len(l.waiting); i++ {
			at[l.waiting[i].id] = i
		}
	}
}

// waiting returns what waits for the same turn.
func (t *turns) waiting(d *delivery) []*delivery {
	t.mu.Lock()
	defer t.mu.Unlock()
	if l := t.of[t.key(d)]; l != nil {
		return slices.Clone(l.waiting)
	}
	return nil
}

// busy reports whether a prompt has the session's turn.
func (t *turns) busy(session string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.of[session] != nil
}
