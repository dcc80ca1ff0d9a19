package embedded

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"sync/atomic"
	"time"

	"aloft/client/office/word"
	"aloft/model/text"
)

const (
	// leaseFor is how long an owner counts as alive after its last word.
	leaseFor = 10 * time.Second
	// leaseBeat is how often an owner says so, and how far it is.
	leaseBeat = 200 * time.Millisecond
	// maxTries is how many owners may die over one task: a file that kills
	// whoever reads it must not kill one process after the other.
	maxTries = 4
	// together is how many tasks one process works on at a time.
	together = 2
)

// transferring is what a service keeps for imports and exports.
type transferring struct {
	ctx    context.Context // ends with the service
	end    context.CancelFunc
	owner  string        // whose leases are ours
	slots  chan struct{} // one for each task that is worked on
	chance *chance       // of the switches; guarded by Service.mu
	left   bool          // at the start there was work of others to look after
}

func newTransferring(seed uint64) transferring {
	ctx, end := context.WithCancel(context.Background())
	return transferring{ctx: ctx, end: end, owner: newID(), slots: make(chan struct{}, together), chance: newChance(seed)}
}

// goOn looks, beside everything else, after what a process before this one left.
func (s *Service) goOn() {
	if !s.enter() {
		return
	}
	go func() {
		defer s.calls.Done()
		// What fails here is done by the next tool call, or the next start.
		if s.bytes.left {
			_ = s.settleTransfers(s.bytes.ctx)
		}
		_ = s.sweep()
	}()
}

// dueTransfer reports whether a task waits for somebody to look.
func (l *link) dueTransfer(now int64) (waits bool, err error) {
	var one int
	return l.row("SELECT 1 FROM transfer WHERE state = 'worked' AND due <= ?1 OR state = 'running' AND lease <= ?1 LIMIT 1", []any{now}, &one)
}

// step tells a test where things are: it may end the process there.
func (s *Service) step(name string) {
	if s.o.onStep != nil {
		s.o.onStep(name)
	}
}

// product is what the work on a task has made.
type product struct {
	blob
	suffix string
	notes  []string
}

// settleTransfers finishes what is due and takes over what others have left.
// Every tool call begins with it, so that whoever looks finds things done.
func (s *Service) settleTransfers(ctx context.Context) error {
	now := s.now().UnixNano()
	waits := false
	err := s.db.view(ctx, func(l *link) (err error) {
		waits, err = l.dueTransfer(now)
		return err
	})
	if err != nil || !waits || s.db.why != nil {
		return err
	}
	var ours []transfer
	err = s.update(ctx, func(l *link) error {
		ours = nil
		for {
			t, found, err := l.transfer("state = 'worked' AND due <= ?", now)
			if err != nil || !found {
				return errors.Join(err, s.takeOver(l, now, &ours))
			}
			if err := s.finish(l, t); err != nil {
				return err
			}
		}
	})
	if err != nil {
		return err
	}
	for _, t := range ours {
		s.pursue(t)
	}
	return nil
}

// takeOver claims the tasks whose owner is dead.
func (s *Service) takeOver(l *link, now int64, ours *[]transfer) error {
	for {
		t, found, err := l.transfer("state = 'running' AND lease <= ?", now)
		if err != nil || !found {
			return err
		}
		if t.tries >= maxTries {
			if err := l.failTransfer(t.id, "given up: the service ended %d {time|times} in the midst of this task", t.tries); err != nil {
				return err
			}
			continue
		}
		t.owner, t.tries = s.bytes.owner, t.tries+1
		t.lease = now + int64(leaseFor)
		if err := l.do("UPDATE transfer SET owner = ?, lease = ?, tries = ? WHERE id = ?", t.owner, t.lease, t.tries, t.id); err != nil {
			return err
		}
		*ours = append(*ours, t)
	}
}

func (l *link) failTransfer(id string, why text.Text, args ...any) error {
	var c *text.Catalogue
	return l.do("UPDATE transfer SET state = 'failed', error = ? WHERE id = ? AND state IN ('running', 'worked')", c.Say(why, args...), id)
}

// pursue works on a task that is ours. When the service has closed meanwhile the
// next one finds the lease at its end.
func (s *Service) pursue(t transfer) {
	if !s.enter() {
		return
	}
	go func() {
		defer s.calls.Done()
		s.work(t)
	}()
}

func (s *Service) work(t transfer) {
	ctx, end := context.WithCancel(s.bytes.ctx)
	defer end()
	var far atomic.Int64
	beating := make(chan struct{})
	go func() {
		defer close(beating)
		s.beat(ctx, t, &far)
	}()
	var made product
	var read *word.Document
	var err error
	select {
	case s.bytes.slots <- struct{}{}:
		made, err = s.produce(ctx, t, func(n int64) { far.Add(n) })
		if err == nil && t.kind == transferImport {
			read = s.readAhead(ctx, made)
		}
		<-s.bytes.slots
	case <-ctx.Done():
		err = ctx.Err()
	}
	end()
	<-beating
	s.step(t.kind + " produced")
	// What follows must not be cut short by the service's end: it is waited for.
	after := context.WithoutCancel(ctx)
	if errors.Is(err, context.Canceled) || err != nil && isBusy(err) {
		// Nobody need wait for the lease. When even that fails it runs out.
		_ = s.update(after, func(l *link) error {
			return l.do("UPDATE transfer SET lease = 0, tries = tries - 1 WHERE id = ? AND owner = ? AND state = 'running'", t.id, t.owner)
		})
		return
	}
	if s.settleWork(after, t, made, err) != nil {
		return // the row says running, the lease runs out, somebody does it again
	}
	s.step(t.kind + " settled")
	if wait := time.Unix(0, t.due).Sub(s.now()); err == nil && wait > 0 && s.wait(s.bytes.ctx, wait) {
		_ = s.settleTransfers(after) // else whoever looks next does
	}
	if read != nil {
		s.keepAhead(after, t.id, read)
	}
}

// longFile is the size from which on an imported Word file is read at once, so
// that nobody waits for it later.
const longFile = 100 << 10

// readAhead reads what will be a document. What cannot be read is nil, and says
// so when somebody opens it.
func (s *Service) readAhead(ctx context.Context, made product) (d *word.Document) {
	if made.suffix != "docx" || made.size < longFile {
		return nil
	}
	defer func() {
		if recover() != nil { // as in produce
			d = nil
		}
	}()
	d, err := s.firstVersion(ctx, &wordPage{document: document{blob: made.hash}})
	if err != nil || d.Len() < longDoc {
		return nil
	}
	return d
}

// keepAhead stores what readAhead has read. The service may be closing, which
// waits: the program that imported a file ends when it is in, and it is the next
// one that wants to read it.
func (s *Service) keepAhead(ctx context.Context, task string, d *word.Document) {
	var p wordPage
	err := s.db.view(ctx, func(l *link) error {
		t, _, err := l.transfer("id = ?", task)
		if err != nil {
			return err
		}
		if t.page == 0 { // nobody was there when it was due
			return errClosed
		}
		p, err = l.wordPage(t.page)
		return err
	})
	if err != nil || p.newest != 1 {
		return
	}
	p.doc = d
	if s.storeFirst(ctx, p) == nil {
		s.cacheDoc(p.seq, opened{doc: d, snapped: 1})
	}
}

// settleWork stores what the work came to, and ends the task if it is time.
func (s *Service) settleWork(ctx context.Context, t transfer, made product, failed error) error {
	notes := ""
	if len(made.notes) > 0 {
		b, err := json.Marshal(made.notes)
		if err != nil {
			return err
		}
		notes = string(b)
	}
	return s.update(ctx, func(l *link) error {
		if failed != nil {
			return l.do("UPDATE transfer SET state = 'failed', error = ? WHERE id = ? AND state = 'running'", sayTransfer(failed), t.id)
		}
		// Whoever else has worked on it meanwhile has come to the same.
		n, _, err := l.exec("UPDATE transfer SET state = 'worked', output = ?, suffix = ?, outsize = ?, warnings = ?, done = size WHERE id = ? AND state = 'running'",
			made.hash, made.suffix, made.size, notes, t.id)
		if err != nil || n == 0 || t.due > s.now().UnixNano() {
			return err
		}
		t.output, t.suffix, t.outSize = made.hash, made.suffix, made.size
		return s.finish(l, t)
	})
}

// finish ends a task whose work is done, as of the moment it was due. The
// document and the task's end are one transaction: there is never one document
// too many or too few, whenever a process is killed.
func (s *Service) finish(l *link, t transfer) error {
	if t.fail {
		return l.failTransfer(t.id, "the task failed")
	}
	if err := s.refer(t.output); err != nil {
		return l.failTransfer(t.id, "the bytes of %q are missing on the service's disk", t.name)
	}
	if t.kind == transferExport {
		return l.do("UPDATE transfer SET state = 'complete' WHERE id = ?", t.id)
	}
	at := time.Unix(0, t.due)
	d, err := l.addDocument(document{kind: t.pageKind, title: importTitle(t.name), blob: t.output, suffix: t.suffix, size: t.outSize}, at)
	if err != nil {
		return err
	}
	if err := l.view(d.seq, at); err != nil {
		return err
	}
	return l.do("UPDATE transfer SET state = 'complete', page = ? WHERE id = ?", d.seq, t.id)
}

// refer makes sure, under the write lock, that a file that is to be referred to
// has not been swept since it was written.
func (s *Service) refer(hash string) error {
	f, _, err := s.openBlob(hash)
	if err != nil {
		return err
	}
	return f.Close()
}

// beat tells the others that the owner lives and how far it is.
func (s *Service) beat(ctx context.Context, t transfer, far *atomic.Int64) {
	for last := int64(0); ; {
		timer := time.NewTimer(leaseBeat)
		select {
		case <-ctx.Done():
			timer.Stop()
			return
		case <-timer.C:
		}
		now, done := s.now().UnixNano(), far.Load()
		if done == last && t.lease-now > int64(leaseFor)/2 {
			continue
		}
		last, t.lease = done, now+int64(leaseFor)
		// A beat that fails is made up for by the next one.
		_ = s.update(ctx, func(l *link) error {
			return l.do("UPDATE transfer SET lease = ?, done = min(?, size) WHERE id = ? AND owner = ? AND state = 'running'", t.lease, done, t.id, t.owner)
		})
	}
}

// sayTransfer is the sentence a failed task answers.
func sayTransfer(err error) string {
	var c *text.Catalogue
	var refused docsError
	switch {
	case errors.As(err, &refused):
		return refused.message
	case errors.Is(err, fs.ErrNotExist):
		return c.Say("the bytes of this document are missing on the service's disk")
	}
	if t, known := diskTrouble(err); known {
		return c.Say(t)
	}
	return c.Say(text.BlobStorage, err.Error())
}
