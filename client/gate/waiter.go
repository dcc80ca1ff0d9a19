package gate

import (
	"context"
	"net/http"
	"sync/atomic"
	"time"
)

// waiter is a call in the gate.
type waiter struct {
	call    Call
	req     *http.Request
	host    string          // for messages
	who     string          // the same in a sentence
	watch   context.Context // its Waits is notified
	since   time.Duration
	ctx     context.Context // ends when a read is canceled
	cancel  context.CancelFunc
	over    atomic.Bool // it was given up, or has ended: the first of them
	granted bool        // guarded by Gate.mu
	done    chan struct{}
	reply   *Reply
	err     error
}

// finish is called once, by the goroutine that took the waiter from the queue.
func (w *waiter) finish(r *Reply, err error) {
	w.reply, w.err = r, err
	close(w.done)
}
