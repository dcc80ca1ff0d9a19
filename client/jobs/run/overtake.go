package run

import (
	"time"

	"aloft/client"
	"aloft/client/jobs/journal"
)

// The lock on a job's log is its lease: the process that holds it may send for the
// job. A stopped process (Ctrl-Z) keeps it, and blocks everybody from what the job
// has not settled. When somebody needs that, and the holder has been stopped for a
// while, the log is replaced by a copy of itself with a lock of its own. That is
// safe, whenever the holder is continued:
//
//  - Right before a change is sent, under the gate's lock, its sender checks whether
//    the log is still the file at its path (journal.Announce).
//  - The log is replaced under the same lock, at a moment when nobody is between
//    that check and the end of a request (client.Fencer). So an intent in the log
//    was either sent before, or never will be, and the Verifier may settle it. A
//    process that is stopped in between is waited for.
//  - Where nothing fences, on a disk, a job is overtaken only when it has no intent
//    without an answer.
//
// The holder notices when it is continued: it checks before each turn, once a
// second, and after each record. The same check finds that a job's folder was
// deleted.

// leaseTime is how long a holder must have been stopped before it is overtaken.
const leaseTime = 10 * time.Second

// overtakeStopped takes over jobs of a stopped process that are wanted here.
func (e *Executor) overtakeStopped() {
	e.mu.Lock()
	var due []*job
	for _, j := range e.jobs {
		if j.held && j.their.wanted != "" && j.their.stopped >= e.scaled(leaseTime) {
			due = append(due, j)
		}
	}
	e.mu.Unlock()
	for _, j := range due {
		if err := e.overtake(j); err != nil {
			e.change(j, func() {
				if j.their.refusal, j.their.refusals = err, j.their.refusals+1; j.outOfReach() != nil {
					e.wake()
				}
			})
		}
	}
}

func (e *Executor) overtake(old *job) error {
	e.mu.Lock()
	want, from, unsettled, root := old.their.wanted, old.By, old.Unsettled() != nil, old.root()
	e.mu.Unlock()
	src, err := e.o.Sources.For(root)
	if err != nil {
		return err
	}
	j, err := e.planned(old.id, old.dir)
	if err != nil {
		return err
	}
	j.wantCancel, j.settling = want == journal.AskCancel, want == wantSettle || want == journal.AskPause
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
		err = client.Held("job")(old.id, from)
	default:
		err = swap()
	}
	if err != nil {
		return err
	}
	e.o.Hook("overtaken")
	_ = journal.Asked(old.dir) // the request was carried out
	return e.takeWith(j, src, jn, rs)
}
