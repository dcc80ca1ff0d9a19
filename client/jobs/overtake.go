package jobs

import (
	"errors"
	"os"
	"path/filepath"
	"time"

	"aloft/client"
	"aloft/client/durable"
	"aloft/client/holder"
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

// lost is nil while this process may send for the job.
func (j *journal) lost() error {
	mine, err := j.own.Stat()
	if err != nil {
		return err
	}
	there, err := os.Lstat(j.path)
	id := filepath.Base(filepath.Dir(j.path))
	switch {
	case errors.Is(err, os.ErrNotExist):
		e := client.Errorf(client.KindLocal, "job", model.Place{}, "the folder of job %s was removed while it ran; nothing more is sent", id)
		e.Hint = "list the entries to see how far it came"
		return e
	case err != nil:
		return err
	case os.SameFile(mine, there):
		return nil
	}
	by := holder.Holder{}
	if b, err := os.ReadFile(j.path); err == nil {
		rs, _ := readLog(b)
		by = writerOf(rs)
	}
	return client.Errorf(client.KindLocal, "job", model.Place{}, "job %s was taken over by %s while this process was stopped; nothing more is sent from here", id, by.String())
}

// check is lost, and the end of the journal when it is.
func (j *journal) check() error {
	if err := j.fault(); err != nil {
		return err
	}
	if err := j.lost(); err != nil {
		return j.breaks(err)
	}
	return nil
}

// writerOf is the process that took the job up last.
func writerOf(rs []record) holder.Holder {
	for i := len(rs) - 1; i >= 0; i-- {
		if rs[i].T == recStart && rs[i].By != nil {
			return *rs[i].By
		}
	}
	return holder.Holder{}
}

// mayStillSend: the process is still the writer of the job. It is asked right
// before a change leaves.
func (e *Engine) mayStillSend(j *job) error {
	j.logging.Lock()
	defer j.logging.Unlock()
	e.mu.Lock()
	jn := j.jn
	e.mu.Unlock()
	if jn == nil {
		return client.Errorf(client.KindLocal, "job", model.Place{}, text.JobsJournal, j.id)
	}
	return jn.check()
}

// replaceJournal takes the log away from a stopped process.
func (e *Engine) replaceJournal(dir string, from holder.Holder) (*journal, []record, error) {
	path := filepath.Join(dir, logName)
	f, err := lock(path + ".new")
	if err != nil {
		return nil, nil, err // somebody else is at it
	}
	var j *journal
	rs, err := func() ([]record, error) {
		b, err := os.ReadFile(path)
		if err != nil {
			return nil, err
		}
		rs, good := readLog(b)
		if writerOf(rs) != from || from.State() != holder.Stopped {
			return nil, errBusy
		}
		if err := f.Truncate(0); err != nil {
			return nil, err
		}
		if j, err = newJournal(f, path, e.o.wrapLog); err != nil {
			return nil, err
		}
		if err := j.log.Append(b[:good], true); err != nil {
			return nil, err
		}
		e.o.Hook("copied")
		if err := os.Rename(path+".new", path); err != nil {
			return nil, err
		}
		return rs, durable.SyncDir(dir)
	}()
	if err != nil {
		_ = f.Close()
		return nil, nil, err
	}
	return j, rs, nil
}

// overtakeStopped takes up what somebody here waits for and a stopped process holds.
func (e *Engine) overtakeStopped() {
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
				if j.kept, j.refusals = err, j.refusals+1; j.outOfReach() != nil {
					e.wake()
				}
			})
		}
	}
}

func (e *Engine) overtake(old *job) error {
	e.mu.Lock()
	want, from, unsettled := old.wanted, old.by, old.unsettledPlaces() != nil
	e.mu.Unlock()
	src, err := e.o.Sources.For(old.root())
	if err != nil {
		return err
	}
	p, sum, err := e.readPlan(old.dir)
	if err != nil {
		return damaged(old.id, err)
	}
	j := newJob(old.id, old.dir, p, sum)
	j.wantCancel, j.settling = want == askCancel, want == wantSettle || want == askPause
	var jn *journal
	var rs []record
	swap := func() (err error) {
		jn, rs, err = e.replaceJournal(old.dir, from)
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
	_ = asked(old.dir) // the wish was granted
	return e.takeWith(j, src, jn, rs)
}

// putDown ends a job's stay in this process, which has only settled it.
func (e *Engine) putDown(j *job) error {
	if err := e.log(j, record{T: recPause, Out: pauseClosed}); err != nil {
		return err
	}
	e.change(j, func() {
		j.jn.close()
		j.jn, j.settling = nil, false
	})
	return nil
}
