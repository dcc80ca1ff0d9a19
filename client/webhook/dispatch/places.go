package dispatch

import (
	"slices"
	"sync"
)

// maxTold is how many waiting deliveries are updated when they move up. The others are reported by positions.
const maxTold = 10

// line is a number of places and their queue.
type line struct {
	places  int
	has     []*delivery // deliveries that have a place
	waiting []*delivery
}

// enter assigns a place or queues. tell receives how many wait before it, or -1 for a place.
func (l *line) enter(d *delivery, tell func(ahead int)) {
	if len(l.has) < l.places {
		tell(-1)
		l.has = append(l.has, d)
		return
	}
	tell(len(l.waiting))
	l.waiting = append(l.waiting, d)
}

// leave removes a delivery. next is the one that got its place, or nil.
func (l *line) leave(d *delivery, closed bool) (next *delivery) {
	if i := slices.Index(l.has, d); i >= 0 {
		l.has = slices.Delete(l.has, i, i+1)
		if len(l.waiting) == 0 || closed {
			return nil
		}
		next = l.waiting[0]
		l.has, l.waiting = append(l.has, next), slices.Delete(l.waiting, 0, 1)
	} else if i := slices.Index(l.waiting, d); i >= 0 {
		l.waiting = slices.Delete(l.waiting, i, i+1)
	} else {
		return nil
	}
	for i, w := range l.waiting[:min(maxTold, len(l.waiting))] {
		w.waits(i)
	}
	return next
}

// far adds the positions of deliveries that are not updated when they move up.
func (l *line) far(at map[string]int) {
	for i := maxTold; i < len(l.waiting); i++ {
		at[l.waiting[i].id] = i
	}
}

// places are those of commands, or of agents.
type places struct {
	mu     sync.Mutex
	line   line
	closed bool // no more places are assigned
}

func newPlaces(n int) *places { return &places{line: line{places: n}} }

// enter assigns a place (true) or queues for one. tell receives how many wait before it, or -1 for a place before it
// can start. An ended delivery gets none.
func (p *places) enter(d *delivery, tell func(ahead int)) (begins bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if d.ended() || p.closed {
		return false
	}
	p.line.enter(d, func(ahead int) {
		begins = ahead < 0
		tell(ahead)
	})
	return begins
}

// leave removes a delivery. next is the one that got its place, or nil.
func (p *places) leave(d *delivery) (next *delivery) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.line.leave(d, p.closed)
}

// close stops assigning places.
func (p *places) close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed = true
}

// far adds the positions of deliveries that are not updated when they move up.
func (p *places) far(at map[string]int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.line.far(at)
}

// turns are those of sessions, each of which handles one prompt at a time, or of routes, each of which runs one command
// at a time.
type turns struct {
	key func(*delivery) string

	mu sync.Mutex
	of map[string]*line // the busy ones
}

func newTurns(key func(*delivery) string) *turns { return &turns{key: key, of: map[string]*line{}} }

// waiting returns what waits for the same turn.
func (t *turns) waiting(d *delivery) []*delivery {
	t.mu.Lock()
	defer t.mu.Unlock()
	if l := t.of[t.key(d)]; l != nil {
		return slices.Clone(l.waiting)
	}
	return nil
}

// far adds positions, as that of places.
func (t *turns) far(at map[string]int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, l := range t.of {
		l.far(at)
	}
}

// busy reports whether a prompt has the session's turn.
func (t *turns) busy(session string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.of[session] != nil
}

// enter gives a delivery its turn (begins), or queues it if fewer than most wait. tell is called as in
// places.enter.
func (t *turns) enter(d *delivery, most int, tell func(ahead int)) (begins, full bool, waiting int) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if d.ended() {
		return false, false, 0
	}
	l := t.of[t.key(d)]
	switch {
	case l == nil:
		l = &line{places: 1}
		t.of[t.key(d)] = l
	case len(l.waiting) >= most:
		return false, true, len(l.waiting)
	}
	l.enter(d, func(ahead int) {
		begins = ahead < 0
		tell(ahead)
	})
	return begins, false, 0
}

// leave removes a delivery. next is the one that got the turn, or nil.
func (t *turns) leave(d *delivery) (next *delivery) {
	t.mu.Lock()
	defer t.mu.Unlock()
	l := t.of[t.key(d)]
	if l == nil {
		return nil
	}
	if next = l.leave(d, false); len(l.has) == 0 {
		delete(t.of, t.key(d))
	}
	return next
}
