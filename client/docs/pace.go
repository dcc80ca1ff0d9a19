package docs

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

// due waits until the task may be asked about again.
func (s *Service) due(ctx context.Context, task string) error {
	s.pace.mu.Lock()
	last, ok := s.pace.last[task]
	s.pace.mu.Unlock()
	if !ok {
		return nil
	}
	if d := s.scaled(s.o.Poll.Min) - s.o.Now().Sub(last); d > 0 {
		return client.Sleep(ctx, d)
	}
	return nil
}

// asked notes that a question has been answered, and forgets those long past.
func (s *Service) asked(task string) {
	now := s.o.Now()
	s.pace.mu.Lock()
	defer s.pace.mu.Unlock()
	for k, at := range s.pace.last {
		if now.Sub(at) > s.scaled(s.o.Poll.Min) {
			delete(s.pace.last, k)
		}
	}
	if s.pace.last == nil {
		s.pace.last = map[string]time.Time{}
	}
	s.pace.last[task] = now
}
