package store

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"aloft/client"
	"aloft/client/durable"
	"aloft/model"
	"aloft/model/text"
)

// Add stores a delivery with an id of NewID; it is on the disk, and in the list,
// when Add returns. Names and session keys over 2 KiB are cut in the list, as
// is Work. What was once begun is finished even when ctx ends.
func (s *Store) Add(ctx context.Context, d model.Delivery, r Stored) error {
	if s.held == nil {
		return readerError()
	}
	if err := ctx.Err(); err != nil {
		s.giveBack(r.Key, d.ID)
		return err
	}
	if !valid(d.ID) || s.Get(d.ID) != nil {
		return &client.Error{Kind: client.KindInvalid, Op: op, What: "%q is no id of a delivery, or it was stored before", Args: []any{d.ID}}
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
	s.mu.Lock()
	if s.ended {
		s.list.forget(e.key, d.ID)
		s.mu.Unlock()
		_ = os.Remove(s.bodyFile(d.ID)) // if there is one
		return closedError()
	}
	s.adding = append(s.adding, e)
	s.put(it)
	s.mu.Unlock()
	if err := <-done; err != nil {
		_ = os.Remove(s.bodyFile(d.ID)) // if there is one
		return err
	}
	s.grow(int64(len(r.Body)))
	return nil
}

func (s *Store) giveBack(key, id string) {
	if key == "" {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.list.forget(hashKey(key), id)
}

// addItem makes the two lines of a delivery, and the file of a large body.
func (s *Store) addItem(e *entry, r Stored) (*item, error) {
	q := &request{Method: r.Method, Path: r.Path, WorkDir: model.FirstBytes(r.WorkDir, 2*mostName), Body: r.Body}
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

// writeBody is durable when it returns.
func writeBody(path string, b []byte) error {
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, fs.ErrNotExist) { // somebody removed the folder
		if err = os.MkdirAll(filepath.Dir(path), 0o700); err == nil {
			f, err = os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
		}
	}
	if err != nil {
		return err
	}
	_, err = f.Write(b)
	if err == nil {
		err = f.Sync()
	}
	if err = errors.Join(err, f.Close()); err == nil {
		err = durable.SyncDir(filepath.Dir(path))
	}
	if err != nil {
		_ = os.Remove(path)
	}
	return err
}

// Set notes what became of a delivery: State, Reason, Count, Last, Ahead,
// Started, Ended, Exit, Output, Lives and Notes; the rest stays as it arrived. It is
// seen at once, and written soon: a change of state within a moment (see
// Settle), the others within a second. What has ended does not begin again.
func (s *Store) Set(d model.Delivery) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.held == nil || s.ended || !valid(d.ID) {
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
		s.growLocked(b.Output)
	}
	switch {
	case !sameState(old, b):
		delete(s.lazy, d.ID)
		e.wrote = b.Ahead
		s.putSet(b)
	case old.Output != b.Output || old.Count != b.Count || b.Ahead != old.Ahead && (b.Ahead <= 3 || b.Ahead <= e.wrote/2):
		// Thousands may wait, and each moves up whenever one begins: of that the
		// log is told when it is news.
		s.later(d.ID)
	}
	s.changed()
}

// sameState: nothing differs but what changes often.
func sameState(a, b *model.Delivery) bool {
	return a.State == b.State && a.Lives == b.Lives && a.Reason == b.Reason && a.Exit == b.Exit && a.Started.Equal(b.Started) &&
		a.Ended.Equal(b.Ended) && slices.Equal(a.Notes, b.Notes)
}

// putSet queues a state. s.mu is held.
func (s *Store) putSet(d *model.Delivery) {
	if line, err := (&record{T: recSet, ID: d.ID, Became: becameOf(d)}).line(); err == nil {
		s.put(&item{kind: recSet, id: d.ID, line: line, durable: true})
	}
}

// putLazy queues what changed often, once.
func (s *Store) putLazy() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.queue) > mostQueued {
		return
	}
	for id := range s.lazy {
		e := s.list.byID[id]
		if e == nil {
			continue
		}
		if line, err := (&record{T: recSet, ID: id, Became: becameOf(e.d)}).line(); err == nil {
			e.wrote = e.d.Ahead
			s.put(&item{kind: recSet, id: id, line: line})
		}
	}
	clear(s.lazy)
}

// SetDetail notes how its work is begun. With Argv it is about to: then it waits
// until that, and all that was noted before, is written, so that the next owner
// tells the truth when this one is killed meanwhile.
func (s *Store) SetDetail(id string, r Ran) {
	if s.held == nil || !valid(id) {
		return
	}
	w := &ran{Dir: model.FirstBytes(r.Dir, 2*mostName), Prompt: string(r.Prompt[:min(len(r.Prompt), inline)])}
	size := 0
	for _, a := range r.Argv {
		a = model.FirstBytes(a, max(mostArg-size, 0))
		size += len(a)
		w.Argv = append(w.Argv, a)
	}
	if len(r.Prompt) > inline {
		w.Prompt = ""
		// Only an agent's whole prompt is lost when this fails; the body is there.
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
	s.mu.Lock()
	if s.ended {
		s.mu.Unlock()
		return
	}
	s.put(it)
	s.mu.Unlock()
	if len(w.Argv) > 0 {
		patient(done)
	}
}

// patient waits for an item, but not for a disk that takes nothing.
func patient(done <-chan error) {
	t := time.NewTimer(2 * time.Second)
	defer t.Stop()
	select {
	case <-done: // written, or it cannot be
	case <-t.C:
	}
}

// Started notes its process, so that it can be found when this one is killed.
// It waits until that is written, but not for a disk that takes nothing.
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
	s.mu.Lock()
	if s.ended {
		s.mu.Unlock()
		return
	}
	if e := s.list.byID[id]; e != nil {
		e.proc = p
	}
	s.put(it)
	s.mu.Unlock()
	patient(done)
}

// Clear takes what has ended off the list.
func (s *Store) Clear() {
	if s.held == nil {
		return
	}
	line, err := (&record{T: recClear}).line()
	if err != nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ended {
		return
	}
	s.list.clear()
	for _, e := range s.adding { // they stand before it in the log
		e.hidden = e.hidden || e.d.State.Ended()
	}
	s.refused.rows = nil // the next ones begin rows of their own
	s.put(&item{kind: recClear, line: line, durable: true})
	s.changed()
}

func (s *Store) bodyFile(id string) string   { return filepath.Join(s.dir, bodyName, id) }
func (s *Store) promptFile(id string) string { return filepath.Join(s.dir, bodyName, id+".prompt") }

// OutputFile is where the output of a delivery belongs. Its folder exists.
func (s *Store) OutputFile(id string) string {
	if !valid(id) {
		return ""
	}
	return filepath.Join(s.dir, outName, id)
}
