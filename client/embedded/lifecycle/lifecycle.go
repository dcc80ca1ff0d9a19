// Package lifecycle is how long a service runs.
package lifecycle

import (
	"context"
	"sync"
	"time"
)

// Lifetime is how long a service runs. It counts requests and work in, so that the
// end waits for them, and ends those that only wait for a delay.
type Lifetime struct {
	ctx   context.Context // ends with the service
	cut   context.CancelFunc
	calls sync.WaitGroup

	mu    sync.Mutex // never held while waiting for anything
	ended bool
}

// New begins one.
func New() *Lifetime {
	ctx, cut := context.WithCancel(context.Background())
	return &Lifetime{ctx: ctx, cut: cut}
}

// Context ends when the service closes.
func (l *Lifetime) Context() context.Context { return l.ctx }

// Enter counts a request or a piece of work in; false when the service is closed.
// Who has entered leaves.
func (l *Lifetime) Enter() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.ended {
		return false
	}
	l.calls.Add(1)
	return true
}

// Leave counts it out again.
func (l *Lifetime) Leave() { l.calls.Done() }

// Start runs work beside everything else, unless the service is closed; the end
// waits for it.
func (l *Lifetime) Start(work func()) {
	if !l.Enter() {
		return
	}
	go func() {
		defer l.Leave()
		work()
	}()
}

// Wait for a delay; false when the request or the service ended first.
func (l *Lifetime) Wait(ctx context.Context, d time.Duration) bool {
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

// End lets nothing new begin and returns when all that has is over; false when it
// was called before.
func (l *Lifetime) End() bool {
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
