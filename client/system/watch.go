package system

import (
	"runtime"
	"slices"
	"sync"

	"github.com/fsnotify/fsnotify"
)

// Watch reports that something in its folders may have changed, as far as the
// system does: not what another machine does to them, nor that a lock was released.
type Watch struct {
	C <-chan struct{}
	w *fsnotify.Watcher
}

// Watches are watches that end together: the end of a process waits for what Linux does then, so it begins with it.
type Watches struct{ open sync.Map }

// New is NewWatch; of nil it belongs to no others.
func (a *Watches) New() (*Watch, error) {
	w, err := NewWatch()
	if err == nil && a != nil {
		a.open.Store(w, nil)
	}
	return w, err
}

// Close ends them all.
func (a *Watches) Close() {
	a.open.Range(func(w, _ any) bool {
		w.(*Watch).Close()
		a.open.Delete(w)
		return true
	})
}

// NewWatch returns a Watch of no folder. It fails when the system has none left.
func NewWatch() (*Watch, error) {
	w, err := fsnotify.NewWatcher()
	if err != nil {
		return nil, err
	}
	c := make(chan struct{}, 1)
	go func() {
		for {
			var ok bool
			select {
			case _, ok = <-w.Events:
			case _, ok = <-w.Errors: // some events were lost
			}
			if !ok {
				return
			}
			select {
			case c <- struct{}{}:
			default:
			}
		}
	}()
	return &Watch{c, w}, nil
}

// Of watches these folders and no others. whole: each of them is watched; begun:
// some are watched only from now on, so earlier changes in them were not reported.
func (w *Watch) Of(dirs []string) (whole, begun bool) {
	old := w.w.WatchList()
	for _, d := range old {
		if !slices.Contains(dirs, d) {
			_ = w.w.Remove(d)
		}
	}
	whole = true
	for _, d := range dirs {
		if slices.Contains(old, d) {
			continue
		}
		if w.w.Add(d) != nil {
			whole = false
			continue
		}
		begun = true
	}
	return whole, begun
}

// Close ends the watch.
func (w *Watch) Close() { Unwatch(w.w) }

// Unwatch closes a watcher. Linux takes up to 20 ms for it, for which nobody waits: a screen that ends has four of them.
func Unwatch(w *fsnotify.Watcher) {
	if runtime.GOOS != "linux" { // folders that are watched may not be removed there
		_ = w.Close()
		return
	}
	go func() { _ = w.Close() }()
}
