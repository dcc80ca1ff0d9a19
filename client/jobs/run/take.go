package run

import (
	"context"
	"errors"

	"aloft/client"
	"aloft/client/jobs/journal"
	"aloft/client/jobs/plan"
	"aloft/client/system"
	"aloft/model"
	"aloft/model/text"
)

// Start journals the plan and queues the job. Exactly the plan is executed; only
// its estimate is computed again, since decisions change it.
func (e *Executor) Start(ctx context.Context, p *model.Plan) (string, error) {
	src, err := e.o.Sources.For(model.Place{Account: p.Account, Scheme: p.Scheme})
	if err != nil {
		return "", err
	}
	if err := plan.Check(p, src); err != nil {
		return "", err
	}
	e.reload()
	e.mu.Lock()
	err = e.free(p)
	closed := e.closed
	if err == nil && !closed {
		e.begins[p.ID] = true
		defer func(id string) {
			e.mu.Lock()
			delete(e.begins, id)
			e.mu.Unlock()
		}(p.ID)
	}
	e.mu.Unlock()
	switch {
	case closed:
		return "", client.Errorf(client.KindLocal, "job", model.Place{}, text.JobsClosed)
	case err != nil:
		return "", err
	case ctx.Err() != nil:
		return "", ctx.Err()
	}
	plan.Estimate(p, src, e.o.Gap, e.pace)
	if e.store.Has(p.ID) {
		return "", client.Errorf(client.KindConflict, "job", model.Place{}, "job %s has been started already", p.ID)
	}
	dir, sum, err := e.store.Create(p)
	if err != nil {
		return "", journal.Error(e.store.Of(p.Account), err)
	}
	e.o.Hook("plan")
	p = e.store.Local(p)
	j := unread(p.ID, dir, p, sum)
	j.startPaused = p.Paused
	if err := e.take(j, src); err != nil {
		return "", err
	}
	return j.id, nil
}

// take makes this process the writer of the job, replays its log, and queues it.
func (e *Executor) take(j *job, src client.Source) error {
	jn, rs, err := journal.Open(j.dir, e.o.WrapLog)
	if errors.Is(err, journal.ErrBusy) {
		return client.Errorf(client.KindConflict, "job", model.Place{}, "job %s is run by %s", j.id, journal.WriterIn(j.dir).String())
	}
	if err != nil {
		return journal.Error(j.dir, err)
	}
	return e.takeWith(j, src, jn, rs)
}

// takeWith is take with the journal open.
func (e *Executor) takeWith(j *job, src client.Source, jn *journal.Writer, rs []journal.Record) (err error) {
	defer func() {
		if err != nil {
			jn.Close()
			j.jn = nil
		}
	}()
	j.replay(rs, e.clock())
	if j.State.Ended() {
		return client.Errorf(client.KindConflict, "job", model.Place{}, text.JobsEnded, j.id)
	}
	if j.Digest != "" && j.Digest != j.sum {
		return client.Errorf(client.KindLocal, "job", model.Place{}, text.JobsDamaged, j.id, "plan")
	}
	other, err := e.otherOf(j.Plan)
	if err != nil {
		return err
	}
	j.src, j.other, j.jn, j.held = client.Within(src, j.Plan.Tops), other, jn, false
	for i := range j.Steps {
		s := &j.Steps[i]
		s.Once = s.Op.Row().Makes && !s.Op.Transfers() && journal.Steady(j.srcAt(s.Parent))
	}
	begin := []journal.Record{e.startOf(j)}
	if j.startPaused { // in one write: nothing is sent for it before
		pause := journal.Record{T: journal.RecPause, Out: journal.PauseAsked}
		e.stamp(&pause)
		begin = append(begin, pause)
	}
	if err := jn.Append(begin...); err != nil {
		return err
	}
	if err := system.SyncDir(j.dir); err != nil {
		return journal.Error(j.dir, err)
	}
	e.o.Hook("start")
	e.mu.Lock()
	defer e.mu.Unlock()
	for i := range begin {
		j.Apply(&begin[i])
	}
	j.resumed()
	j.price()
	j.trouble.allowed = j.Failures() + manyFailed
	e.jobs[j.id] = j
	if j.startPaused {
		e.show(j)
	} else {
		e.enqueue(j)
	}
	if e.closed { // too late; the next process goes on
		if !j.startPaused {
			j.State = model.JobInterrupted
		}
		jn.Close()
		j.jn = nil
	}
	return nil
}

// otherOf returns the other end of a transfer, nil for another kind of plan.
func (e *Executor) otherOf(p *model.Plan) (client.Source, error) {
	home := model.Place{Account: p.Account, Scheme: p.Scheme}
	for i := range p.Items {
		for _, at := range []model.Place{p.Items[i].Parent, p.Items[i].Target} {
			if p.Op.Transfers() && !at.IsZero() && !sameService(at, home) {
				src, err := e.o.Sources.For(at)
				return client.Within(client.Rooted(src, p.Roots), p.Tops), err
			}
		}
	}
	return nil, nil
}

// sameService is journal.SameService, where a disk has no account, and archives are another source.
func sameService(a, b model.Place) bool {
	return a.Scheme.Packed() == b.Scheme.Packed() && (a.Scheme.Local() && b.Scheme.Local() || journal.SameService(a, b))
}

// again continues a paused job of this process. e.mu is held.
func (e *Executor) again(j *job, cancel bool) error {
	start := e.startOf(j)
	if err := j.jn.Append(start); err != nil {
		return err
	}
	j.Apply(&start)
	j.resumed()
	j.wantCancel = cancel
	e.enqueue(j)
	return nil
}
