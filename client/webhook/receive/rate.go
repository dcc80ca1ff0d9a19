package receive

import (
	"sync"
	"time"
)

// bucket lets so many requests a minute pass; as many may come at once.
type bucket struct {
	rate int // a minute; 0 = any number

	mu   sync.Mutex
	full time.Time // when it would be full again
}

// take takes a token. It returns how long to wait for one when there is none.
func (b *bucket) take(now time.Time) time.Duration {
	if b.rate <= 0 {
		return 0
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	one := time.Minute / time.Duration(b.rate)
	full := b.full
	if full.Before(now) {
		full = now
	}
	full = full.Add(one)
	if over := full.Sub(now) - one*time.Duration(b.rate); over > 0 {
		return over
	}
	b.full = full
	return 0
}
