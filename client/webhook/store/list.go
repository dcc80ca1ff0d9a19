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
)

// entry is a delivery of the list. d is replaced, never changed.
type entry struct {
	d      *model.Delivery
	hidden bool // removed by Clear
	proc   process
	wrote  int  // Ahead as in the database
	queued bool // it will be written as it is by then
}

type process struct {
	PID   int
	Start string
}

// list has the deliveries in memory: those of the newest that are listed, and all that have not ended.
type list struct {
	byID  map[string]*entry
	order []*entry // by id
	shown []*model.Delivery
	fresh bool // shown is up to date
	since int  // how many came since the oldest were dropped

	arrived, failed uint64 // since the store was opened
}

func newList() *list { return &list{byID: map[string]*entry{}} }

type refusal struct {
	status int
	reason model.Sentence
	remote string
}

type refusals struct {
	rows  map[refusal]string // the row's id
	spent float64            // rows used up
	last  time.Time
}

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
	// Thousands may wait, of which none can be dropped: it is not tried for each.
	if l.since++; len(l.order) > maxListed+slack && l.since >= slack {
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

// undone: the delivery was cut before it started. Its sender may not have got an
// answer either, and so sends it again: its idempotency key is free.
func undone(d *model.Delivery) bool {
	return d.State == model.DeliveryCut && d.Reason.Text != text.HookCutRunning && d.Started.IsZero()
}

// apply takes a row as it is in the database now.
func (l *list) apply(e *entry) {
	old := l.byID[e.d.ID]
	if old == nil {
		l.insert(e)
		return
	}
	old.proc = e.proc
	old.hidden = old.hidden || e.hidden
	l.fresh = false
	l.set(old, e.d)
}
