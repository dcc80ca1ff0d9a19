package signed

import (
	"context"
	"sync/atomic"
	"time"
)

// IdleLimit is how long no byte may move. The whole has no limit: a connection may be
// slow.
const IdleLimit = 60 * time.Second

// Watch ends a context when no byte moves for too long.
type Watch struct {
	Ctx    context.Context
	cancel context.CancelFunc
	timer  *time.Timer
	idle   atomic.Bool
}

// NewWatch begins a watch, which End ends.
func NewWatch(ctx context.Context) *Watch {
	w := &Watch{}
	w.Ctx, w.cancel = context.WithCancel(ctx)
	w.timer = time.AfterFunc(IdleLimit, func() {
		w.idle.Store(true)
		w.cancel()
	})
	return w
}

// Moved is called when bytes have moved.
func (w *Watch) Moved() { w.timer.Reset(IdleLimit) }

// Idle reports whether no byte moved for too long.
func (w *Watch) Idle() bool { return w.idle.Load() }

// End ends the context and the watch.
func (w *Watch) End() {
	w.timer.Stop()
	w.cancel()
}
