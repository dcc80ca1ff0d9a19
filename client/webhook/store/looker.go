package store

import (
	"time"

	"github.com/fsnotify/fsnotify"
)

// looker waits for changes in folders: what the system tells, and by itself now
// and then, for folders it cannot watch.
type looker struct {
	w     *fsnotify.Watcher
	dirs  []string
	watch map[string]bool
	poll  time.Duration
}

// settling gathers what comes in a burst.
const settling = 20 * time.Millisecond

func newLooker(poll time.Duration, dirs ...string) *looker {
	l := &looker{dirs: dirs, watch: map[string]bool{}, poll: poll}
	if w, err := fsnotify.NewWatcher(); err == nil { // without one it polls
		l.w = w
	}
	return l
}

// rarely is how much longer the time between two looks is while the system
// tells of all folders: it may not tell of what comes over a network.
const rarely = 5

// add watches folders that have come since, and gives the time to the next look:
// at once after such a folder, since nobody told what came into it before.
func (l *looker) add() time.Duration {
	every := l.poll * rarely
	for _, d := range l.dirs {
		if l.watch[d] {
			continue
		}
		if l.w != nil && l.w.Add(d) == nil {
			l.watch[d] = true
			return 0
		}
		every = l.poll
	}
	return every
}

// wait returns after something may have changed; false: it is over.
func (l *looker) wait(over <-chan struct{}) bool {
	var events chan fsnotify.Event
	var errs chan error
	if l.w != nil {
		events, errs = l.w.Events, l.w.Errors
	}
	t := time.NewTimer(l.add())
	defer t.Stop()
	for {
		select {
		case <-over:
			return false
		case <-t.C:
			return true
		case e, ok := <-events:
			if !ok {
				events = nil
				continue
			}
			if e.Has(fsnotify.Remove) && l.watch[e.Name] {
				delete(l.watch, e.Name) // made anew, it is watched again
			}
			return l.gather(over)
		case _, ok := <-errs:
			if !ok {
				errs = nil
				continue
			}
			return true // events were lost
		}
	}
}

// gather takes in what follows at once.
func (l *looker) gather(over <-chan struct{}) bool {
	t := time.NewTimer(settling)
	defer t.Stop()
	for {
		select {
		case <-over:
			return false
		case <-t.C:
			return true
		case e, ok := <-l.w.Events:
			if !ok {
				return true
			}
			if e.Has(fsnotify.Remove) && l.watch[e.Name] {
				delete(l.watch, e.Name)
			}
		}
	}
}

func (l *looker) close() {
	if l.w != nil {
		_ = l.w.Close()
	}
}
