package run

import (
	"cmp"
	"context"
	"os"
	"slices"

	"aloft/client"
	"aloft/client/jobs/journal"
	"aloft/model"
	"aloft/model/text"
)

// Jobs returns all jobs, the newest first.
func (g *registry) Jobs() []model.JobSnapshot { return g.those(true) }

// Recent returns those that have not ended long ago.
func (g *registry) Recent() []model.JobSnapshot { return g.those(false) }

// those are snapshots of the jobs, the newest first. A saved plan is run later than its
// id says.
func (g *registry) those(old bool) []model.JobSnapshot {
	var out []model.JobSnapshot
	for _, j := range g.list() {
		if old || !j.old {
			out = append(out, *j.shown())
		}
	}
	slices.SortFunc(out, func(a, b model.JobSnapshot) int {
		return cmp.Or(b.MadeAt.Compare(a.MadeAt), cmp.Compare(b.ID, a.ID))
	})
	model.SetRetried(out)
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
func (g *registry) Report(id string) ([]model.ItemReport, error) {
	j, err := g.job(id)
	if err != nil {
		return nil, err
	}
	if j.bad != nil {
		return nil, j.bad
	}
	if j.summary != nil {
		if j, err = g.readJob(id, j.dir); err != nil {
			return nil, err
		}
		return j.report(), nil
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	return j.report(), nil
}

// done is what an ended job has done, for its undo.
func (g *registry) done(id string) (*journal.Progress, error) {
	j, err := g.job(id)
	if err != nil {
		return nil, err
	}
	g.mu.Lock()
	bad, ended := j.bad, j.State.Ended()
	whole := j.summary == nil && ended && j.jn == nil && !j.inTurn
	progress := j.Progress
	g.mu.Unlock()
	if bad != nil {
		return nil, bad
	}
	if !ended {
		return nil, client.Errorf(client.KindConflict, "undo", model.Place{}, "job %s has not ended", id).
			Hinted("cancel it first, then take back what it has done")
	}
	if whole { // nothing changes it any more
		return progress, nil
	}
	if j, err = g.readJob(id, j.dir); err != nil {
		return nil, err
	}
	return j.Progress, nil
}

// Wait blocks until the job and its refresh have ended, or it is paused. The error
// names the stopped process that holds the job when it cannot be overtaken.
func (e *Executor) Wait(ctx context.Context, id string) (model.JobSnapshot, error) {
	for {
		e.mu.Lock()
		j, changed, closed := e.jobs[id], e.changed, e.closed
		var s model.JobSnapshot
		still, err := false, error(nil)
		if j != nil {
			err = j.outOfReach()
			s, still = *j.shown(), (j.standing() || !j.taken.IsZero()) && (j.refresh == nil || closed)
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

// Pause pauses the job between two batches.
func (e *Executor) Pause(id string) error {
	return e.request(id, journal.AskPause, func(j *job) { j.wantPause = true })
}

// Cancel ends the job between two batches; what is done stays done. What has got no
// clear answer is verified first, so that nothing stays unknown.
func (e *Executor) Cancel(id string) error {
	if err := e.resume(id, true); err != nil {
		return err
	}
	return e.request(id, journal.AskCancel, func(j *job) { j.wantCancel = true })
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
		j.their.wanted = word
		if err := journal.Ask(j.dir, word); err != nil {
			return journal.Error(j.dir, err)
		}
	}
	return nil
}

// Resume continues a job, also an interrupted one: the results of its last calls
// are verified first.
func (e *Executor) Resume(id string) error { return e.resume(id, false) }

// resume takes a job over, perhaps only to cancel it.
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
		j.their.wanted = journal.AskResume
		if err := journal.Ask(j.dir, journal.AskResume); err != nil {
			return journal.Error(j.dir, err)
		}
		j.State = model.JobWaiting // until its process has written more
		e.show(j)
		return nil
	}
	root := j.root() // a reread may replace the plan from here on
	e.mu.Unlock()
	src, err := e.o.Sources.For(root)
	if err != nil {
		return err
	}
	if j, err = e.planned(id, j.dir); err != nil {
		return err
	}
	j.wantCancel = cancel
	return e.take(j, src)
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
		return client.Errorf(client.KindConflict, "job", model.Place{}, "job %s has not ended", id)
	}
	if err := journal.Remove(j.dir); err != nil && !os.IsNotExist(err) {
		return journal.Error(j.dir, err)
	}
	delete(e.jobs, id)
	if j.jn != nil {
		e.letGo(j)
	}
	return nil
}

func noJob(id string) error {
	return client.Errorf(client.KindNotFound, "job", model.Place{}, "there is no job %s", id)
}
