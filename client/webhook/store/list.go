package store

import (
	"slices"
	"sort"
	"time"

	"aloft/model"
	"aloft/model/text"
)

// Bounds of the list in memory.
const (
	maxListed  = 1000
	maxRefused = 500 // of them: refusals must not push out what ran
	slack      = 256 // how many more are held before the oldest are dropped
	maxKeys    = 10_000
	keepKeys   = 24 * time.Hour
)

// span is the position of a line.
type span struct {
	seg, off int64
	len      int
}

// entry is a delivery of the list. d is replaced, never changed.
type entry struct {
	d      *model.Delivery
	hidden bool // removed by Clear
	key    string
	req    span // len 0: none
	ran    span
	proc   process
	wrote  int // Ahead as in the log
}

// list is the content of the log. Owner and followers build it with the same
// functions.
type list struct {
	byID  map[string]*entry
	order []*entry // by id
	shown []*model.Delivery
	fresh bool // shown is up to date
	all   bool // nothing is dropped
	since int  // how many came since the oldest were dropped

	keys    map[string]keyLine
	keyWait []keyLine // the oldest first

	arrived, failed uint64

	// The last request line: its delivery follows.
	reqID string
	req   span
}

func newList() *list { return &list{byID: map[string]*entry{}, keys: map[string]keyLine{}} }

// insert adds a delivery; an existing one is not changed.
func (l *list) insert(e *entry) bool {
	id := e.d.ID
	if l.byID[id] != nil {
		return false
	}
	l.byID[id] = e
	i := len(l.order)
	if i > 0 && l.order[i-1].d.ID > id {
		i = sort.Search(i, func(n int) bool { return l.order[n].d.ID > id })
	}
	l.order = slices.Insert(l.order, i, e)
	l.fresh = false
	l.arrived += uint64(e.d.Count)
	if e.d.State.Bad() {
		l.failed++
	}
	if e.key != "" {
		l.remember(keyLine{e.key, id, e.d.At})
	}
	// Thousands may wait, of which none can be dropped: it is not tried for each.
	if l.since++; len(l.order) > maxListed+slack && l.since >= slack && !l.all {
		l.trim()
	}
	return true
}

// set replaces the state of a delivery. An ended one does not start again.
func (l *list) set(e *entry, d *model.Delivery) bool {
	if e.d.State.Ended() && !d.State.Ended() {
		return false
	}
	l.arrived += uint64(max(d.Count-e.d.Count, 0))
	if d.State.Bad() && !e.d.State.Bad() {
		l.failed++
	}
	e.d, l.fresh = d, false
	return true
}

// clear hides what has ended.
func (l *list) clear() {
	for _, e := range l.order {
		e.hidden = e.hidden || e.d.State.Ended()
	}
	l.fresh = false
}

// trim drops the oldest that are not shown.
func (l *list) trim() {
	l.since = 0
	l.deliveries()
	keep := make(map[string]bool, len(l.shown))
	for _, d := range l.shown {
		keep[d.ID] = true
	}
	l.order = slices.DeleteFunc(l.order, func(e *entry) bool {
		drop := e.d.State.Ended() && !keep[e.d.ID]
		if drop {
			delete(l.byID, e.d.ID)
		}
		return drop
	})
}

// deliveries returns at most maxListed, the newest first: all that run or ask,
// then what waits, then what has ended.
func (l *list) deliveries() []*model.Delivery {
	if l.fresh {
		return l.shown
	}
	const classes = 3
	class := func(e *entry) int {
		switch {
		case e.hidden:
			return -1
		case e.d.State == model.DeliveryWaiting:
			return 1
		case e.d.State.Ended():
			return 2
		}
		return 0
	}
	refused, take := 0, make([]bool, len(l.order))
	n := 0
	for c := range classes {
		for i := len(l.order) - 1; i >= 0 && n < maxListed; i-- {
			e := l.order[i]
			if class(e) != c {
				continue
			}
			if e.d.State == model.DeliveryRefused {
				if refused++; refused > maxRefused {
					continue
				}
			}
			take[i] = true
			n++
		}
	}
	l.shown = make([]*model.Delivery, 0, n) // the old one may be in use
	for i := len(l.order) - 1; i >= 0; i-- {
		if take[i] {
			l.shown = append(l.shown, l.order[i].d)
		}
	}
	l.fresh = true
	return l.shown
}

// live counts what has not ended, and what of it asks.
func (l *list) live() (live, asking int) {
	for _, e := range l.order {
		if !e.d.State.Ended() {
			live++
		}
		if e.d.State == model.DeliveryAsking {
			asking++
		}
	}
	return live, asking
}

// remember adds an idempotency key; of equal ones the first counts, until it
// expires.
func (l *list) remember(k keyLine) {
	if old, ok := l.keys[k.Key]; ok && (old.ID == k.ID || k.At.Sub(old.At) < keepKeys && !l.undone(old.ID)) {
		return
	}
	l.keys[k.Key] = k
	l.keyWait = append(l.keyWait, k)
	for len(l.keyWait) > maxKeys || len(l.keyWait) > 0 && k.At.Sub(l.keyWait[0].At) >= keepKeys {
		old := l.keyWait[0]
		l.keyWait = l.keyWait[1:]
		if l.keys[old.Key] == old {
			delete(l.keys, old.Key)
		}
	}
}

// forget releases a key.
func (l *list) forget(key, id string) {
	if k, ok := l.keys[key]; ok && k.ID == id {
		delete(l.keys, key)
		l.keyWait = slices.DeleteFunc(l.keyWait, func(w keyLine) bool { return w == k })
	}
}

// seen finds a key that has not expired.
func (l *list) seen(key string, now time.Time) (string, bool) {
	k, ok := l.keys[key]
	if !ok || now.Sub(k.At) >= keepKeys || l.undone(k.ID) {
		return "", false
	}
	return k.ID, true
}

// undone: the delivery was cut before it started. Its sender may not have got an
// answer either, and so sends it again.
func (l *list) undone(id string) bool {
	e := l.byID[id]
	return e != nil && e.d.State == model.DeliveryCut && e.d.Reason.Text != text.HookCutRunning && e.d.Started.IsZero()
}

// apply applies a line that was read from the log.
func (l *list) apply(r *record, at span) {
	e := l.byID[r.ID]
	switch r.T {
	case recRequest:
		l.reqID, l.req = r.ID, at
	case recAdd:
		if e == nil {
			e = &entry{d: bounded(*r.delivery()), key: r.Arrived.Key, wrote: r.Became.Ahead}
			l.insert(e)
		}
		if l.reqID == r.ID { // of one that was moved to a later segment, the later one
			e.req = l.req
		}
	case recSet:
		if e != nil {
			d := *e.d
			r.Became.in(&d)
			l.set(e, bounded(d))
		}
	case recRan:
		if e != nil {
			e.ran = at
		}
	case recProcess:
		if e != nil {
			e.proc = *r.Process
		}
	case recClear:
		l.clear()
	case recKeys:
		for _, k := range r.Keys {
			l.remember(k)
		}
	}
}

// oldest is the first segment that the list needs.
func (l *list) oldest(next int64) int64 {
	from := next
	for _, e := range l.order {
		if !e.hidden && e.req.len > 0 {
			from = min(from, e.req.seg)
		}
	}
	return from
}
