package run

import (
	"slices"
	"time"

	"aloft/client"
	"aloft/client/jobs/journal"
	"aloft/client/jobs/lookup"
	"aloft/client/jobs/patience"
	"aloft/client/jobs/plan"
	"aloft/client/jobs/step"
	"aloft/client/jobs/store"
	"aloft/client/jobs/verify"
	"aloft/model"
	"aloft/model/text"
)

const (
	// manyFailed items make a job pause, to be looked at.
	manyFailed = 50
	// refusedTries: refusals of one entry that a fresh walk may cure.
	refusedTries = 3
	// planAge: an older plan's targets are listed again before the first call.
	planAge = 10 * time.Minute
)

// turn gives a job one operation: at most one mutation with its lookups, or one
// look of the Verifier. Pause, cancel and closing are looked at before it only.
func (e *Executor) turn(l *queue, j *job) {
	e.mu.Lock()
	a := j.audit
	e.mu.Unlock()
	if a != nil {
		e.audit(j, a)
		return
	}
	if e.requested(j) {
		return
	}
	e.change(j, func() {
		if j.State == model.JobWaiting {
			j.State = model.JobRunning
		}
	})
	start, before := time.Now(), j.Requests
	err := e.operate(l, j)
	e.change(j, func() { j.measure(time.Since(start), j.Requests-before) })
	if err != nil {
		e.trouble(l, j, err)
		return
	}
	e.change(j, func() {
		if j.State == model.JobRunning && !j.outage.Since.IsZero() {
			j.Err = "" // the trouble is over
		}
		j.tries, j.outage = 0, patience.Outage{}
	})
}

// measure learns how long a request takes, its wait for a slot included.
func (j *job) measure(took time.Duration, requests int) {
	if requests == 0 {
		return
	}
	each := took / time.Duration(requests)
	if !j.measured {
		j.measured, j.slot = true, each
		return
	}
	j.slot += (each - j.slot) / 5
}

// requested does what was asked for; true when the job has no turn now.
func (e *Executor) requested(j *job) bool {
	e.mu.Lock()
	jn := j.jn
	pause, cancel := j.wantPause, j.wantCancel
	j.wantPause, j.wantCancel = false, false
	e.mu.Unlock()
	if jn == nil || e.mayStillSend(j) != nil {
		e.broke(j)
		return true
	}
	switch store.Asked(j.dir) {
	case store.AskPause:
		pause = true
	case store.AskCancel:
		cancel = true
	}
	if cancel && !j.Cancel {
		if e.log(j, journal.Record{T: journal.RecPause, Cancel: true}) != nil {
			return true
		}
	}
	if pause && j.Open() > 0 {
		_ = e.log(j, journal.Record{T: journal.RecPause, Out: journal.PauseAsked})
		return true
	}
	return false
}

func (e *Executor) operate(l *queue, j *job) error {
	now := time.Now()
	t := l.times(e)
	if !j.checked && !j.Cancel && !j.settling {
		if err := e.recheck(j); err != nil {
			return err
		}
	}
	b, blocked := e.pick(l, j)
	if b != nil && j.blockedBy != "" {
		e.change(j, func() { j.blockedBy = "" })
	}
	idle := b == nil
	var next time.Time
	for i := range j.States {
		st := &j.States[i]
		if !st.Quarantined() || (j.Cancel || j.settling) && st.Absent {
			continue
		}
		at := j.unclear(i).LookAt(idle, t)
		if !at.After(now) {
			return e.verify(l, j, t)
		}
		if next.IsZero() || at.Before(next) {
			next = at
		}
	}
	switch {
	case b != nil:
		return e.run(l, j, b)
	case j.Plan.Op.Transfers() && e.carryable(j):
		return e.session(l, j, next)
	case !next.IsZero():
		e.change(j, func() { j.notBefore = next })
		return nil
	case blocked != "":
		e.change(j, func() {
			j.blockedBy, j.notBefore, j.blockedHow = blocked, now.Add(t.First), ""
			if o := e.jobs[blocked]; o != nil && o.held {
				o.wanted, j.blockedHow = wantSettle, o.By.String()
			}
		})
		return nil
	case j.settling && j.Open() > 0:
		return e.putDown(j)
	}
	return e.end(j)
}

// end: every item has its last state.
func (e *Executor) end(j *job) error {
	out := model.JobDone
	undone := j.Open()
	switch {
	case j.Cancel && undone > 0:
		out = model.JobCancelled
	case j.Failures() > 0 || undone > 0:
		out = model.JobFailed
	}
	if out == model.JobCancelled {
		e.sweep(j)
	}
	a := j.newAudit()
	e.mu.Lock()
	j.audit = a
	e.mu.Unlock()
	if err := e.log(j, journal.Record{T: journal.RecEnd, Out: string(out)}); err != nil {
		return err
	}
	e.o.Hook("end")
	e.mu.Lock()
	defer e.mu.Unlock()
	store.Summarize(j.dir, store.SnapAccounts(j.snap.Load(), e.store.Full))
	if a == nil {
		e.letGo(j)
	}
	return nil
}

// pick takes the next batch from what is planned and not done: folders to make
// and renames first, one by one, then moves by target and deletions, packed.
// What another job has not settled is left alone.
func (e *Executor) pick(l *queue, j *job) (b *lookup.Batch, blocked string) {
	if j.Cancel || j.settling {
		return nil, ""
	}
	others := e.barriers(j)
	var ready, small, alone []int
	least, size := 0, plan.BatchOf(j.src, j.Plan.Op)
	for i := range j.States {
		st := &j.States[i]
		if !st.Open() || j.Steps[i].Op.Transfers() || !j.Ready(i) {
			continue
		}
		if by := others.meets(&j.Steps[i]); by != "" {
			blocked = by
			continue
		}
		switch {
		case j.mem[i].lost > 0:
			alone = append(alone, i)
		case j.most(i, size) < size:
			small = append(small, i)
			if most := j.most(i, size); least == 0 || most < least {
				least = most
			}
		default:
			ready = append(ready, i)
		}
	}
	switch {
	case len(ready) > 0:
	case len(small) > 0:
		ready = slices.DeleteFunc(small, func(i int) bool { return j.most(i, size) != least })
		size = least
	case len(alone) > 0:
		ready = alone
	default:
		return nil, blocked
	}
	items := j.Left(ready)
	first := model.Batches(items, size)[0]
	b = &lookup.Batch{Op: first.Op, To: first.Target, Mode: first.Mode, Whole: j.mem[items[first.Items[0]].ID].lost > 0}
	for _, i := range first.Items {
		b.Steps = append(b.Steps, items[i].ID)
	}
	switch s, op := &j.Steps[b.Steps[0]], b.Op.Row(); {
	case op.NoSource:
		b.To = s.Parent
	case op.ToTarget():
		b.To = s.To
	}
	j.unmix(l, b)
	return b, ""
}

// most is the largest batch that the step may be in, of at most size: what has
// come to nothing is sent again with fewer others, the last time alone, so that
// it takes none of them with it.
func (j *job) most(n, size int) int {
	if largest := j.mem[n].largest; largest > 0 {
		size = min(size, largest)
	}
	switch failures := j.States[n].Failures(); {
	case failures == 0:
		return size
	case failures < verify.Resends:
		return max(1, size/5)
	}
	return 1
}

// unmix: nothing in the specification keeps entries of several folders out of
// one call, but nothing promises it either. The first such call has two entries
// as a probe; after a refusal each call is of one folder.
func (j *job) unmix(l *queue, b *lookup.Batch) {
	first := j.Steps[b.Steps[0]].Parent
	other := slices.IndexFunc(b.Steps, func(n int) bool { return !j.Steps[n].Parent.Equal(first) })
	if other < 0 {
		return
	}
	switch l.mix {
	case mixUnknown:
		b.Steps = []int{b.Steps[0], b.Steps[other]}
	case mixRefused:
		b.Steps = slices.DeleteFunc(b.Steps, func(n int) bool { return !j.Steps[n].Parent.Equal(first) })
	}
}

// depend gives up the steps whose need has failed, and theirs in turn.
func (j *job) depend(failed map[int]bool) []journal.Record {
	var out []journal.Record
	for i := range j.Steps {
		s := &j.Steps[i]
		if !j.States[i].Open() || failed[i] {
			continue
		}
		for _, n := range s.Need {
			if failed[n] || j.States[n].Final() && j.States[n].State != model.ItemDone {
				failed[i] = true
				out = append(out, verify.Verdict{Out: journal.OutFailed, Kind: client.KindConflict, Text: "not done, because %s was not done first", Args: []any{j.Steps[n].Name}}.Record(s.Op, j.Items(i)))
				break
			}
		}
	}
	return out
}

// settle journals verdicts, with those that follow from them.
func (g *registry) settle(j *job, rs []journal.Record) error {
	failed := map[int]bool{}
	for i := range rs {
		if rs[i].T == journal.RecVerd && (rs[i].Out == journal.OutFailed || rs[i].Out == journal.OutMissing || rs[i].Out == journal.OutConflict) {
			for _, id := range rs[i].Items {
				failed[j.Index[step.Key{Item: id, Op: rs[i].Op}]] = true
			}
		}
	}
	if len(failed) > 0 { // two items of a transfer may fail at a time
		g.mu.Lock()
		rs = append(rs, j.depend(failed)...)
		g.mu.Unlock()
	}
	if len(rs) == 0 {
		return nil
	}
	if err := g.log(j, rs...); err != nil {
		return err
	}
	g.o.Hook("verdict")
	g.mu.Lock()
	n, many := j.Failures(), false
	if many = n > j.allowed; many {
		j.allowed = n + manyFailed
	}
	g.mu.Unlock()
	if many {
		return g.log(j, journal.Record{T: journal.RecPause, Out: journal.PauseError,
			Error: (*text.Catalogue)(nil).Say("%d {item|items} could not be done, so the job was paused to be looked at", n)})
	}
	return nil
}

// verify lets the Verifier look at what is due, with all else that has the same
// target: the listings are shared.
func (e *Executor) verify(l *queue, j *job, t verify.Times) error {
	now := time.Now()
	var eyes verify.Eyes
	var first *model.Place
	var rs []journal.Record
	for i := range j.States {
		if !j.States[i].Quarantined() {
			continue
		}
		c := j.unclear(i)
		at := c.Parent
		if c.Op.Row().ToTarget() {
			at = c.To
		}
		if first == nil {
			if c.LookAt(true, t).After(now) {
				continue
			}
			first = &at
			w := e.walkAt(j, at, true)
			eyes = verify.Open(w)
			defer e.spent(j, w)
		}
		if !at.Equal(*first) {
			continue
		}
		saw, err := eyes.Look(e.reads, c)
		if err != nil {
			return err
		}
		now := time.Now()
		e.change(j, func() { c.Saw(saw, now, t) })
		if v := c.Judge(saw, now.Sub(c.Since), t); v.Out != "" {
			r := v.Record(c.Op, j.Items(i))
			r.Ours, r.Made = v.Out == journal.OutDone && c.Calls > 0, saw.Made
			rs = append(rs, r)
		}
	}
	return e.settle(j, merge(rs))
}

// merge joins records that say the same of different items.
func merge(rs []journal.Record) []journal.Record {
	var out []journal.Record
	for _, r := range rs {
		n := slices.IndexFunc(out, func(o journal.Record) bool {
			return o.T == r.T && o.Op == r.Op && o.Out == r.Out && o.Kind == r.Kind && o.Error == r.Error && o.Ours == r.Ours && o.Made == "" && r.Made == ""
		})
		if n < 0 {
			out = append(out, r)
			continue
		}
		out[n].Items = append(out[n].Items, r.Items...)
	}
	return out
}

// recheck lists the targets of a plan that was made long ago: a name may have
// been taken since.
func (e *Executor) recheck(j *job) error {
	if time.Since(j.Plan.MadeAt) < planAge || j.Plan.Op.Row().Ends != model.EndInTarget || step.Steady(j.src) {
		j.checked = true
		return nil
	}
	w := e.walk(j, true)
	defer e.spent(j, w)
	eyes := verify.Open(w)
	var rs []journal.Record
	for i := range j.Steps {
		s := &j.Steps[i]
		if !s.Op.Row().Moves || !j.States[i].Open() || j.States[i].Calls > 0 {
			continue
		}
		taken, err := eyes.Taken(e.reads, s)
		if err != nil {
			return err
		}
		if taken {
			rs = append(rs, verify.Verdict{Out: journal.OutConflict, Kind: client.KindConflict, Text: text.JobsOther}.Record(s.Op, j.Items(i)))
		}
	}
	j.checked = true
	return e.settle(j, merge(rs))
}
