package embedded

// DocCounters are the sums of the document half's calls since Open; those of
// Counters are the drive's alone.
func (s *Service) DocCounters() Counters {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.docs.count
}

// arriveDocs takes the time of a call, in the order of arrival.
func (s *Service) arriveDocs(a *Arrival) {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := &s.docs.count
	a.Time, a.Gap = s.now(), -1
	c.Requests++
	a.N = c.Requests
	if a.N > 1 {
		a.Gap = max(0, a.Time.Sub(s.docs.last))
		if a.Gap < nearGap {
			c.Close++
		}
		if c.LeastGap < 0 || a.Gap < c.LeastGap {
			c.LeastGap = a.Gap
		}
	}
	s.docs.last = a.Time
}

// leaveDocs counts what became of a call and tells who watches.
func (s *Service) leaveDocs(a *Arrival) {
	s.mu.Lock()
	c := &s.docs.count
	if a.Mutation {
		c.Mutations++
	}
	if a.Fault == "strict" || a.Fault == "429" {
		c.Throttled++
	}
	if a.Status == 0 {
		c.Lost++
	}
	s.mu.Unlock()
	if s.o.Observe != nil {
		s.o.Observe(*a)
	}
}
