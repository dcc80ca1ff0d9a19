package run

import (
	"context"
	"slices"
	"time"

	"aloft/client"
	"aloft/client/jobs/journal"
	"aloft/client/jobs/listing"
	"aloft/client/jobs/patience"
	"aloft/client/jobs/plan"
	"aloft/client/jobs/step"
	"aloft/client/jobs/store"
	"aloft/model"
	"aloft/model/text"
)

const (
	// manyFailed items make a job pause, to be looked at.
	manyFailed = 50
	// notFoundTries: service work that ends between two lookups changes ids
	// under a walk, so a missing folder is walked to again before it is believed.
	notFoundTries = 6
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
	if pause && j.count(func(s *journal.State) bool { return !s.Final() }) > 0 {
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
		if j.due(i, now, idle, t) {
			return e.verify(l, j, t)
		}
		if at := j.lookAt(i, idle, t); next.IsZero() || at.Before(next) {
			next = at
		}
	}
	switch {
	case b != nil:
		return e.run(l, j, b)
	case j.plan.Op.Transfers() && e.carryable(j):
		return e.session(l, j, next)
	case !next.IsZero():
		e.change(j, func() { j.notBefore = next })
		return nil
	case blocked != "":
		e.change(j, func() {
			j.blockedBy, j.notBefore, j.blockedHow = blocked, now.Add(t.look), ""
			if o := e.jobs[blocked]; o != nil && o.held {
				o.wanted, j.blockedHow = wantSettle, o.By.String()
			}
		})
		return nil
	case j.settling && j.count(func(s *journal.State) bool { return !s.Final() }) > 0:
		return e.putDown(j)
	}
	return e.end(j)
}

// end: every item has its last state.
func (e *Executor) end(j *job) error {
	out := model.JobDone
	undone := j.count(func(s *journal.State) bool { return !s.Final() })
	switch {
	case j.Cancel && undone > 0:
		out = model.JobCancelled
	case j.failures() > 0 || undone > 0:
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
func (e *Executor) pick(l *queue, j *job) (b *batch, blocked string) {
	if j.Cancel || j.settling {
		return nil, ""
	}
	others := e.barriers(j)
	var ready, small, alone []int
	least, size := 0, plan.BatchOf(j.src, j.plan.Op)
	for i := range j.States {
		st := &j.States[i]
		if !st.Open() || j.Steps[i].Op.Transfers() || !e.ready(j, i) {
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
	items := j.left(ready)
	first := model.Batches(items, size)[0]
	b = &batch{op: first.Op, to: first.Target, mode: first.Mode, whole: j.mem[items[first.Items[0]].ID].lost > 0}
	for _, i := range first.Items {
		b.steps = append(b.steps, items[i].ID)
	}
	switch s, op := &j.Steps[b.steps[0]], b.op.Row(); {
	case op.NoSource:
		b.to = s.Parent
	case op.ToTarget():
		b.to = s.To
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
	case failures < resends:
		return max(1, size/5)
	}
	return 1
}

// unmix: nothing in the specification keeps entries of several folders out of
// one call, but nothing promises it either. The first such call has two entries
// as a probe; after a refusal each call is of one folder.
func (j *job) unmix(l *queue, b *batch) {
	first := j.Steps[b.steps[0]].Parent
	other := slices.IndexFunc(b.steps, func(n int) bool { return !j.Steps[n].Parent.Equal(first) })
	if other < 0 {
		return
	}
	switch l.mix {
	case mixUnknown:
		b.steps = []int{b.steps[0], b.steps[other]}
	case mixRefused:
		b.steps = slices.DeleteFunc(b.steps, func(n int) bool { return !j.Steps[n].Parent.Equal(first) })
	}
}

// ready: all that the step waits for has happened. What can never happen is
// settled by depend.
func (e *Executor) ready(j *job, i int) bool {
	s := &j.Steps[i]
	for _, n := range s.Need {
		if j.States[n].State != model.ItemDone {
			return false
		}
	}
	for _, n := range s.After {
		if !j.States[n].Final() {
			return false
		}
	}
	return true
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
				out = append(out, j.result([]int{i}, s.Op, verdict{out: journal.OutFailed, kind: client.KindConflict, text: "not done, because %s was not done first"}, j.Steps[n].Name))
				break
			}
		}
	}
	return out
}

// result makes the record of a verdict about steps of one op.
func (j *job) result(steps []int, op model.Op, v verdict, args ...any) journal.Record {
	r := journal.Record{T: journal.RecVerd, Op: op, Items: step.ItemsOf(j.plan, j.Steps, steps), Out: v.out, Kind: v.kind}
	if v.text != "" {
		r.Error = model.Clean((*text.Catalogue)(nil).Say(v.text, args...))
		if v.said != "" {
			r.Error += (*text.Catalogue)(nil).Say(text.ErrServerSays, v.said)
		}
	}
	return r
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
	n, many := j.failures(), false
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
func (e *Executor) verify(l *queue, j *job, t Times) error {
	now := time.Now()
	var w *listing.Walker
	lists := map[string]*content{}
	var first *model.Place
	var rs []journal.Record
	for i := range j.States {
		st, s := &j.States[i], &j.Steps[i]
		if !st.Quarantined() {
			continue
		}
		at := s.Parent
		if s.Op.Row().ToTarget() {
			at = s.To
		}
		if first == nil {
			if !j.due(i, now, true, t) {
				continue
			}
			first = &at
			w = e.walkAt(j, at, true)
			defer e.spent(j, w)
		}
		if !at.Equal(*first) {
			continue
		}
		saw, err := look(e.reads, w, lists, s, j.idOf(i), st.Known)
		if err != nil {
			return err
		}
		now := time.Now()
		e.change(j, func() { j.looked(i, now, saw, t) })
		if v := judge(s, st, j.memoryOf(i), saw, now.Sub(st.Since), t); v.out != "" {
			r := j.result([]int{i}, s.Op, v, v.args...)
			r.Ours, r.Made = v.out == journal.OutDone && st.Calls > 0, saw.made
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
	if time.Since(j.plan.MadeAt) < planAge || j.plan.Op.Row().Ends != model.EndInTarget || step.Steady(j.src) {
		j.checked = true
		return nil
	}
	w := e.walk(j, true)
	defer e.spent(j, w)
	lists := map[string]*content{}
	var rs []journal.Record
	for i := range j.Steps {
		s := &j.Steps[i]
		if !s.Op.Row().Moves || !j.States[i].Open() || j.States[i].Calls > 0 {
			continue
		}
		saw, err := lookTarget(e.reads, w, lists, s)
		if err != nil {
			return err
		}
		if saw == there || saw == another {
			rs = append(rs, j.result([]int{i}, s.Op, verdict{out: journal.OutConflict, kind: client.KindConflict, text: text.JobsOther}))
		}
	}
	j.checked = true
	return e.settle(j, merge(rs))
}

func lookTarget(ctx context.Context, w *listing.Walker, lists map[string]*content, s *step.Step) (presence, error) {
	t, _ := s.Target()
	p := t.Parent()
	c := lists[step.PlaceKey(p)]
	if c == nil {
		var err error
		if c, err = contents(ctx, w, p); err != nil {
			return cannotTell, err
		}
		lists[step.PlaceKey(p)] = c
	}
	return c.of(t.Base(), s), nil
}
