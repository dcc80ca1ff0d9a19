package store

import (
	"context"
	"slices"
	"time"

	"aloft/client"
	"aloft/client/system/sqlite"
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
	key := ""
	if r.Key != "" && d.State != model.DeliveryDuplicate {
		key = hashKey(r.Key)
	}
	r.WorkDir = model.FirstBytes(r.WorkDir, 2*maxName)
	s.mu.Lock()
	before := s.clears
	s.mu.Unlock()
	err := s.ask(context.Background(), &item{do: insertion(*e.d, key, r), ok: func() {
		e.hidden = e.d.State.Ended() && s.clears != before // it was on its way before it
		s.list.insert(e)
	}})
	if err == nil {
		s.grow(int64(len(r.Body)))
	}
	return err
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
	s.mu.Lock()
	first, seen = s.claimed[key]
	s.mu.Unlock()
	if !seen {
		first, seen = s.Seen(key, now)
	}
	if !seen {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.claimed[key] = id
	}
	return first, seen
}

// giveBack releases a key that Claim reserved.
func (s *Store) giveBack(key, id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.claimed[key] == id {
		delete(s.claimed, key)
	}
}

// Set stores the new state of a delivery: State, Reason, Count, Last, Ahead,
// Started, Ended, Exit, Output, Lives and Notes; the rest is unchanged. It is
// visible at once, and written soon: a change of State within a moment (see
// Settle), the others within a second. An ended delivery does not start again.
func (s *Store) Set(d model.Delivery) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.held == nil || !s.queue.open() || !valid(d.ID) {
		return
	}
	e := s.list.byID[d.ID]
	if e == nil { // no longer in memory
		s.mark(&entry{d: bounded(d)}, true)
		return
	}
	old, now := e.d, *e.d
	become(&now, d)
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
	w := ran{Ran{Dir: model.FirstBytes(r.Dir, 2*maxName)}, len(r.Prompt)}
	size := 0
	for _, a := range r.Argv {
		a = model.FirstBytes(a, max(maxArg-size, 0))
		size += len(a)
		w.Argv = append(w.Argv, a)
	}
	s.put(func(l *sqlite.Link, _ int64) error {
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
	s.mu.Lock()
	if e := s.list.byID[id]; e != nil {
		e.proc = process{pid, start}
	}
	s.mu.Unlock()
	s.put(func(l *sqlite.Link, _ int64) error {
		return l.Do("UPDATE delivery SET pid = ?, start = ? WHERE id = ?", pid, start, id)
	}, true)
}

// put writes something after all that was stored before. With waits it waits for that, but not for a disk that blocks.
func (s *Store) put(do func(*sqlite.Link, int64) error, waits bool) {
	it := &item{keep: true, do: do}
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
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.held == nil || !s.queue.put(&item{do: func(l *sqlite.Link, rev int64) error {
		return l.Do("UPDATE delivery SET hidden = 1, rev = ? WHERE ended = 1 AND hidden = 0", rev)
	}}) {
		return
	}
	s.list.clear()
	s.clears++
	s.refused.rows = nil // the next ones begin rows of their own
	s.changed()
}
