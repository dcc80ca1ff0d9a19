package run

import (
	"os"
	"path/filepath"
	"time"

	"aloft/client/durable"
	"aloft/client/jobs/journal"
	"aloft/client/jobs/store"
	"aloft/model"
)

// watch follows the jobs of other processes, and what they ask of ours.
func (e *Executor) watch() {
	defer e.workers.Done()
	t := time.NewTicker(max(e.scaled(time.Second), 10*time.Millisecond))
	defer t.Stop()
	for {
		select {
		case <-e.reads.Done():
			return
		case <-t.C:
			e.reload()
			e.takeRequests()
			e.overtakeStopped()
		}
	}
}

// takeRequests does what was asked of jobs of ours that stand still or wait for later;
// one at work looks by itself between two batches.
func (e *Executor) takeRequests() {
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, j := range e.jobs {
		if j.jn != nil && !j.State.Ended() && j.logging.TryLock() { // a busy one looks by itself
			lost := j.jn.Check() != nil
			j.logging.Unlock()
			if lost {
				e.brokeLocked(j)
			}
		}
		if j.jn == nil || j.State.Ended() || !j.standing() && j.stop == nil && j.notBefore.Before(time.Now()) {
			continue
		}
		switch store.Asked(j.dir) {
		case store.AskResume:
			if j.standing() {
				_ = e.again(j, false)
			}
		case store.AskCancel:
			if j.standing() {
				_ = e.again(j, true)
			}
			j.wantCancel = true
			j.halt()
			e.nudge(j)
		case store.AskPause:
			j.wantPause = !j.standing()
			j.halt()
			e.nudge(j)
		}
	}
}

// reload reads what other processes have written, and the jobs that they began.
func (e *Executor) reload() {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.closed {
		return
	}
	for _, dir := range e.store.Jobs() {
		if e.jobs[filepath.Base(dir)] == nil {
			e.load(dir)
		}
	}
	for id, j := range e.jobs {
		if j.jn == nil && !j.State.Ended() {
			if _, err := os.Stat(j.dir); os.IsNotExist(err) {
				if j.taken == "" {
					delete(e.jobs, id) // another process has forgotten it
				}
				continue
			}
			e.reread(j)
		}
	}
}

// load shows a job of the store. e.mu is held.
func (e *Executor) load(dir string) {
	id, home := filepath.Base(dir), e.store.Home(dir)
	near := func(account string) string { return e.store.Near(home, account) }
	if s := store.Summary(dir); s != nil && time.Since(s.EndedAt) > e.scaled(recent) {
		s = store.SnapAccounts(s, near)
		j := &job{id: id, dir: dir, light: true, Progress: &journal.Progress{Plan: &model.Plan{ID: id, Account: s.Account, Op: s.Op}, State: s.State, Ended: s.EndedAt}}
		j.snap.Store(s)
		e.jobs[id] = j
		return
	}
	p, sum, err := e.store.ReadPlan(dir)
	if err != nil {
		p = &model.Plan{ID: id, Account: near("")}
	}
	j := newJob(id, dir, p, sum)
	if err != nil {
		if os.IsNotExist(err) {
			return // being dropped
		}
		j.bad = damaged(id, err)
		j.State, j.Err = model.JobFailed, j.bad.Error()
	}
	e.jobs[id] = j
	if err == nil {
		e.reread(j)
	}
	e.show(j)
}

// reread replays the log of a job that this process does not run. e.mu is held.
func (e *Executor) reread(j *job) {
	f, err := os.Open(filepath.Join(j.dir, store.LogName))
	if os.IsNotExist(err) {
		// Its process died, or is, between the plan and the first record.
		j.State = model.JobInterrupted
		e.show(j)
		return
	}
	if err != nil {
		return
	}
	defer f.Close()
	// Asked first: what was written before the lock was let go is read below.
	j.held, _ = durable.Held(f)
	if !j.held {
		j.wanted = ""
	}
	if j.stopped = 0; j.wanted != "" {
		j.stopped = j.watch.Stopped(j.By, time.Now())
	}
	if j.stopped == 0 {
		j.refusal, j.refusals = nil, 0
	}
	// The progress is another one after the first function: Apply is found anew.
	if j.others.ReadOn(func() { j.replay(nil, journal.Clock{}) }, func(r *journal.Record) { j.Apply(r) }) {
		j.price()
	}
	if !j.held && (j.State == model.JobRunning || j.State == model.JobWaiting) {
		j.State = model.JobInterrupted
		j.Interrupted()
	}
	e.show(j)
}
