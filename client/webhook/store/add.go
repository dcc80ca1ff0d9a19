package store

import (
	"context"
	"errors"
	"slices"
	"time"

	"aloft/client"
	"aloft/client/durable/sqlite"
	"aloft/model"
)

// Add stores a delivery with an id of NewID; it is on the disk, and in the list,
// when Add returns. Names and session keys over 2 KiB are cut in the list, as is
// Work. When ctx ends a write that has begun is finished.
func (s *Store) Add(ctx context.Context, d model.Delivery, r Stored) error {
	if s.held == nil {
		return readerError()
	}
	defer s.giveBack(r.Key, d.ID) // it is in the database then
	if err := ctx.Err(); err != nil {
		return err
	}
	if !valid(d.ID) || s.Get(d.ID) != nil {
		return &client.Error{Kind: client.KindInvalid, Op: op, What: "%q is not the id of a delivery, or was stored before", Args: []any{d.ID}}
	}
	e := &entry{d: bounded(d), wrote: d.Ahead}
	detach(e.d)
	if r.Key != "" && d.State != model.DeliveryDuplicate {
		e.key = hashKey(r.Key)
	}
	done := make(chan error, 1)
	it := &item{do: addition(*e, r), done: done, ok: func() {
		s.list.insert(e)
		s.notStored(e)
	}}
	s.index.mu.Lock()
	taken := s.queue.put(it)
	if taken {
		s.adding = append(s.adding, e)
	}
	s.index.mu.Unlock()
	if !taken {
		return closedError()
	}
	if err := <-done; err != nil {
		s.index.mu.Lock()
		defer s.index.mu.Unlock()
		s.notStored(e)
		return err
	}
	s.grow(int64(len(r.Body)))
	return nil
}

// addition writes a delivery with its request.
func addition(e entry, r Stored) func(*sqlite.Link, int64) error {
	q := &request{Method: r.Method, Path: r.Path, WorkDir: model.FirstBytes(r.WorkDir, 2*maxName), Body: len(r.Body)}
	for _, h := range r.Header {
		q.Header = append(q.Header, [2]string{h.Name, h.Value})
	}
	return func(l *sqlite.Link, rev int64) error {
		if err := e.insert(l, rev, q); err != nil {
			return err
		}
		return putParts(l, e.d.ID, "body", r.Body)
	}
}

// Seen returns the delivery that had the idempotency key in the last 24 hours.
func (s *Store) Seen(key string, now time.Time) (id string, ok bool) {
	err := s.r.use(func(l *sqlite.Link) (err error) {
		ok, err = l.Row("SELECT id FROM delivery WHERE key = ? AND id > ? ORDER BY id LIMIT 1", []any{hashKey(key), NewID(now.Add(-keepKeys))}, &id)
		return err
	})
	if d := s.Get(id); err != nil || d != nil && undone(d) { // that is not written yet
		return "", false
	}
	return id, ok
}

// keepKeys is how long an idempotency key counts.
const keepKeys = 24 * time.Hour

// Claim is Seen, and reserves the key for the id in the same step when it was not
// seen. An Add of that id must follow.
func (s *Store) Claim(key, id string, now time.Time) (first string, seen bool) {
	s.claiming.Lock()
	defer s.claiming.Unlock()
	s.index.mu.Lock()
	first, seen = s.claimed[key]
	s.index.mu.Unlock()
	if !seen {
		first, seen = s.Seen(key, now)
	}
	if !seen {
		s.index.mu.Lock()
		defer s.index.mu.Unlock()
		s.claimed[key] = id
	}
	return first, seen
}

// giveBack releases a key that Claim reserved.
func (s *Store) giveBack(key, id string) {
	s.index.mu.Lock()
	defer s.index.mu.Unlock()
	if s.claimed[key] == id {
		delete(s.claimed, key)
	}
}

// Set stores the new state of a delivery: State, Reason, Count, Last, Ahead,
// Started, Ended, Exit, Output, Lives and Notes; the rest is unchanged. It is
// visible at once, and written soon: a change of State within a moment (see
// Settle), the others within a second. An ended delivery does not start again.
func (s *Store) Set(d model.Delivery) {
	s.index.mu.Lock()
	defer s.index.mu.Unlock()
	if s.held == nil || !s.queue.open() || !valid(d.ID) {
		return
	}
	e := s.list.byID[d.ID]
	if e == nil { // no longer in memory
		s.mark(&entry{d: bounded(d)}, true)
		return
	}
	old, now := e.d, *e.d
	becameOf(&d).in(&now)
	b := bounded(now)
	if !s.list.set(e, b) {
		return
	}
	if b.State.Ended() && !old.State.Ended() {
		s.grow(b.Output)
	}
	switch {
	case !sameState(old, b):
		s.mark(e, true)
	case old.Output != b.Output || old.Count != b.Count || b.Ahead != old.Ahead && (b.Ahead <= 3 || b.Ahead <= e.wrote/2):
		// Thousands may wait, and each moves up whenever one starts: that is
		// written only now and then.
		s.mark(e, false)
	}
	s.changed()
}

// sameState: only what changes often differs.
func sameState(a, b *model.Delivery) bool {
	return a.State == b.State && a.Lives == b.Lives && a.Reason == b.Reason && a.Exit == b.Exit && a.Started.Equal(b.Started) &&
		a.Ended.Equal(b.Ended) && slices.Equal(a.Notes, b.Notes)
}

// SetDetail stores how its work is started. With Argv the work is about to start:
// then SetDetail waits until that, and its state, are written, so
// that the next owner knows it when this one is killed meanwhile.
func (s *Store) SetDetail(id string, r Ran) {
	if s.held == nil || !valid(id) {
		return
	}
	w := &ran{Dir: model.FirstBytes(r.Dir, 2*maxName), Prompt: len(r.Prompt)}
	size := 0
	for _, a := range r.Argv {
		a = model.FirstBytes(a, max(maxArg-size, 0))
		size += len(a)
		w.Argv = append(w.Argv, a)
	}
	s.about(id, func(l *sqlite.Link, _ int64) error {
		if err := l.Do("UPDATE delivery SET ran = ? WHERE id = ?", encoded(w), id); err != nil {
			return err
		}
		if err := l.Do("DELETE FROM part WHERE id = ? AND kind = 'prompt'", id); err != nil {
			return err
		}
		return putParts(l, id, "prompt", r.Prompt)
	}, len(w.Argv) > 0)
}

// Started stores its process, so that it can be found when this owner is killed. It
// waits until that is written, but not for a disk that blocks.
func (s *Store) Started(id string, pid int, start string) {
	if s.held == nil || !valid(id) {
		return
	}
	s.index.mu.Lock()
	if e := s.list.byID[id]; e != nil {
		e.proc = process{pid, start}
	}
	s.index.mu.Unlock()
	s.about(id, func(l *sqlite.Link, _ int64) error {
		return l.Do("UPDATE delivery SET pid = ?, start = ? WHERE id = ?", pid, start, id)
	}, true)
}

// about writes something of a delivery, with its state. It waits for that, but not for a disk that blocks.
func (s *Store) about(id string, do func(*sqlite.Link, int64) error, waits bool) {
	var now []state
	s.index.mu.Lock()
	if e := s.list.byID[id]; e != nil {
		now = []state{{e: e}}
	}
	s.index.mu.Unlock()
	it := &item{keep: true, do: func(l *sqlite.Link, rev int64) error {
		return errors.Join(do(l, rev), s.writeStates(l, rev, now))
	}}
	if !waits {
		s.queue.put(it)
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), 2*time.Second)
	defer cancel()
	_ = s.ask(ctx, it) // written later, or impossible
}

// Clear removes ended deliveries from the list.
func (s *Store) Clear() {
	if s.held == nil {
		return
	}
	s.index.mu.Lock()
	defer s.index.mu.Unlock()
	var ended []state // in memory, and not yet in the database
	for _, c := range s.dirtyNow() {
		if c.e.d.State.Ended() {
			ended = append(ended, c)
		}
	}
	if !s.queue.put(&item{do: func(l *sqlite.Link, rev int64) error {
		if err := s.writeStates(l, rev, ended); err != nil {
			return err
		}
		return l.Do("UPDATE delivery SET hidden = 1, rev = ? WHERE ended = 1 AND hidden = 0", rev)
	}}) {
		return
	}
	s.list.clear()
	for _, e := range s.adding { // they come before it
		e.hidden = e.hidden || e.d.State.Ended()
	}
	s.refused.rows = nil // the next ones begin rows of their own
	s.changed()
}
