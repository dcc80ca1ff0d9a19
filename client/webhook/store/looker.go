package store

import (
	"path/filepath"
	"slices"
	"time"

	"github.com/fsnotify/fsnotify"
)

// looker waits for changes in folders: as reported by the system, and by polling
// now and then, for folders that cannot be watched.
type looker struct {
	w     *fsnotify.Watcher
	dirs  []string
	watch map[string]bool
	poll  time.Duration
	owner *Watch // nil: who the owner is does not matter
}

// settling is how long events of one burst are collected.
const settling = 20 * time.Millisecond

func newLooker(poll time.Duration, dirs ...string) *looker {
	l := &looker{dirs: dirs, watch: map[string]bool{}, poll: poll}
	if w, err := fsnotify.NewWatcher(); err == nil { // without one it polls
		l.w = w
	}
	return l
}

// The time between two polls where the system reports changes, and the factor while
// nothing is wrong. Changes of a file system by another machine are not reported.
const (
	lookOften    = time.Second
	rarelyLocal  = 30
	rarelyRemote = 5
)

// add watches folders that were created since, and returns the time to the next
// poll: zero after such a folder, since earlier changes in it were not reported.
// For a missing folder its parent is watched.
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
		every = min(every, l.owner.Next())
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

// gone removes a folder that was deleted or moved, and reports whether it was a
// watched one: when it is created again, it is watched again.
func (l *looker) gone(e fsnotify.Event) bool {
	if !e.Has(fsnotify.Remove) && !e.Has(fsnotify.Rename) || !l.watch[e.Name] {
		return false
	}
	for d := range l.watch {
		if d == e.Name || filepath.Dir(d) == e.Name { // a moved folder takes its subfolders along
			l.end(d)
		}
	}
	return true
}

// ours reports whether an event is about a folder, or something in it; other
// entries of its parent do not matter.
func (l *looker) ours(e fsnotify.Event) bool {
	return slices.ContainsFunc(l.dirs, func(d string) bool { return e.Name == d || filepath.Dir(e.Name) == d })
}

// wait returns after something may have changed; false: over was closed.
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

// gather collects what follows at once.
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
