package embedded

import (
	"context"
	"sync"
	"time"
)

// lifetime is how long a service runs. It counts requests and work in, so that the
// end waits for them, and ends those that only wait for a delay.
type lifetime struct {
	ctx   context.Context // ends with the service
	cut   context.CancelFunc
	calls sync.WaitGroup

	mu    sync.Mutex // never held while waiting for anything
	ended bool
}

// newLifetime begins one.
func newLifetime() *lifetime {
	ctx, cut := context.WithCancel(context.Background())
	return &lifetime{ctx: ctx, cut: cut}
}

// context ends when the service closes.
func (l *lifetime) context() context.Context { return l.ctx }

// enter counts a request or a piece of work in; false when the service is closed.
// Who has entered leaves.
func (l *lifetime) enter() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.ended {
		return false
	}
	l.calls.Add(1)
	return true
}

// leave counts it out again.
func (l *lifetime) leave() { l.calls.Done() }

// start runs work beside everything else, unless the service is closed; the end
// waits for it.
func (l *lifetime) start(work func()) {
	if !l.enter() {
		return
	}
	go func() {
		defer l.leave()
		work()
	}()
}

// wait for a delay; false when the request or the service ended first.
func (l *lifetime) wait(ctx context.Context, d time.Duration) bool {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return true
	case <-ctx.Done():
	case <-l.ctx.Done():
	}
	return false
}

// end lets nothing new begin and returns when all that has is over; false when it
// was called before.
func (l *lifetime) end() bool {
	l.mu.Lock()
	before := l.ended
	l.ended = true
	l.mu.Unlock()
	if before {
		return false
	}
	l.cut()
	l.calls.Wait()
	return true
}
