package store

import "aloft/model"

// finish tells receivers that there will be no more changes.
func (s *Store) finish() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.over {
		close(s.changes)
	}
	s.over = true
}

// Changes receives when something changed since the last receive. It is closed with
// the store.
func (s *Store) Changes() <-chan struct{} { return s.changes }

// changed sends to Changes. The lock is held.
func (s *Store) changed() {
	if s.over {
		return
	}
	select {
	case s.changes <- struct{}{}:
	default:
	}
}

// tell reports a change made elsewhere.
func (s *Store) tell() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.changed()
}

// Counters of the store.
func (s *Store) Counters() Counters {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := Counters{Arrived: s.list.arrived, Failed: s.list.failed}
	c.Live, c.Asking = s.list.live()
	return c
}

// Deliveries returns at most 1,000, the newest first: neither the list nor its
// elements may be changed.
func (s *Store) Deliveries() []*model.Delivery {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.list.deliveries()
}

// Get returns a delivery in memory, nil when there is none.
func (s *Store) Get(id string) *model.Delivery {
	s.mu.Lock()
	defer s.mu.Unlock()
	if e := s.list.byID[id]; e != nil {
		return e.d
	}
	return nil
}
