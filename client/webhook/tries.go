package webhook

import (
	"sync"
	"time"
)

// tryEvery is the time between two tries of a taken port.
const tryEvery = time.Minute

// tries tries a taken port again.
type tries struct {
	mu    sync.Mutex
	timer *time.Timer
}

// after calls try once, after tryEvery.
func (t *tries) after(try func()) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.stop()
	t.timer = time.AfterFunc(tryEvery, try)
}

// over ends the tries.
func (t *tries) over() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.stop()
}

func (t *tries) stop() {
	if t.timer != nil {
		t.timer.Stop()
	}
}
