package docs

import (
	"sync"
	"time"
)

// takeOverFor is how long a listing serves what is done next, while nobody on this host has changed
// anything. A command that looks a folder up for its plan has looked it up for the call.
const takeOverFor = 5 * time.Second

// planFor is the same for a plan, which is looked up again before it is carried out.
const planFor = time.Minute

// maxTakenOver is the largest folder that is kept for that.
const maxTakenOver = 2_000

// lists are the folders that were listed whole in the last minute.
type lists struct {
	mu  sync.Mutex
	all map[string]*folder
}

func listKey(f *folder) string { return key(f.ref.Place) + "\x00" + f.ref.Space + "\x00" + f.ref.ID }

// keep takes a folder whose end was read. An empty one is believed only after a walk to it
// from the root.
func (l *lists) keep(f *folder) {
	if !f.ended || f.cut != "" || f.epoch == 0 || f.count > maxTakenOver || f.count == 0 && f.old {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	kept := 0
	for _, o := range l.all {
		kept += o.count
	}
	for k, o := range l.all {
		if age := f.ref.At.Sub(o.ref.At); age > planFor || age > takeOverFor && kept > memoryMax {
			delete(l.all, k)
		}
	}
	if l.all == nil {
		l.all = map[string]*folder{}
	}
	own := *f
	l.all[listKey(f)] = &own
}

// drop forgets a folder.
func (l *lists) drop(f *folder) {
	l.mu.Lock()
	defer l.mu.Unlock()
	delete(l.all, listKey(f))
}

// takeOver gives a folder the pages that were read of it moments ago.
func (w *walk) takeOver(f *folder) bool {
	if w.ask {
		return false
	}
	limit := takeOverFor
	if w.opt.Planning {
		limit = planFor
	}
	l := &w.s.lists
	l.mu.Lock()
	old := l.all[listKey(f)]
	l.mu.Unlock()
	if old == nil || w.s.o.Now().Sub(old.ref.At) > limit || old.epoch != w.s.o.Gate.Epoch() {
		return false
	}
	f.pages, f.next, f.count, f.seen, f.ended, f.taken, f.ref.At = old.pages, old.next, old.count, old.seen, true, true, old.ref.At
	return true
}
