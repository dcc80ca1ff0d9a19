package store

import (
	"context"
	"os"
	"slices"
	"time"

	"aloft/client"
	"aloft/client/durable"
	"aloft/model"
	"aloft/model/text"
)

// Add stores a delivery with an id of NewID; it is on the disk, and in the list,
// when Add returns. Names and session keys over 2 KiB are cut in the list, as is
// Work. When ctx ends a write that has begun is finished.
func (s *Store) Add(ctx context.Context, d model.Delivery, r Stored) error {
	if s.held == nil {
		return readerError()
	}
	if err := ctx.Err(); err != nil {
		s.giveBack(r.Key, d.ID)
		return err
	}
	if !valid(d.ID) || s.Get(d.ID) != nil {
		return &client.Error{Kind: client.KindInvalid, Op: op, What: "%q is not the id of a delivery, or was stored before", Args: []any{d.ID}}
	}
	e := &entry{d: bounded(d), wrote: d.Ahead}
	detach(e.d)
	if r.Key != "" {
		e.key = hashKey(r.Key)
	}
	it, err := s.addItem(e, r)
	if err != nil {
		s.giveBack(r.Key, d.ID)
		return &client.Error{Kind: client.KindLocal, Op: op, What: text.HookStoreWrite, Args: []any{reason(err)},
			Hint: text.HookStoreWriteHint, Err: err}
	}
	done := make(chan error, 1)
	it.durable, it.done = true, done
	s.index.mu.Lock()
	taken := s.queue.put(it)
	if taken {
		s.adding = append(s.adding, e)
	} else {
		s.list.forget(e.key, d.ID)
	}
	s.index.mu.Unlock()
	if !taken {
		_ = os.Remove(s.bodyFile(d.ID)) // if it exists
		return closedError()
	}
	if err := <-done; err != nil {
		_ = os.Remove(s.bodyFile(d.ID)) // if it exists
		return err
	}
	if n := int64(len(r.Body)); n > inline {
		s.grow(n)
	}
	return nil
}

// addItem makes the two lines of a delivery, and the file of a large body.
func (s *Store) addItem(e *entry, r Stored) (*item, error) {
	q := &request{Method: r.Method, Path: r.Path, WorkDir: model.FirstBytes(r.WorkDir, 2*maxName), Body: r.Body}
	for _, h := range r.Header {
		q.Header = append(q.Header, [2]string{h.Name, h.Value})
	}
	if len(r.Body) > inline {
		q.Body, q.File = nil, true
		if err := writeBody(s.bodyFile(e.d.ID), r.Body); err != nil {
			return nil, err
		}
	}
	req, err := (&record{T: recRequest, ID: e.d.ID, Request: q}).line()
	if err != nil {
		return nil, err
	}
	add, err := (&record{T: recAdd, ID: e.d.ID, Arrived: arrivedOf(e.d, e.key), Became: becameOf(e.d)}).line()
	if err != nil {
		return nil, err
	}
	return &item{kind: recAdd, id: e.d.ID, line: append(req, add...), req: len(req), e: e}, nil
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
		s.putSet(bounded(d))
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
		s.queue.sooner(d.ID)
		e.wrote = b.Ahead
		s.putSet(b)
	case old.Output != b.Output || old.Count != b.Count || b.Ahead != old.Ahead && (b.Ahead <= 3 || b.Ahead <= e.wrote/2):
		// Thousands may wait, and each moves up whenever one starts: the log gets
		// that only now and then.
		s.queue.later(d.ID, s.o.lazy)
	}
	s.changed()
}

// sameState: only what changes often differs.
func sameState(a, b *model.Delivery) bool {
	return a.State == b.State && a.Lives == b.Lives && a.Reason == b.Reason && a.Exit == b.Exit && a.Started.Equal(b.Started) &&
		a.Ended.Equal(b.Ended) && slices.Equal(a.Notes, b.Notes)
}

// putSet queues a state. The index's lock is held.
func (s *Store) putSet(d *model.Delivery) {
	if line, err := (&record{T: recSet, ID: d.ID, Became: becameOf(d)}).line(); err == nil {
		s.queue.put(&item{kind: recSet, id: d.ID, line: line, durable: true})
	}
}

// putLazy queues what changed often, once.
func (s *Store) putLazy() {
	if s.queue.crowded() {
		return
	}
	s.index.mu.Lock()
	defer s.index.mu.Unlock()
	for _, id := range s.queue.due() {
		e := s.list.byID[id]
		if e == nil {
			continue
		}
		if line, err := (&record{T: recSet, ID: id, Became: becameOf(e.d)}).line(); err == nil {
			e.wrote = e.d.Ahead
			s.queue.put(&item{kind: recSet, id: id, line: line})
		}
	}
}

// SetDetail stores how its work is started. With Argv the work is about to start:
// then SetDetail waits until that, and everything stored before, is written, so
// that the next owner knows it when this one is killed meanwhile.
func (s *Store) SetDetail(id string, r Ran) {
	if s.held == nil || !valid(id) {
		return
	}
	w := &ran{Dir: model.FirstBytes(r.Dir, 2*maxName), Prompt: string(r.Prompt[:min(len(r.Prompt), inline)])}
	size := 0
	for _, a := range r.Argv {
		a = model.FirstBytes(a, max(maxArg-size, 0))
		size += len(a)
		w.Argv = append(w.Argv, a)
	}
	if len(r.Prompt) > inline {
		w.Prompt = ""
		// If this fails only an agent's whole prompt is lost; the body is stored.
		w.PromptFile = durable.Replace(s.promptFile(id), r.Prompt, false) == nil
	}
	line, err := (&record{T: recRan, ID: id, Ran: w}).line()
	if err != nil {
		return
	}
	it := &item{kind: recRan, id: id, line: line}
	done := make(chan error, 1)
	if len(w.Argv) > 0 {
		it.done = done
	}
	if s.queue.put(it) && len(w.Argv) > 0 {
		patient(done)
	}
}

// patient waits for an item, but not for a disk that blocks.
func patient(done <-chan error) {
	t := time.NewTimer(2 * time.Second)
	defer t.Stop()
	select {
	case <-done: // written, or impossible
	case <-t.C:
	}
}

// Started stores its process, so that it can be found when this owner is killed. It
// waits until that is written, but not for a disk that blocks.
func (s *Store) Started(id string, pid int, start string) {
	if s.held == nil || !valid(id) {
		return
	}
	p := process{pid, start}
	line, err := (&record{T: recProcess, ID: id, Process: &p}).line()
	if err != nil {
		return
	}
	done := make(chan error, 1)
	it := &item{kind: recProcess, id: id, line: line, done: done}
	s.index.mu.Lock()
	taken := s.queue.put(it)
	if e := s.list.byID[id]; taken && e != nil {
		e.proc = p
	}
	s.index.mu.Unlock()
	if taken {
		patient(done)
	}
}

// Clear removes ended deliveries from the list.
func (s *Store) Clear() {
	if s.held == nil {
		return
	}
	line, err := (&record{T: recClear}).line()
	if err != nil {
		return
	}
	s.index.mu.Lock()
	defer s.index.mu.Unlock()
	if !s.queue.put(&item{kind: recClear, line: line, durable: true}) {
		return
	}
	s.list.clear()
	for _, e := range s.adding { // they come before it in the log
		e.hidden = e.hidden || e.d.State.Ended()
	}
	s.refused.rows = nil // the next ones begin rows of their own
	s.changed()
}
