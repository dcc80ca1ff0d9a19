package store

import (
	"path/filepath"
	"slices"
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
	owner *Watch // nil: who the owner is does not matter
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

// How often somebody looks who is told of changes, and how many times longer the
// time between two looks is while nothing is wrong. What another machine does to a
// file system comes without a word.
const (
	lookOften    = time.Second
	rarelyLocal  = 30
	rarelyRemote = 5
)

// add watches folders that have come since, and gives the time to the next look:
// at once after such a folder, since nobody told what came into it before. For a
// folder that is not there its parent is watched.
func (l *looker) add() time.Duration {
	every := l.poll * rarelyLocal
	if remote(l.dirs[0]) {
		every = l.poll * rarelyRemote
	}
	for _, d := range l.dirs {
		parent := filepath.Dir(d)
		switch {
		case l.watch[d]:
		case l.begin(d):
			if !slices.Contains(l.dirs, parent) {
				l.end(parent)
			}
			return 0
		case l.watch[parent] || slices.Contains(l.dirs, parent):
		case l.begin(parent):
			return 0
		default:
			every = l.poll
		}
	}
	if l.owner != nil {
		every = min(every, l.owner.Next(false))
	}
	return every
}

func (l *looker) begin(dir string) bool {
	if l.w != nil && l.w.Add(dir) == nil {
		l.watch[dir] = true
	}
	return l.watch[dir]
}

func (l *looker) end(dir string) {
	if l.watch[dir] {
		_ = l.w.Remove(dir)
		delete(l.watch, dir)
	}
}

// gone forgets a folder that was removed or moved, and reports whether it was one
// that is watched: made anew, it is watched again.
func (l *looker) gone(e fsnotify.Event) bool {
	if !e.Has(fsnotify.Remove) && !e.Has(fsnotify.Rename) || !l.watch[e.Name] {
		return false
	}
	for d := range l.watch {
		if d == e.Name || filepath.Dir(d) == e.Name { // one that was moved took those in it along
			l.end(d)
		}
	}
	return true
}

// ours reports whether an event is about a folder, or something in it; of its parent
// nothing else matters.
func (l *looker) ours(e fsnotify.Event) bool {
	return slices.ContainsFunc(l.dirs, func(d string) bool { return e.Name == d || filepath.Dir(e.Name) == d })
}

// wait returns after something may have changed; false: it is over.
func (l *looker) wait(over <-chan struct{}) bool {
	var events chan fsnotify.Event
	var errs chan error
	if l.w != nil {
		events, errs = l.w.Events, l.w.Errors
	}
	var owner <-chan struct{}
	if l.owner != nil {
		owner = l.owner.C
	}
	t := time.NewTimer(l.add())
	defer t.Stop()
	for {
		select {
		case <-over:
			return false
		case <-t.C:
			return true
		case <-owner:
			return true
		case e, ok := <-events:
			if !ok {
				events = nil
				continue
			}
			if l.gone(e) || l.ours(e) {
				return l.gather(over)
			}
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
			l.gone(e)
		}
	}
}

func (l *looker) close() {
	if l.w != nil {
		_ = l.w.Close()
	}
	if l.owner != nil {
		l.owner.Close()
	}
}
