package run

import (
	"time"

	"aloft/client"
	"aloft/client/holder"
	"aloft/client/jobs/journal"
	"aloft/client/jobs/store"
	"aloft/model"
	"aloft/model/text"
)

// The lock on a job's log is its lease: who has it may send for the job. A process
// that is stopped (Ctrl-Z) keeps it, and with it everybody from what the job has
// not settled. When somebody wants that, and the holder has been stopped for a
// while, the log is replaced by a copy of itself with a lock of its own. That is
// safe, whenever the holder wakes:
//
//   - Right before a change is sent, under the gate's lock, its sender looks whether
//     the log is still the one that its path names (announce.go).
//   - The log is replaced under the same lock, at a moment when nobody is between
//     that look and the end of a request (client.Fencer). So what stands in the log
//     as about to be sent was sent before, or never will be, and the Verifier may
//     settle it. A process stopped in between is waited for.
//   - Where nothing fences, on a disk, a job is overtaken only when nothing is
//     about to be sent.
//
// The holder finds out when it wakes: it looks once a second, before each turn and
// after each record. The same look finds a job's folder that was deleted.

// leaseTime is how long a holder must have been stopped before it is overtaken.
const leaseTime = 10 * time.Second

// mostRefusals: a process that was stopped in the middle of a request cannot be
// overtaken until it goes on or ends. Who waits for it is told so after so many
// looks, a second apart; what was asked of it stays asked.
const mostRefusals = 3

// wantSettle: of another process's job only what is unsettled is wanted.
const wantSettle = "settle"

// mayStillSend: the process is still the writer of the job. It is asked right
// before a change leaves.
func (g *registry) mayStillSend(j *job) error {
	j.logging.Lock()
	defer j.logging.Unlock()
	g.mu.Lock()
	jn := j.jn
	g.mu.Unlock()
	if jn == nil {
		return client.Errorf(client.KindLocal, "job", model.Place{}, text.JobsJournal, j.id)
	}
	return jn.Check()
}

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
	p, sum, err := e.store.ReadPlan(old.dir)
	if err != nil {
		return damaged(old.id, err)
	}
	j := newJob(old.id, old.dir, p, sum)
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

// putDown ends a job's stay in this process, which has only settled it.
func (e *Executor) putDown(j *job) error {
	if err := e.log(j, journal.Record{T: journal.RecPause, Out: journal.PauseClosed}); err != nil {
		return err
	}
	e.change(j, func() {
		j.jn.Close()
		j.jn, j.settling = nil, false
	})
	return nil
}
