package embedded

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"sync/atomic"
	"time"

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

// transferService is the work of imports and exports, and their tools.
type transferService struct {
	db     *store
	pages  *pageStore
	word   *wordService
	links  *links
	faults *BlobFaults
	chance *chance
	life   *lifetime
	owner  string        // whose leases are ours
	slots  chan struct{} // one for each task that is worked on
}

// newTransfers begins to look after imports and exports.
func newTransfers(pages *pageStore, word *wordService, links *links, faults *BlobFaults, chance *chance, life *lifetime) *transferService {
	return &transferService{db: pages.db, pages: pages, word: word, links: links, faults: faults, chance: chance, life: life,
		owner: newID(), slots: make(chan struct{}, together)}
}

// GoOn looks, beside everything else, after what a process before this one left.
func (s *transferService) GoOn(ctx context.Context) error {
	left := false
	err := s.pages.view(ctx, func(l rows) (err error) {
		left, err = dueTransfer(l, s.db.now().UnixNano())
		return err
	})
	if err != nil {
		return err
	}
	s.life.start(func() {
		// What fails here is done by the next tool call, or the next start.
		if left {
			_ = s.settleTransfers(s.life.context())
		}
		_ = s.db.sweep(s.life.context())
	})
	return nil
}

// dueTransfer reports whether a task waits for somebody to look.
func dueTransfer(l rows, now int64) (waits bool, err error) {
	var one int
	return l.row("SELECT 1 FROM transfer WHERE state = 'worked' AND due <= ?1 OR state = 'running' AND lease <= ?1 LIMIT 1", []any{now}, &one)
}

// product is what the work on a task has made.
type product struct {
	blob
	suffix string
	notes  []string
}

// settleTransfers finishes what is due and takes over what others have left.
// Every tool call begins with it, so that whoever looks finds things done.
func (s *transferService) settleTransfers(ctx context.Context) error {
	now := s.db.now().UnixNano()
	waits := false
	err := s.pages.view(ctx, func(l rows) (err error) {
		waits, err = dueTransfer(l, now)
		return err
	})
	if err != nil || !waits || s.db.readOnly() != nil {
		return err
	}
	var ours []transfer
	err = s.pages.update(ctx, func(l rows) error {
		ours = nil
		for {
			t, found, err := transferWhere(l, "state = 'worked' AND due <= ?", now)
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
func (s *transferService) takeOver(l rows, now int64, ours *[]transfer) error {
	for {
		t, found, err := transferWhere(l, "state = 'running' AND lease <= ?", now)
		if err != nil || !found {
			return err
		}
		if t.tries >= maxTries {
			if err := failTransfer(l, t.id, "given up: the service ended %d {time|times} in the midst of this task", t.tries); err != nil {
				return err
			}
			continue
		}
		t.owner, t.tries = s.owner, t.tries+1
		t.lease = now + int64(leaseFor)
		if err := l.do("UPDATE transfer SET owner = ?, lease = ?, tries = ? WHERE id = ?", t.owner, t.lease, t.tries, t.id); err != nil {
			return err
		}
		*ours = append(*ours, t)
	}
}

func failTransfer(l rows, id string, why text.Text, args ...any) error {
	var c *text.Catalogue
	return l.do("UPDATE transfer SET state = 'failed', error = ? WHERE id = ? AND state IN ('running', 'worked')", c.Say(why, args...), id)
}

// pursue works on a task that is ours. When the service has closed meanwhile the
// next one finds the lease at its end.
func (s *transferService) pursue(t transfer) { s.life.start(func() { s.work(t) }) }

func (s *transferService) work(t transfer) {
	ctx, end := context.WithCancel(s.life.context())
	defer end()
	var far atomic.Int64
	beating := make(chan struct{})
	go func() {
		defer close(beating)
		s.beat(ctx, t, &far)
	}()
	var made product
	var read *aheadDoc
	var err error
	select {
	case s.slots <- struct{}{}:
		made, err = s.produce(ctx, t, func(n int64) { far.Add(n) })
		if err == nil && t.kind == transferImport {
			read = s.word.readAhead(ctx, made.blob, made.suffix)
		}
		<-s.slots
	case <-ctx.Done():
		err = ctx.Err()
	}
	end()
	<-beating
	s.db.step(t.kind + " produced")
	// What follows must not be cut short by the service's end: it is waited for.
	after := context.WithoutCancel(ctx)
	if errors.Is(err, context.Canceled) || err != nil && isBusy(err) {
		// Nobody need wait for the lease. When even that fails it runs out.
		_ = s.pages.update(after, func(l rows) error {
			return l.do("UPDATE transfer SET lease = 0, tries = tries - 1 WHERE id = ? AND owner = ? AND state = 'running'", t.id, t.owner)
		})
		return
	}
	if s.settleWork(after, t, made, err) != nil {
		return // the row says running, the lease runs out, somebody does it again
	}
	s.db.step(t.kind + " settled")
	if wait := time.Unix(0, t.due).Sub(s.db.now()); err == nil && wait > 0 && s.life.wait(s.life.context(), wait) {
		_ = s.settleTransfers(after) // else whoever looks next does
	}
	if read != nil {
		s.keepAhead(after, t.id, read)
	}
}

// keepAhead stores what was read ahead. The service may be closing, which waits: the
// program that imported a file ends when it is in, and it is the next one that wants
// to read it.
func (s *transferService) keepAhead(ctx context.Context, task string, read *aheadDoc) {
	var t transfer
	err := s.pages.view(ctx, func(l rows) (err error) {
		t, _, err = transferWhere(l, "id = ?", task)
		return err
	})
	if err == nil && t.page != 0 { // else nobody was there when it was due
		s.word.keepAhead(ctx, t.page, read)
	}
}

// settleWork stores what the work came to, and ends the task if it is time.
func (s *transferService) settleWork(ctx context.Context, t transfer, made product, failed error) error {
	notes := ""
	if len(made.notes) > 0 {
		b, err := json.Marshal(made.notes)
		if err != nil {
			return err
		}
		notes = string(b)
	}
	return s.pages.update(ctx, func(l rows) error {
		if failed != nil {
			return l.do("UPDATE transfer SET state = 'failed', error = ? WHERE id = ? AND state = 'running'", sayTransfer(failed), t.id)
		}
		// Whoever else has worked on it meanwhile has come to the same.
		n, _, err := l.exec("UPDATE transfer SET state = 'worked', output = ?, suffix = ?, outsize = ?, warnings = ?, done = size WHERE id = ? AND state = 'running'",
			made.hash, made.suffix, made.size, notes, t.id)
		if err != nil || n == 0 || t.due > s.db.now().UnixNano() {
			return err
		}
		t.output, t.suffix, t.outSize = made.hash, made.suffix, made.size
		return s.finish(l, t)
	})
}

// finish ends a task whose work is done, as of the moment it was due. The
// document and the task's end are one transaction: there is never one document
// too many or too few, whenever a process is killed.
func (s *transferService) finish(l rows, t transfer) error {
	if t.fail {
		return failTransfer(l, t.id, "the task failed")
	}
	if err := s.db.refer(t.output); err != nil {
		return failTransfer(l, t.id, "the bytes of %q are missing on the service's disk", t.name)
	}
	if t.kind == transferExport {
		return l.do("UPDATE transfer SET state = 'complete' WHERE id = ?", t.id)
	}
	at := time.Unix(0, t.due)
	d, err := l.addDocument(document{kind: t.pageKind, title: importTitle(t.name), blob: t.output, suffix: t.suffix, size: t.outSize}, at)
	if err != nil {
		return err
	}
	if err := l.viewed(d.seq, at); err != nil {
		return err
	}
	return l.do("UPDATE transfer SET state = 'complete', page = ? WHERE id = ?", d.seq, t.id)
}

// beat tells the others that the owner lives and how far it is.
func (s *transferService) beat(ctx context.Context, t transfer, far *atomic.Int64) {
	for last := int64(0); ; {
		timer := time.NewTimer(leaseBeat)
		select {
		case <-ctx.Done():
			timer.Stop()
			return
		case <-timer.C:
		}
		now, done := s.db.now().UnixNano(), far.Load()
		if done == last && t.lease-now > int64(leaseFor)/2 {
			continue
		}
		last, t.lease = done, now+int64(leaseFor)
		// A beat that fails is made up for by the next one.
		_ = s.pages.update(ctx, func(l rows) error {
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
