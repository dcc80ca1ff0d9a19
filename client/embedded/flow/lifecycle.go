package flow

import (
	"context"
	"sync"
	"time"
)

// Lifetime is the time a service runs. It counts requests and work, so that End
// waits for them, and ends those that only wait for a delay.
type Lifetime struct {
	ctx   context.Context // ends with the service
	cut   context.CancelFunc
	calls sync.WaitGroup

	mu    sync.Mutex // never held while waiting for anything
	ended bool
}

// NewLifetime starts a lifetime.
func NewLifetime() *Lifetime {
	ctx, cut := context.WithCancel(context.Background())
	return &Lifetime{ctx: ctx, cut: cut}
}

// Context ends when the service closes.
func (l *Lifetime) Context() context.Context { return l.ctx }

// Enter counts a request or a piece of work; false when the service is closed.
// After true the caller must call Leave.
func (l *Lifetime) Enter() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.ended {
		return false
	}
	l.calls.Add(1)
	return true
}

// Leave ends what Enter counted.
func (l *Lifetime) Leave() { l.calls.Done() }

// Start runs work in the background, unless the service is closed; End waits for
// it.
func (l *Lifetime) Start(work func()) {
	if !l.Enter() {
		return
	}
	go func() {
		defer l.Leave()
		work()
	}()
}

// Wait waits for a delay; false when the request or the service ended first.
func (l *Lifetime) Wait(ctx context.Context, d time.Duration) bool {
	select {
	case <-time.After(d):
		return true
	case <-ctx.Done():
	case <-l.ctx.Done():
	}
	return false
}

// End refuses new work, waits until all that was started has ended, then runs last; nothing
// when it was called before. For what does not end, being blocked in a read of a disk that does
// not answer, it waits no longer than the limit: last runs when that ends, or the process does.
func (l *Lifetime) End(limit time.Duration, last func() error) error {
	l.mu.Lock()
	before := l.ended
	l.ended = true
	l.mu.Unlock()
	if before {
		return nil
	}
	l.cut()
	whole := make(chan struct{})
	go func() {
		l.calls.Wait()
		close(whole)
	}()
	select {
	case <-whole:
		return last()
	case <-time.After(limit):
	}
	go func() {
		<-whole
		_ = last()
	}()
	return nil
}
