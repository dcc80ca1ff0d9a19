package drive

import (
	"context"
	"sync"
	"time"

	"aloft/client"
)

// rate spreads bytes evenly over time.
type rate struct {
	perSecond int64 // 0 = no limit

	mu   sync.Mutex
	next time.Time // when the next byte may be sent
}

// wait waits until the rate allows n more bytes.
func (r *rate) wait(ctx context.Context, n int) error {
	if r.perSecond <= 0 {
		return nil
	}
	r.mu.Lock()
	if now := time.Now(); r.next.Before(now) {
		r.next = now
	}
	r.next = r.next.Add(time.Duration(float64(n) / float64(r.perSecond) * float64(time.Second)))
	pause := time.Until(r.next)
	r.mu.Unlock()
	return client.Sleep(ctx, pause)
}

// chunk is how many bytes are read or sent at once, at most those of one second.
func (c *Carrier) chunk() int {
	if r := c.o.Rate; r > 0 {
		return int(min(r, 128<<10))
	}
	return 128 << 10
}
