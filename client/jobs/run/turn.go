package run

import (
	"time"

	"aloft/client/jobs/journal"
	"aloft/model"
)

// turn executes one operation of a job: at most one mutation with its lookups, or
// one check of the Verifier. Pause, cancel and close are handled only before it.
func (w *worker) turn(l *queue, j *job) {
	w.mu.Lock()
	a := j.refresh
	w.mu.Unlock()
	if a != nil {
		w.refresh(j, a)
		return
	}
	if w.requested(j) {
		return
	}
	w.change(j, func() {
		if j.State == model.JobWaiting {
			j.State = model.JobRunning
		}
	})
	start, before, slots := time.Now(), j.Requests, w.o.Slots(j.root())
	err := w.operate(l, j)
	w.change(j, func() { j.pace.measure(time.Since(start), j.Requests-before, w.o.Slots(j.root())-slots) })
	if err != nil {
		w.trouble(l, j, err)
		return
	}
	w.change(j, func() {
		if j.State == model.JobRunning && !j.trouble.outage.Since.IsZero() {
			j.Err = model.Sentence{} // the trouble is over
		}
		j.trouble.tries, j.trouble.outage = 0, journal.Outage{}
	})
}

// requested handles requests to the job; true when it has no turn now.
func (w *worker) requested(j *job) bool {
	w.mu.Lock()
	jn := j.jn
	pause, cancel := j.wantPause, j.wantCancel
	j.wantPause, j.wantCancel = false, false
	w.mu.Unlock()
	if jn == nil || w.mayStillSend(j) != nil {
		w.broke(j)
		return true
	}
	switch journal.Asked(j.dir) {
	case journal.AskPause:
		pause = true
	case journal.AskCancel:
		cancel = true
	}
	if cancel && !j.Cancel {
		if w.log(j, journal.Record{T: journal.RecPause, Cancel: true}) != nil {
			return true
		}
	}
	if pause && (j.Open() > 0 || j.audit != nil) {
		_ = w.log(j, journal.Record{T: journal.RecPause, Out: journal.PauseAsked})
		return true
	}
	return false
}

func (w *worker) operate(l *queue, j *job) error {
	now := time.Now()
	t := w.times(l, j)
	if !j.looked.checked && !j.Cancel && !j.settling {
		if err := w.recheck(j); err != nil {
			return err
		}
	}
	b, blocked := w.pick(l, j)
	if b != nil && j.wait.blockedBy != "" {
		w.change(j, func() { j.wait.blockedBy = "" })
	}
	idle := b == nil
	var next time.Time
	for i := range j.Quarantined() {
		if (j.Cancel || j.settling) && j.States[i].Absent {
			continue
		}
		at := j.unclear(i).LookAt(idle, t)
		if !at.After(now) {
			return w.verify(l, j, t)
		}
		if next.IsZero() || at.Before(next) {
			next = at
		}
	}
	if b != nil && b.Op.Row().Deletes && j.Plan.Op == model.OpRelocate || b == nil && next.IsZero() && !w.carryable(j) {
		if proven, err := w.prove(j); err != nil || !proven {
			return err
		}
	}
	switch {
	case b != nil:
		if p := j.looked.proving; p != nil && p.Src == j.srcAt(j.Steps[b.Steps[0]].Parent) {
			j.looked.proving = nil
		}
		return w.run(l, j, b)
	case j.Plan.Op.Transfers() && w.carryable(j):
		j.looked.proving = nil
		return w.session(l, j, next)
	case !next.IsZero():
		w.change(j, func() { j.wait.until = next })
		return nil
	case blocked != "":
		w.change(j, func() {
			j.wait.blockedBy, j.wait.until, j.wait.blockedHow = blocked, now.Add(t.First), model.Sentence{}
			if o := w.jobs[blocked]; o != nil && o.held {
				o.their.wanted, j.wait.blockedHow = wantSettle, o.By.Sentence()
			}
		})
		return nil
	case j.settling && j.Open() > 0:
		return w.putDown(j)
	}
	if found, done, err := w.audit(j); err != nil || !done {
		return err
	} else {
		return w.end(l, j, found)
	}
}

// end: every item is final.
func (w *worker) end(l *queue, j *job, found *journal.Audited) error {
	out := model.JobDone
	undone := j.Open()
	switch {
	case j.Cancel && undone > 0:
		out = model.JobCancelled
	case j.Failures() > 0 || undone > 0 || found != nil && len(found.Findings) > 0:
		out = model.JobFailed
	}
	if out == model.JobCancelled {
		w.sweep(l, j)
	}
	w.finishFolders(j)
	a := j.newRefresh()
	w.mu.Lock()
	j.refresh = a
	w.mu.Unlock()
	w.learn(j) // before anybody who waits for the end plans the next one
	if err := w.log(j, journal.Record{T: journal.RecEnd, Out: string(out), Audit: found}); err != nil {
		return err
	}
	w.o.Hook("end")
	w.mu.Lock()
	defer w.mu.Unlock()
	j.audit, j.looked.lists = nil, nil
	w.summarize(j)
	if a == nil {
		w.letGo(j)
	}
	return nil
}

// putDown releases a job that this process has only settled.
func (w *worker) putDown(j *job) error {
	if err := w.log(j, journal.Record{T: journal.RecPause, Out: journal.PauseClosed}); err != nil {
		return err
	}
	w.change(j, func() {
		j.jn.Close()
		j.jn, j.settling = nil, false
	})
	return nil
}
