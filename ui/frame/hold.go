package frame

import (
	"bytes"
	"sync"
	"time"
)

// mark is what holds the loop where it writes it; no sequence has this byte.
const mark = "\x00"

// longest is how long the loop is held at most: a net for what was not foreseen.
const longest = 30 * time.Second

// hold keeps whoever waits for it until there is something to draw.
type hold struct {
	mu    sync.Mutex
	cond  *sync.Cond
	dirty bool // a view was handed over, and the loop has not gone on since
	open  bool // nobody is held until the next view
	over  bool // nobody is held any more
}

func newHold() *hold {
	h := &hold{}
	h.cond = sync.NewCond(&h.mu)
	return h
}

func (h *hold) set(change func()) {
	h.mu.Lock()
	change()
	h.mu.Unlock()
	h.cond.Broadcast()
}

// wait keeps the loop until there is something to draw, and reports whether it has
// to be held again: the mark of a view that came while it waited is still to come.
func (h *hold) wait() (again bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	free := func() bool { return h.dirty || h.open || h.over }
	waited, late := !free(), false
	if waited {
		net := time.AfterFunc(longest, func() { h.set(func() { late = true }) })
		for !free() && !late {
			h.cond.Wait()
		}
		net.Stop()
	}
	again = !h.open && !h.over && (!waited || !h.dirty)
	h.dirty = false
	return again
}

// cut takes the marks out of what is written.
func cut(b []byte) (rest []byte, marked bool) {
	if !bytes.Contains(b, []byte(mark)) {
		return b, false
	}
	return bytes.ReplaceAll(b, []byte(mark), nil), true
}
