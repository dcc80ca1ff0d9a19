package conn

import (
	"context"
	"sync"
	"time"

	"aloft/client"
)

// pace keeps questions about one task apart, whoever asks: the poll, its retry,
// a new link for a download ("Limits" in the document specification).
type pace struct {
	mu   sync.Mutex
	last map[string]time.Time // when the last question was answered, by task
}

// due waits until the task may be asked about again, gap after the last answer.
func (p *pace) due(ctx context.Context, task string, gap time.Duration, now time.Time) error {
	p.mu.Lock()
	last, ok := p.last[task]
	p.mu.Unlock()
	if d := gap - now.Sub(last); ok && d > 0 {
		return client.Sleep(ctx, d)
	}
	return nil
}

// asked notes that a question has been answered, and forgets those long past.
func (p *pace) asked(task string, gap time.Duration, now time.Time) {
	p.mu.Lock()
	defer p.mu.Unlock()
	for k, at := range p.last {
		if now.Sub(at) > gap {
			delete(p.last, k)
		}
	}
	if p.last == nil {
		p.last = map[string]time.Time{}
	}
	p.last[task] = now
}
