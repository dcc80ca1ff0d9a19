package store

import (
	"time"

	"aloft/model"
)

// Anybody on the machine can make the receiver refuse something, as often as they
// like. That must not fill the disk, nor push out what ran: equal refusals share
// one row, and the number of rows is limited.
const (
	refusedAlike  = 10 * time.Second // equal ones within that time share one row
	refusedBurst  = 100              // rows at once
	refusedRate   = 10 * time.Second // one more row per
	refusedHeader = 4 << 10          // bytes stored of a header
	refusedRest   = 10 * time.Minute // how long a row of the others is used
)

// Refuse stores a request that was refused. Equal ones within ten seconds are
// counted in one row. It never waits for the disk.
func (s *Store) Refuse(d model.Delivery, r Stored) {
	if s.held == nil {
		return
	}
	if d.At.IsZero() {
		d.At = s.o.Now()
	}
	if !valid(d.ID) {
		d.ID = NewID(d.At)
	}
	d.State, d.Count, d.Last = model.DeliveryRefused, 1, d.At
	b := bounded(d)
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.queue.open() {
		return
	}
	same := refusal{b.Status, b.Reason, b.Remote}
	if s.again(same, b.At, refusedAlike) {
		return
	}
	if !s.refused.allow(b.At) || s.queue.crowded() {
		same = refusal{status: b.Status}
		if s.again(same, b.At, refusedRest) {
			return
		}
		b.Reason = model.Say("many requests were refused; not every one is listed")
		r.Header = nil
	}
	e := &entry{d: b}
	if !s.list.insert(e) {
		return
	}
	s.queue.put(&item{do: insertion(*b, "", Stored{Method: model.FirstBytes(r.Method, maxName), Path: model.FirstBytes(r.Path, maxName), Header: someHeader(r.Header)})})
	if s.refused.rows == nil || len(s.refused.rows) > 4*refusedBurst {
		s.refused.rows = map[refusal]string{}
	}
	s.refused.rows[same] = b.ID
	s.changed()
}

// again counts a refusal in a recent row of equal ones, if there is one.
func (s *Store) again(r refusal, at time.Time, within time.Duration) bool {
	e := s.list.byID[s.refused.rows[r]]
	if e == nil || at.Sub(e.d.Last).Abs() > within || // also when the clock was set back
		within == refusedRest && at.Sub(e.d.At) > within {
		return false
	}
	d := *e.d
	d.Count++
	if at.After(d.Last) {
		d.Last = at
	}
	s.list.set(e, &d)
	s.mark(e, false)
	s.changed()
	return true
}

// allow takes a row from the limit.
func (r *refusals) allow(now time.Time) bool {
	r.spent = max(0, r.spent-max(0, now.Sub(r.last).Seconds())/refusedRate.Seconds())
	r.last = now
	if r.spent > refusedBurst-1 {
		return false
	}
	r.spent++
	return true
}

// someHeader is the beginning of a header.
func someHeader(h []model.HeaderLine) []model.HeaderLine {
	size := 0
	for i := range h {
		if size += len(h[i].Name) + len(h[i].Value); size > refusedHeader {
			return h[:i]
		}
	}
	return h
}
