package webhook

import (
	"sync"
	"time"
)

// The time before a taken port is tried again: it doubles from the first to the last.
const (
	firstTry = time.Second
	lastTry  = time.Minute
)

// tries tries a taken port again, after 1, 2, 4 … 60 s.
type tries struct {
	mu    sync.Mutex
	pause time.Duration // the last one
	timer *time.Timer
}

// after calls try once, after a longer time than before, and returns that.
func (t *tries) after(try func()) time.Duration {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.stop()
	t.pause = min(max(2*t.pause, firstTry), lastTry)
	t.timer = time.AfterFunc(t.pause, try)
	return t.pause
}

// over ends the tries. The next one is the first again.
func (t *tries) over() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.stop()
	t.pause = 0
}

func (t *tries) stop() {
	if t.timer != nil {
		t.timer.Stop()
	}
}
