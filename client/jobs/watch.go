package jobs

import (
	"errors"
	"os"
	"path/filepath"
	"time"

	"aloft/client"
	"aloft/client/durable"
	"aloft/model"
)

// watch follows the jobs of other processes, and what they ask of ours.
func (e *Engine) watch() {
	defer e.lanes.Done()
	t := time.NewTicker(max(e.scaled(time.Second), 10*time.Millisecond))
	defer t.Stop()
	for {
		select {
		case <-e.reads.Done():
			return
		case <-t.C:
			e.refresh()
			e.hear()
			e.overtakeStopped()
		}
	}
}

// hear does what was asked of jobs of ours that stand still or wait for later;
// one at work looks by itself between two batches.
func (e *Engine) hear() {
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, j := range e.jobs {
		if j.jn != nil && !j.state.Ended() && j.logging.TryLock() { // a busy one looks by itself
			lost := j.jn.check() != nil
			j.logging.Unlock()
			if lost {
				e.brokeLocked(j)
			}
		}
		if j.jn == nil || j.state.Ended() || !j.standing() && j.stop == nil && j.notBefore.Before(time.Now()) {
			continue
		}
		switch asked(j.dir) {
		case askResume:
			if j.standing() {
				_ = e.again(j, false)
			}
		case askCancel:
			if j.standing() {
				_ = e.again(j, true)
			}
			j.wantCancel = true
			j.halt()
			e.nudge(j)
		case askPause:
			j.wantPause = !j.standing()
			j.halt()
			e.nudge(j)
		}
	}
}

// refresh reads what other processes have written, and the jobs that they began.
func (e *Engine) refresh() {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.closed {
		return
	}
	for _, dir := range e.dirs() {
		if e.jobs[filepath.Base(dir)] == nil {
			e.load(dir)
		}
	}
	for id, j := range e.jobs {
		if j.jn == nil && !j.state.Ended() {
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
func (e *Engine) load(dir string) {
	id, home := filepath.Base(dir), e.homeOf(dir)
	near := func(account string) string { return e.near(home, account) }
	if s := summary(dir); s != nil && time.Since(s.EndedAt) > e.scaled(recent) {
		s = snapAccounts(s, near)
		j := &job{id: id, dir: dir, light: true, plan: &model.Plan{ID: id, Account: s.Account, Op: s.Op},
			progress: &progress{state: s.State, ended: s.EndedAt}}
		j.snap.Store(s)
		e.jobs[id] = j
		return
	}
	p, sum, err := e.readPlan(dir)
	if err != nil {
		p = &model.Plan{ID: id, Account: near("")}
	}
	j := newJob(id, dir, p, sum)
	if err != nil {
		if os.IsNotExist(err) {
			return // being dropped
		}
		j.bad = damaged(id, err)
		j.state, j.err = model.JobFailed, j.bad.Error()
	}
	e.jobs[id] = j
	if err == nil {
		e.reread(j)
	}
	e.show(j)
}

// reread replays the log of a job that this process does not run. e.mu is held.
func (e *Engine) reread(j *job) {
	f, err := os.Open(filepath.Join(j.dir, logName))
	if os.IsNotExist(err) {
		// Its process died, or is, between the plan and the first record.
		j.state = model.JobInterrupted
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
		j.stopped = j.watch.Stopped(j.by, time.Now())
	}
	if j.stopped == 0 {
		j.kept, j.refusals = nil, 0
	}
	j.readOn()
	if !j.held && (j.state == model.JobRunning || j.state == model.JobWaiting) {
		j.state = model.JobInterrupted
		j.interrupted()
	}
	e.show(j)
}

// follow reads the log of a job that another process writes.
func follow(dir string) durable.Follower { return durable.Follow(filepath.Join(dir, logName), 0) }

// readOn applies what another process has written since.
func (j *job) readOn() {
	news := j.others.Info() == nil
	if news {
		j.progress = newProgress(j.plan)
	}
	take := func(line []byte, _ int64) error {
		r, ok := readLine(line)
		if !ok {
			return errBad
		}
		j.apply(&r)
		news = true
		return nil
	}
	err := j.others.Read(take)
	if errors.Is(err, durable.ErrReplaced) {
		j.progress = newProgress(j.plan)
		_ = j.others.Read(take) // what cannot be read now is read the next time
		news = true
	}
	if news {
		j.price()
	}
}

// estimate prices the plan at the present gap.
func (e *Engine) estimate(p *model.Plan, src client.Source) {
	gap := time.Duration(0)
	if p.Scheme != model.SchemeDisk {
		gap = e.o.Gap(model.Place{Account: p.Account, Scheme: p.Scheme})
	}
	p.Batch = batchOf(src, p.Op)
	p.Gap, p.Steady = gap, steady(src)
	switch s := src.(type) {
	case client.Importer:
		p.Poll = (s.Poll().Min + s.Poll().Max) / 2
	case client.Exporter:
		p.Poll = (s.Poll().Min + s.Poll().Max) / 2
	}
	p.Reckon()
	p.Undo = undoOf(p)
	p.Bulk = p.Bulk || large(p)
}

// large: the job is more than what a person waits for, as for a single rename.
func large(p *model.Plan) bool { return p.Estimate.Calls > 2 }

// undoOf says whether the whole can be undone.
func undoOf(p *model.Plan) string {
	switch p.Op.Row().Undo {
	case model.UndoNever:
		return "no"
	case model.UndoBack, model.UndoDrop:
		return "yes"
	}
	for i := range p.Items {
		if p.Items[i].Goes() && p.Items[i].Mode != string(client.DeleteToBin) {
			return "no"
		}
	}
	return "bin"
}
