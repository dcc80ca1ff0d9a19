package signed

import (
	"context"
	"sync/atomic"
	"time"
)

// IdleLimit is the longest pause between two bytes. The whole transfer has no limit: a connection may be slow.
const IdleLimit = 60 * time.Second

// Watch cancels a context when no byte arrives for too long.
type Watch struct {
	Ctx    context.Context
	cancel context.CancelFunc
	timer  *time.Timer
	idle   atomic.Bool
}

// NewWatch starts a watch; End ends it.
func NewWatch(ctx context.Context) *Watch {
	w := &Watch{}
	w.Ctx, w.cancel = context.WithCancel(ctx)
	w.timer = time.AfterFunc(IdleLimit, func() {
		w.idle.Store(true)
		w.cancel()
	})
	return w
}

// Moved must be called when bytes have arrived or left.
func (w *Watch) Moved() { w.timer.Reset(IdleLimit) }

// Idle reports whether no byte moved for too long.
func (w *Watch) Idle() bool { return w.idle.Load() }

// End ends the context and the watch.
func (w *Watch) End() {
	w.timer.Stop()
	w.cancel()
}
