package run

import (
	"time"

	"aloft/client"
	"aloft/client/holder"
	"aloft/client/jobs/journal"
	"aloft/client/jobs/store"
)

// The lock on a job's log is its lease: who has it may send for the job. A process
// that is stopped (Ctrl-Z) keeps it, and with it everybody from what the job has
// not settled. When somebody wants that, and the holder has been stopped for a
// while, the log is replaced by a copy of itself with a lock of its own. That is
// safe, whenever the holder wakes:
//
//   - Right before a change is sent, under the gate's lock, its sender looks whether
//     the log is still the one that its path names (journal.Announce).
//   - The log is replaced under the same lock, at a moment when nobody is between
//     that look and the end of a request (client.Fencer). So what stands in the log
//     as about to be sent was sent before, or never will be, and the Verifier may
//     settle it. A process stopped in between is waited for.
//   - Where nothing fences, on a disk, a job is overtaken only when nothing is
//     about to be sent.
//
// The holder finds out when it wakes: it looks before each turn, once a second, and
// after each record. The same look finds a job's folder that was deleted.

// leaseTime is how long a holder must have been stopped before it is overtaken.
const leaseTime = 10 * time.Second

// overtakeStopped takes up what somebody here waits for and a stopped process holds.
func (e *Executor) overtakeStopped() {
	e.mu.Lock()
	var due []*job
	for _, j := range e.jobs {
		if j.held && j.wanted != "" && j.stopped >= e.scaled(leaseTime) {
			due = append(due, j)
		}
	}
	e.mu.Unlock()
	for _, j := range due {
		if err := e.overtake(j); err != nil {
			e.change(j, func() {
				if j.refusal, j.refusals = err, j.refusals+1; j.outOfReach() != nil {
					e.wake()
				}
			})
		}
	}
}

func (e *Executor) overtake(old *job) error {
	e.mu.Lock()
	want, from, unsettled := old.wanted, old.By, old.Unsettled() != nil
	e.mu.Unlock()
	src, err := e.o.Sources.For(old.root())
	if err != nil {
		return err
	}
	j, err := e.planned(old.id, old.dir)
	if err != nil {
		return err
	}
	j.wantCancel, j.settling = want == store.AskCancel, want == wantSettle || want == store.AskPause
	var jn *journal.Writer
	var rs []journal.Record
	swap := func() (err error) {
		jn, rs, err = journal.Replace(old.dir, from, e.o.WrapLog, e.o.Hook)
		return err
	}
	switch f, ok := src.(client.Fencer); {
	case ok:
		err = f.Fence(e.reads, swap)
	case unsettled:
		err = holder.Held("job", old.id, from)
	default:
		err = swap()
	}
	if err != nil {
		return err
	}
	e.o.Hook("overtaken")
	_ = store.Asked(old.dir) // the wish was granted
	return e.takeWith(j, src, jn, rs)
}
