package run

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"time"

	"aloft/client"
	"aloft/client/durable"
	"aloft/client/jobs/journal"
	"aloft/client/jobs/plan"
	"aloft/client/jobs/step"
	"aloft/client/jobs/store"
	"aloft/model"
	"aloft/model/text"
)

// Start journals the plan and queues the job. What is done is exactly the plan;
// only its estimate is made anew, since decisions change it.
func (e *Executor) Start(ctx context.Context, p *model.Plan) (string, error) {
	src, err := e.o.Sources.For(model.Place{Account: p.Account, Scheme: p.Scheme})
	if err != nil {
		return "", err
	}
	if err := plan.Check(p, src); err != nil {
		return "", err
	}
	e.reload()
	steps := step.Of(p)
	e.mu.Lock()
	err = e.free(p, steps)
	closed := e.closed
	e.mu.Unlock()
	switch {
	case closed:
		return "", client.Errorf(client.KindLocal, "job", model.Place{}, text.JobsClosed)
	case err != nil:
		return "", err
	case ctx.Err() != nil:
		return "", ctx.Err()
	}
	plan.Estimate(p, src, e.o.Gap)
	if e.store.Has(p.ID) {
		return "", client.Errorf(client.KindConflict, "job", model.Place{}, "job %s has been started already", p.ID)
	}
	dir, sum, err := e.store.Create(p)
	if err != nil {
		return "", store.Error(e.store.Of(p.Account), err)
	}
	e.o.Hook("plan")
	// The caller may go on with its plan; the job's own is the one on the disk.
	if p, _, err = e.store.ReadPlan(dir); err != nil {
		return "", store.Error(dir, err)
	}
	j := newJob(p.ID, dir, p, sum)
	if err := e.take(j, src); err != nil {
		return "", err
	}
	return j.id, nil
}

// free: none of the steps touches what a job that stands still has not settled.
// A job that runs settles it by itself, and is waited for. e.mu is held.
func (g *registry) free(p *model.Plan, steps []step.Step) error {
	root := model.Place{Account: p.Account, Scheme: p.Scheme}
	for _, o := range g.unsettled(root, p.ID) {
		if !g.jobs[o.id].standing() {
			continue
		}
		for i := range steps {
			if o.t.Meets(&steps[i]) {
				at := steps[i].Source()
				return &client.Error{Kind: client.KindConflict, Op: string(p.Op), Place: at, What: text.JobsUnsettled,
					Args: []any{at.Base(), o.id}, Hint: "resume or cancel that job first; both look what became of it"}
			}
		}
	}
	return nil
}

// take makes this process the writer of the job, replays its log, and queues it.
func (e *Executor) take(j *job, src client.Source) error {
	jn, rs, err := journal.Open(j.dir, e.o.WrapLog)
	if errors.Is(err, journal.ErrBusy) {
		return client.Errorf(client.KindConflict, "job", model.Place{}, "job %s is run by another process", j.id)
	}
	if err != nil {
		return store.Error(j.dir, err)
	}
	return e.takeWith(j, src, jn, rs)
}

// takeWith is take with the journal open.
func (e *Executor) takeWith(j *job, src client.Source, jn *journal.Writer, rs []journal.Record) error {
	j.replay(rs, e.clock())
	if j.State.Ended() {
		jn.Close()
		return client.Errorf(client.KindConflict, "job", model.Place{}, text.JobsEnded, j.id)
	}
	if j.Digest != "" && j.Digest != j.sum {
		jn.Close()
		return client.Errorf(client.KindLocal, "job", model.Place{}, text.JobsDamaged, j.id, "plan")
	}
	disk, err := e.diskOf(j.Plan)
	if err != nil {
		jn.Close()
		return err
	}
	j.src, j.disk, j.jn, j.held = src, disk, jn, false
	for i := range j.Steps {
		s := &j.Steps[i]
		s.Once = s.Makes() && !s.Op.Transfers() && step.Steady(j.srcAt(s.Parent))
	}
	start := e.startOf(j)
	if err := jn.Append(start); err != nil {
		jn.Close()
		j.jn = nil
		return err
	}
	if err := durable.SyncDir(j.dir); err != nil {
		jn.Close()
		j.jn = nil
		return store.Error(j.dir, err)
	}
	e.o.Hook("start")
	e.mu.Lock()
	defer e.mu.Unlock()
	j.Apply(&start)
	j.price()
	j.allowed = j.Failures() + manyFailed
	e.jobs[j.id] = j
	e.enqueue(j)
	if e.closed { // too late; the next process goes on
		j.State = model.JobInterrupted
		jn.Close()
		j.jn = nil
	}
	return nil
}

// enqueue gives the job to its queue. e.mu is held.
func (e *Executor) enqueue(j *job) {
	j.State, j.notBefore, j.Err, j.wantPause = model.JobWaiting, time.Time{}, "", false
	k := j.queueName()
	l := e.queues[k]
	if l == nil {
		l = &queue{wake: make(chan struct{}, 1)}
		e.queues[k] = l
		if !e.closed {
			e.workers.Add(1)
			go e.serve(l)
		}
	}
	l.jobs = append(l.jobs, j)
	e.show(j)
	l.nudge()
}

// nudge wakes the job's queue. e.mu is held.
func (e *Executor) nudge(j *job) {
	if l := e.queues[j.queueName()]; l != nil {
		l.nudge()
	}
}

// Jobs are all jobs, the newest first.
func (g *registry) Jobs() []model.JobSnapshot {
	all := g.sorted()
	out := make([]model.JobSnapshot, len(all))
	for i, j := range all {
		out[i] = *j.snap.Load()
	}
	return out
}

func (g *registry) job(id string) (*job, error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if j := g.jobs[id]; j != nil {
		return j, nil
	}
	return nil, noJob(id)
}

// Report lists a job's items with their states.
func (e *Executor) Report(id string) ([]model.ItemReport, error) {
	j, err := e.job(id)
	if err != nil {
		return nil, err
	}
	if j.bad != nil {
		return nil, j.bad
	}
	if j.light {
		if j, err = e.readJob(id, j.dir); err != nil {
			return nil, err
		}
		return j.report(), nil
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	return j.report(), nil
}

// readJob reads a job as its plan and log tell it.
func (e *Executor) readJob(id, dir string) (*job, error) {
	p, sum, err := e.store.ReadPlan(dir)
	if err != nil {
		return nil, damaged(id, err)
	}
	b, err := os.ReadFile(filepath.Join(dir, store.LogName))
	if err != nil {
		return nil, damaged(id, err)
	}
	j := newJob(id, dir, p, sum)
	rs, _ := journal.Read(b)
	j.replay(rs, journal.Clock{})
	return j, nil
}

// Wait blocks until the job has ended, and its audit, or stands still. The error
// names the process that has the job, is stopped, and cannot be overtaken.
func (e *Executor) Wait(ctx context.Context, id string) (model.JobSnapshot, error) {
	for {
		e.mu.Lock()
		j, changed, closed := e.jobs[id], e.changed, e.closed
		var s model.JobSnapshot
		still, err := false, error(nil)
		if j != nil {
			err = j.outOfReach()
			s, still = *j.snap.Load(), (j.standing() || j.taken != "") && (j.audit == nil || closed)
		}
		e.mu.Unlock()
		switch {
		case j == nil:
			return s, noJob(id)
		case still:
			return s, nil
		case err != nil:
			return s, err
		case closed:
			return s, client.Errorf(client.KindLocal, "job", model.Place{}, text.JobsClosed)
		}
		select {
		case <-changed:
		case <-ctx.Done():
			return s, ctx.Err()
		case <-e.reads.Done():
			return s, client.Errorf(client.KindLocal, "job", model.Place{}, text.JobsClosed)
		}
	}
}

// Pause stops the job between two batches.
func (e *Executor) Pause(id string) error {
	return e.request(id, store.AskPause, func(j *job) { j.wantPause = true })
}

// Cancel ends the job between two batches; what is done stays done. What has
// got no clear answer is looked after first, so that nothing stays unknown.
func (e *Executor) Cancel(id string) error {
	if err := e.resume(id, true); err != nil {
		return err
	}
	return e.request(id, store.AskCancel, func(j *job) { j.wantCancel = true })
}

func (e *Executor) request(id, word string, f func(*job)) error {
	j, err := e.job(id)
	if err != nil {
		return err
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	switch {
	case j.bad != nil:
		return j.bad
	case j.State.Ended():
		return client.Errorf(client.KindConflict, "job", model.Place{}, text.JobsEnded, id)
	case j.jn != nil:
		f(j)
		j.halt()
		e.nudge(j)
		return nil
	case j.held:
		j.wanted = word
		if err := store.Ask(j.dir, word); err != nil {
			return store.Error(j.dir, err)
		}
	}
	return nil
}

// Resume lets a job go on, also one that was interrupted: what its last calls
// did is found out first.
func (e *Executor) Resume(id string) error { return e.resume(id, false) }

// resume takes a job up, perhaps only to cancel it.
func (e *Executor) resume(id string, cancel bool) error {
	j, err := e.job(id)
	if err != nil {
		return err
	}
	e.mu.Lock()
	switch {
	case j.bad != nil:
		e.mu.Unlock()
		return j.bad
	case j.State.Ended():
		e.mu.Unlock()
		return client.Errorf(client.KindConflict, "job", model.Place{}, text.JobsEnded, id)
	case j.jn != nil:
		defer e.mu.Unlock()
		if !j.standing() {
			return nil
		}
		return e.again(j, cancel)
	case j.held:
		defer e.mu.Unlock()
		if cancel {
			return nil
		}
		j.wanted = store.AskResume
		if err := store.Ask(j.dir, store.AskResume); err != nil {
			return store.Error(j.dir, err)
		}
		j.State = model.JobWaiting // until its process has said more
		e.show(j)
		return nil
	}
	e.mu.Unlock()
	src, err := e.o.Sources.For(j.root())
	if err != nil {
		return err
	}
	p, sum, err := e.store.ReadPlan(j.dir)
	if err != nil {
		return damaged(id, err)
	}
	j = newJob(id, j.dir, p, sum)
	j.wantCancel = cancel
	return e.take(j, src)
}

func damaged(id string, err error) error {
	e := client.Errorf(client.KindLocal, "job", model.Place{}, text.JobsDamaged, id, err.Error())
	e.Hint = "nothing was changed now; list the entries to see how far it came"
	return e
}

// again lets a job of this process go on that was paused. e.mu is held.
func (e *Executor) again(j *job, cancel bool) error {
	start := e.startOf(j)
	if err := j.jn.Append(start); err != nil {
		return err
	}
	j.Apply(&start)
	j.wantCancel = cancel
	e.dequeue(j)
	e.enqueue(j)
	return nil
}

// dequeue takes the job out of its queue. e.mu is held.
func (e *Executor) dequeue(j *job) {
	for _, l := range e.queues {
		for i, o := range l.jobs {
			if o == j {
				l.jobs = append(l.jobs[:i:i], l.jobs[i+1:]...)
				break
			}
		}
	}
}

// Forget removes an ended job's record.
func (e *Executor) Forget(id string) error {
	j, err := e.job(id)
	if err != nil {
		return err
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if !j.State.Ended() {
		return client.Errorf(client.KindConflict, "job", model.Place{}, "job %s is still at work", id)
	}
	if err := store.Remove(j.dir); err != nil && !os.IsNotExist(err) {
		return store.Error(j.dir, err)
	}
	delete(e.jobs, id)
	if j.jn != nil {
		e.letGo(j)
	}
	return nil
}
