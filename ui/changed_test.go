package ui_test

import (
	"context"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"aloft/client"
	"aloft/model"
	"aloft/ui/uitest"
)

// watched is a tree that reports what others change.
type watched struct {
	*uitest.Tree
	mu   sync.Mutex
	open map[string]chan struct{}
}

func (w *watched) Watch(ctx context.Context, p model.Place) <-chan struct{} {
	w.mu.Lock()
	defer w.mu.Unlock()
	changed := make(chan struct{})
	w.open[p.String()] = changed
	context.AfterFunc(ctx, func() {
		w.mu.Lock()
		defer w.mu.Unlock()
		if w.open[p.String()] == changed {
			delete(w.open, p.String())
		}
	})
	return changed
}

// put adds a file, as somebody else would.
func (w *watched) put(at model.Place, path string) {
	w.Add(time.Now(), path)
	w.mu.Lock()
	defer w.mu.Unlock()
	if changed := w.open[at.String()]; changed != nil {
		delete(w.open, at.String())
		close(changed)
	}
}

func (w *watched) watches(t *testing.T, want ...string) {
	t.Helper()
	synctest.Wait()
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, at := range want {
		if w.open[at] == nil {
			t.Errorf("%s is not watched", at)
		}
	}
	if len(w.open) != len(want) {
		t.Errorf("%d folders are watched instead of %d", len(w.open), len(want))
	}
}

func onWatched(t *testing.T, f func(d *uitest.Driver, w *watched)) {
	synctest.Test(t, func(t *testing.T) {
		tree := uitest.NewTree(model.SchemeDisk).Add(time.Now(), "sub/one.txt", "b.txt", "c.txt", "d.txt")
		w := &watched{Tree: tree, open: map[string]chan struct{}{}}
		deps, _ := uitest.Deps(t, tree)
		deps.Client.Sources = uitest.Sources{client.Source(w)}
		d := uitest.New(t, deps, 80, 24)
		defer d.Close()
		f(d, w)
	})
}

// What others put into a folder shows by itself, in both panes by one listing; cursor
// and selection stay. Of many changes in a row the first and the last count.
func TestAFolderThatOthersChange(t *testing.T) {
	onWatched(t, func(d *uitest.Driver, w *watched) {
		root := w.Root()
		w.watches(t, "disk:/")
		d.Pass(time.Minute)
		to(d, "c.txt")
		d.Keys("space")
		to(d, "d.txt")
		lists := w.Lists
		w.put(root, "a.txt")
		d.Pass(time.Millisecond)
		d.Has("  a.txt", "> d.txt", "*c.txt", "sel 1")
		if w.Lists != lists+1 {
			t.Errorf("%d listings for two panes", w.Lists-lists)
		}
		lists = w.Lists
		for range 5 {
			w.put(root, "a1.txt")
			d.Pass(100 * time.Millisecond)
		}
		w.put(root, "a2.txt")
		d.Pass(5 * time.Second)
		d.Has("a1.txt", "a2.txt", "> d.txt")
		if w.Lists != lists+1 {
			t.Errorf("%d listings for a burst", w.Lists-lists)
		}
		lists = w.Lists
		d.Pass(time.Hour)
		if w.Lists != lists {
			t.Errorf("%d listings while nothing changes", w.Lists-lists)
		}
	})
}

// The folders that show are watched, and no others.
func TestOnlyWhatShowsIsWatched(t *testing.T) {
	onWatched(t, func(d *uitest.Driver, w *watched) {
		to(d, "sub")
		d.Keys("enter")
		w.watches(t, "disk:/", "disk:/sub")
		d.Keys("tab", "enter")
		w.watches(t, "disk:/sub")
		lists := w.Lists
		w.put(w.Root(), "x.txt")
		d.Pass(time.Minute)
		if w.Lists != lists {
			t.Error("a folder that does not show is listed")
		}
	})
}

// A name that is being typed in its row stays there; the change shows afterwards.
func TestAChangeDuringARename(t *testing.T) {
	onWatched(t, func(d *uitest.Driver, w *watched) {
		d.Pass(time.Minute)
		to(d, "b.txt")
		d.Keys("r")
		w.put(w.Root(), "a.txt")
		d.Pass(10 * time.Second)
		d.Has(" 2/4 ─┴") // as it was
		d.Keys("esc")
		d.Pass(3 * time.Second)
		d.Has(" 3/5 ─┴", "  a.txt", "> b.txt")
	})
}

// A folder that takes too long to list is listed when the person asks.
func TestASlowFolderIsNotListedByItself(t *testing.T) {
	onWatched(t, func(d *uitest.Driver, w *watched) {
		w.Delay = 2 * time.Second
		for range 2 { // both panes show it
			d.Keys("ctrl+r", "tab")
			d.Pass(time.Minute)
		}
		lists := w.Lists
		w.put(w.Root(), "a.txt")
		d.Pass(time.Minute) // the change is told
		d.Pass(time.Minute) // and would have been listed
		if w.Lists != lists {
			t.Errorf("%d listings", w.Lists-lists)
		}
	})
}
