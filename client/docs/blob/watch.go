package blob

import (
	"context"
	"errors"
	"net/url"
	"sync/atomic"
	"time"

	"aloft/client"
	"aloft/model/text"
)

// watch ends a context when nothing moves for too long.
type watch struct {
	ctx    context.Context
	cancel context.CancelFunc
	timer  *time.Timer
	limit  time.Duration
	idle   atomic.Bool
}

func newWatch(ctx context.Context) *watch {
	w := &watch{limit: idleLimit}
	w.ctx, w.cancel = context.WithCancel(ctx)
	w.timer = time.AfterFunc(w.limit, func() {
		w.idle.Store(true)
		w.cancel()
	})
	return w
}

func (w *watch) moved() { w.timer.Reset(w.limit) }

func (w *watch) end() {
	w.timer.Stop()
	w.cancel()
}

// broken says why a transfer ended, without the address. A transfer changes
// nothing by itself, so it may be done again.
func (w *watch) broken(ctx context.Context, e *client.Error, what text.Text, err error) *client.Error {
	e.Kind, e.What, e.Hint, e.Retry = client.KindNetwork, what, text.DocsTryAgain, true
	cause := bare(err)
	switch {
	case ctx.Err() != nil:
		e.Err, e.Retry = ctx.Err(), false
		e.Args = []any{ctx.Err().Error()}
	case w.idle.Load():
		e.Args = []any{(*text.Catalogue)(nil).Say("no byte came or went for %s", w.limit)}
	default:
		e.Err, e.Args = cause, []any{cause.Error()}
	}
	return e
}

// bare is the cause without the layers that repeat addresses.
func bare(err error) error {
	var u *url.Error
	for errors.As(err, &u) && u.Err != nil {
		err = u.Err
	}
	return err
}

// idleLimit is how long no byte may come or go. There is no limit to the whole:
// a large file over a slow line takes as long as it takes.
const idleLimit = 60 * time.Second
