package term

import (
	"bytes"
	"sync"
	"time"
)

// mark holds the loop that writes it; no sequence has this byte.
const mark = "\x00"

// longestHold is the longest time the loop is held, as a safeguard.
const longestHold = 30 * time.Second

// hold blocks its waiters until there is something to draw.
type hold struct {
	mu    sync.Mutex
	cond  *sync.Cond
	dirty bool // a view was handed over since the loop last ran
	asked bool // a mark, or the message that sends it, is on its way
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

// ask reports whether to queue a mark. Only one may be queued: the held loop has locked the queue, so queueing
// another one would block.
func (h *hold) ask() (mark bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	mark, h.asked = !h.asked, true
	return mark
}

// wait blocks the loop until there is something to draw. It reports whether a mark must be sent to hold the loop
// again.
func (h *hold) wait() (again bool) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.asked = false
	free := func() bool { return h.dirty || h.open || h.over }
	if late := false; !free() {
		net := time.AfterFunc(longestHold, func() { h.set(func() { late = true }) })
		for !free() && !late {
			h.cond.Wait()
		}
		net.Stop()
	}
	h.dirty = false
	again = !h.asked && !h.open && !h.over
	h.asked = h.asked || again
	return again
}

// cut removes the marks from the output.
func cutMark(b []byte) (rest []byte, marked bool) {
	if !bytes.Contains(b, []byte(mark)) {
		return b, false
	}
	return bytes.ReplaceAll(b, []byte(mark), nil), true
}
