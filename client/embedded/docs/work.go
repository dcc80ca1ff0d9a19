package docs

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"sync/atomic"
	"time"

	"aloft/client/embedded/flow"
	"aloft/client/embedded/pages"
	"aloft/client/embedded/store"
	"aloft/client/system/sqlite"
	"aloft/model/text"
)

const (
	// leaseFor is how long a lease lasts after its last renewal.
	leaseFor = 10 * time.Second
	// leaseBeat is how often an owner renews it, with its progress.
	leaseBeat = 200 * time.Millisecond
	// maxTries is how many owners may die over one task: a file that kills its
	// reader must not kill one process after the other.
	maxTries = 4
	// together is how many tasks one process works on at a time.
	together = 2
)

// Transfers does the work of imports and exports, and has their tools.
type Transfers struct {
	db     *store.DB
	pages  *pages.Store
	word   *Word
	lab    *flow.Lab
	life   *flow.Lifetime
	owner  string        // the owner of our leases
	slots  chan struct{} // one for each task under way
	secret []byte        // of signed links
}

// NewTransfers makes the service of imports and exports.
func NewTransfers(pages *pages.Store, word *Word, secret []byte, lab *flow.Lab, life *flow.Lifetime) *Transfers {
	return &Transfers{db: pages.DB, pages: pages, word: word, secret: secret, lab: lab, life: life,
		owner: store.NewID(), slots: make(chan struct{}, together)}
}

// GoOn continues an earlier process's work in the background.
func (s *Transfers) GoOn(ctx context.Context) error {
	left, err := s.waits(ctx, s.db.Now().UnixNano())
	if err != nil {
		return err
	}
	s.life.Start(func() {
		// If this fails the next tool call, or the next start, does it.
		if left {
			_ = s.Settle(s.life.Context())
		}
		_ = s.db.Sweep(s.life.Context())
	})
	return nil
}

// waits reports whether there is a task to settle.
func (s *Transfers) waits(ctx context.Context, now int64) (bool, error) {
	return s.db.Row(ctx, "SELECT 1 FROM transfer WHERE state = 'worked' AND due <= ?1 OR state = 'running' AND lease <= ?1 LIMIT 1", []any{now}, new(int))
}

// product is the result of the work on a task.
type product struct {
	store.Blob
	suffix string
	notes  []string
}

// Settle finishes due work and takes over tasks of dead owners. Every tool call starts with it, so that its answer is
// up to date.
func (s *Transfers) Settle(ctx context.Context) error {
	now := s.db.Now().UnixNano()
	waits, err := s.waits(ctx, now)
	if err != nil || !waits || s.db.ReadOnly() != nil {
		return err
	}
	var ours []Transfer
	err = s.pages.Update(ctx, func(l pages.Rows) error {
		ours = nil
		for {
			t, err := findTransfer(l, "state = 'worked' AND due <= ?", now)
			if err != nil || t.seq == 0 {
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
func (s *Transfers) takeOver(l pages.Rows, now int64, ours *[]Transfer) error {
	for {
		t, err := findTransfer(l, "state = 'running' AND lease <= ?", now)
		if err != nil || t.seq == 0 {
			return err
		}
		if t.Tries >= maxTries {
			if err := failTransfer(l, t.ID, "given up: the service ended %d {time|times} in the middle of this task", t.Tries); err != nil {
				return err
			}
			continue
		}
		t.Owner, t.Tries = s.owner, t.Tries+1
		t.Lease = now + int64(leaseFor)
		if err := l.Do("UPDATE transfer SET owner = ?, lease = ?, tries = ? WHERE id = ?", t.Owner, t.Lease, t.Tries, t.ID); err != nil {
			return err
		}
		*ours = append(*ours, t)
	}
}

func failTransfer(l pages.Rows, id, why string, args ...any) error {
	return l.Do("UPDATE transfer SET state = 'failed', error = ? WHERE id = ? AND state IN ('running', 'worked')", text.Wire(why, args...), id)
}

// pursue works on a task of ours. If the service closes meanwhile, the lease expires and the next process takes over.
func (s *Transfers) pursue(t Transfer) { s.life.Start(func() { s.work(t) }) }

func (s *Transfers) work(t Transfer) {
	ctx, end := context.WithCancel(s.life.Context())
	defer end()
	var far atomic.Int64
	beating := make(chan struct{})
	go func() {
		defer close(beating)
		s.beat(ctx, t, &far)
	}()
	var made product
	var read *Ahead
	var err error
	select {
	case s.slots <- struct{}{}:
		made, err = s.produce(ctx, t, func(n int64) { far.Add(n) })
		if err == nil && t.Kind == TransferImport {
			read = s.word.ReadAhead(ctx, made.Blob, made.suffix)
		}
		<-s.slots
	case <-ctx.Done():
		err = ctx.Err()
	}
	end()
	<-beating
	s.db.Step(t.Kind + " produced")
	// Close waits for the rest and must not cut it short.
	after := context.WithoutCancel(ctx)
	if errors.Is(err, context.Canceled) || err != nil && sqlite.IsBusy(err) {
		// Nobody need wait for the lease. If this fails it expires.
		_ = s.pages.Update(after, func(l pages.Rows) error {
			return l.Do("UPDATE transfer SET lease = 0, tries = tries - 1 WHERE id = ? AND owner = ? AND state = 'running'", t.ID, t.Owner)
		})
		return
	}
	if s.settleWork(after, t, made, err) != nil {
		return // the row says running; after the lease another process repeats it
	}
	s.db.Step(t.Kind + " settled")
	if wait := time.Unix(0, t.Due).Sub(s.db.Now()); err == nil && wait > 0 && s.life.Wait(s.life.Context(), wait) {
		_ = s.Settle(after) // otherwise the next caller does
	}
	if read != nil {
		s.keepAhead(after, t.ID, read)
	}
}

// keepAhead stores the document that was read ahead. The service may be closing,
// which waits: the program that imported a file ends when the document exists, and
// the next one wants to read it.
func (s *Transfers) keepAhead(ctx context.Context, task string, read *Ahead) {
	t, err := readTransfer(ctx, s.pages, "id = ?", task)
	if err == nil && t.Page != 0 { // otherwise no process was there when it was due
		s.word.KeepAhead(ctx, t.Page, read)
	}
}

// settleWork stores the result of the work, and ends the task when it is due.
func (s *Transfers) settleWork(ctx context.Context, t Transfer, made product, failed error) error {
	notes := ""
	if len(made.notes) > 0 {
		b, err := json.Marshal(made.notes)
		if err != nil {
			return err
		}
		notes = string(b)
	}
	return s.pages.Update(ctx, func(l pages.Rows) error {
		if failed != nil {
			return l.Do("UPDATE transfer SET state = 'failed', error = ? WHERE id = ? AND state = 'running'", sayTransfer(failed), t.ID)
		}
		// Another process that did the same work has the same result.
		n, _, err := l.Exec("UPDATE transfer SET state = 'worked', output = ?, suffix = ?, outsize = ?, warnings = ?, done = size WHERE id = ? AND state = 'running'",
			made.Hash, made.suffix, made.Size, notes, t.ID)
		if err != nil || n == 0 || t.Due > s.db.Now().UnixNano() {
			return err
		}
		t.Output, t.Suffix, t.OutSize = made.Hash, made.suffix, made.Size
		return s.finish(l, t)
	})
}

// finish ends a task whose work is done, as of the time it was due. The document
// and the task's end are one transaction: there is never one document too many or
// too few, whenever a process is killed.
func (s *Transfers) finish(l pages.Rows, t Transfer) error {
	if t.Fail {
		return failTransfer(l, t.ID, "the task failed")
	}
	if err := s.db.Refer(t.Output); err != nil {
		return failTransfer(l, t.ID, "the bytes of %q are missing on the service's disk", t.Name)
	}
	if t.Kind == TransferExport {
		return l.Do("UPDATE transfer SET state = 'complete' WHERE id = ?", t.ID)
	}
	at := time.Unix(0, t.Due)
	d, err := l.Add(pages.Document{Kind: t.PageKind, Title: importTitle(t.Name), Blob: t.Output, Suffix: t.Suffix, Size: t.OutSize}, at)
	if err != nil {
		return err
	}
	if err := l.Viewed(d.Seq, at); err != nil {
		return err
	}
	return l.Do("UPDATE transfer SET state = 'complete', page = ? WHERE id = ?", d.Seq, t.ID)
}

// beat renews the lease, and stores the progress.
func (s *Transfers) beat(ctx context.Context, t Transfer, far *atomic.Int64) {
	for last := int64(0); ; {
		select {
		case <-ctx.Done():
			return
		case <-time.After(leaseBeat):
		}
		now, done := s.db.Now().UnixNano(), far.Load()
		if done == last && t.Lease-now > int64(leaseFor)/2 {
			continue
		}
		last, t.Lease = done, now+int64(leaseFor)
		// If this fails the next beat does it.
		_ = s.pages.Update(ctx, func(l pages.Rows) error {
			return l.Do("UPDATE transfer SET lease = ?, done = min(?, size) WHERE id = ? AND owner = ? AND state = 'running'", t.Lease, done, t.ID, t.Owner)
		})
	}
}

// sayTransfer is the message that a failed task answers.
func sayTransfer(err error) string {
	var refused pages.Error
	switch {
	case errors.As(err, &refused):
		return refused.Message
	case errors.Is(err, fs.ErrNotExist):
		return "the bytes of this document are missing on the service's disk"
	}
	if t, known := store.DiskTrouble(err); known {
		return t
	}
	return text.Wire(text.BlobStorage, err.Error())
}
