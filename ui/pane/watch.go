package pane

import (
	"context"
	"slices"
	"sync"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
)

// Changed says that others may have changed a folder since it was listed.
type Changed struct{ Place model.Place }

// Watches watches the visible folders, if their sources can. A watch begins before its folder is listed, so no change
// is missed, and ends with the first change; the next listing begins a new one.
type Watches struct {
	ctx     context.Context // of the session
	changed chan model.Place

	mu   sync.Mutex
	open []watch
}

type watch struct {
	of   model.Place
	stop context.CancelFunc
}

// NewWatches returns an empty Watches.
func NewWatches(ctx context.Context) *Watches {
	return &Watches{ctx: ctx, changed: make(chan model.Place)}
}

// begin watches a folder before it is listed. It may take long.
func (w *Watches) begin(src client.Source, at model.Place) {
	can, ok := src.(client.Watcher)
	if !ok || w.has(at) {
		return
	}
	ctx, stop := context.WithCancel(w.ctx)
	changed := can.Watch(ctx, at)
	if changed == nil || !w.add(watch{at, stop}) {
		stop()
		return
	}
	go func() {
		select {
		case <-ctx.Done():
			return
		case <-changed:
		}
		w.keep(func(p model.Place) bool { return !p.Equal(at) })
		select {
		case <-w.ctx.Done():
		case w.changed <- at:
		}
	}()
}

func (w *Watches) has(at model.Place) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.index(at) >= 0
}

// add reports whether the folder is new.
func (w *Watches) add(x watch) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.index(x.of) >= 0 {
		return false
	}
	w.open = append(w.open, x)
	return true
}

func (w *Watches) index(at model.Place) int {
	return slices.IndexFunc(w.open, func(x watch) bool { return x.of.Equal(at) })
}

// Only ends the watches of folders that no pane shows.
func (w *Watches) Only(left, right model.Place) {
	w.keep(func(p model.Place) bool { return p.Equal(left) || p.Equal(right) })
}

func (w *Watches) keep(wanted func(model.Place) bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.open = slices.DeleteFunc(w.open, func(x watch) bool {
		if wanted(x.of) {
			return false
		}
		x.stop()
		return true
	})
}

// Next waits for a change. It returns nil at the end of the session.
func (w *Watches) Next() tea.Msg {
	select {
	case <-w.ctx.Done():
		return nil
	case at := <-w.changed:
		return Changed{at}
	}
}
