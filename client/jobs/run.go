package jobs

import (
	"context"
	"slices"
	"time"

	"aloft/client"
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
func (e *Engine) turn(l *lane, j *job) {
	e.mu.Lock()
	a := j.audit
	e.mu.Unlock()
	if a != nil {
		e.audit(j, a)
		return
	}
	if e.wishes(j) {
		return
	}
	e.change(j, func() {
		if j.state == model.JobWaiting {
			j.state = model.JobRunning
		}
	})
	start, before := time.Now(), j.requests
	err := e.operate(l, j)
	e.change(j, func() { j.measure(time.Since(start), j.requests-before) })
	if err != nil {
		e.trouble(l, j, err)
		return
	}
	e.change(j, func() {
		if j.state == model.JobRunning && !j.outage.since.IsZero() {
			j.err = "" // the trouble is over
		}
		j.tries, j.outage = 0, outage{}
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

// wishes does what was asked for; true when the job has no turn now.
func (e *Engine) wishes(j *job) bool {
	e.mu.Lock()
	jn := j.jn
	pause, cancel := j.wantPause, j.wantCancel
	j.wantPause, j.wantCancel = false, false
	e.mu.Unlock()
	if jn == nil || e.mayStillSend(j) != nil {
		e.broke(j)
		return true
	}
	switch asked(j.dir) {
	case askPause:
		pause = true
	case askCancel:
		cancel = true
	}
	if cancel && !j.cancel {
		if e.log(j, record{T: recPause, Cancel: true}) != nil {
			return true
		}
	}
	if pause && j.count(func(s *stepState) bool { return !s.final() }) > 0 {
		_ = e.log(j, record{T: recPause, Out: pauseAsked})
		return true
	}
	return false
}

func (e *Engine) operate(l *lane, j *job) error {
	now := time.Now()
	t := l.times(e)
	if !j.checked && !j.cancel && !j.settling {
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
	for i := range j.st {
		st := &j.st[i]
		if !st.quarantined() || (j.cancel || j.settling) && st.absent {
			continue
		}
		if st.due(now, &j.steps[i], idle, t) {
			return e.verify(l, j, t)
		}
		if at := st.lookAt(&j.steps[i], idle, t); next.IsZero() || at.Before(next) {
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
				o.wanted, j.blockedHow = wantSettle, o.by.String()
			}
		})
		return nil
	case j.settling && j.count(func(s *stepState) bool { return !s.final() }) > 0:
		return e.putDown(j)
	}
	return e.end(j)
}

// end: every item has its last state.
func (e *Engine) end(j *job) error {
	out := model.JobDone
	undone := j.count(func(s *stepState) bool { return !s.final() })
	switch {
	case j.cancel && undone > 0:
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
	if err := e.log(j, record{T: recEnd, Out: string(out)}); err != nil {
		return err
	}
	e.o.Hook("end")
	e.mu.Lock()
	defer e.mu.Unlock()
	summarize(j.dir, snapAccounts(j.snap.Load(), e.full))
	if a == nil {
		e.letGo(j)
	}
	return nil
}

// pick takes the next batch from what is planned and not done: folders to make
// and renames first, one by one, then moves by target and deletions, packed.
// What another job has not settled is left alone.
func (e *Engine) pick(l *lane, j *job) (b *batch, blocked string) {
	if j.cancel || j.settling {
		return nil, ""
	}
	others := e.barriers(j)
	var ready, small, alone []int
	least, size := 0, batchOf(j.src, j.plan.Op)
	for i := range j.st {
		st := &j.st[i]
		if !st.open() || j.steps[i].op.Transfers() || !e.ready(j, i) {
			continue
		}
		if by := others.meets(&j.steps[i]); by != "" {
			blocked = by
			continue
		}
		switch {
		case st.lost > 0:
			alone = append(alone, i)
		case st.most(size) < size:
			small = append(small, i)
			if most := st.most(size); least == 0 || most < least {
				least = most
			}
		default:
			ready = append(ready, i)
		}
	}
	switch {
	case len(ready) > 0:
	case len(small) > 0:
		ready = slices.DeleteFunc(small, func(i int) bool { return j.st[i].most(size) != least })
		size = least
	case len(alone) > 0:
		ready = alone
	default:
		return nil, blocked
	}
	items := j.left(ready)
	first := model.Batches(items, size)[0]
	b = &batch{op: first.Op, to: first.Target, mode: first.Mode, whole: j.st[items[first.Items[0]].ID].lost > 0}
	for _, i := range first.Items {
		b.steps = append(b.steps, items[i].ID)
	}
	switch s, op := &j.steps[b.steps[0]], b.op.Row(); {
	case op.NoSource:
		b.to = s.parent
	case op.ToTarget():
		b.to = s.to
	}
	j.unmix(l, b)
	return b, ""
}

// most is the largest batch that the step may be in, of at most size: what has
// come to nothing is sent again with fewer others, the last time alone, so that
// it takes none of them with it.
func (s *stepState) most(size int) int {
	if s.largest > 0 {
		size = min(size, s.largest)
	}
	switch {
	case s.told() == 0:
		return size
	case s.told() < resends:
		return max(1, size/5)
	}
	return 1
}

// unmix: nothing in the specification keeps entries of several folders out of
// one call, but nothing promises it either. The first such call has two entries
// as a probe; after a refusal each call is of one folder.
func (j *job) unmix(l *lane, b *batch) {
	first := j.steps[b.steps[0]].parent
	other := slices.IndexFunc(b.steps, func(n int) bool { return !j.steps[n].parent.Equal(first) })
	if other < 0 {
		return
	}
	switch l.mix {
	case mixUnknown:
		b.steps = []int{b.steps[0], b.steps[other]}
	case mixRefused:
		b.steps = slices.DeleteFunc(b.steps, func(n int) bool { return !j.steps[n].parent.Equal(first) })
	}
}

// ready: all that the step waits for has happened. What can never happen is
// settled by depend.
func (e *Engine) ready(j *job, i int) bool {
	s := &j.steps[i]
	for _, n := range s.need {
		if j.st[n].state != model.ItemDone {
			return false
		}
	}
	for _, n := range s.after {
		if !j.st[n].final() {
			return false
		}
	}
	return true
}

// depend gives up the steps whose need has failed, and theirs in turn.
func (j *job) depend(failed map[int]bool) []record {
	var out []record
	for i := range j.steps {
		s := &j.steps[i]
		if !j.st[i].open() || failed[i] {
			continue
		}
		for _, n := range s.need {
			if failed[n] || j.st[n].final() && j.st[n].state != model.ItemDone {
				failed[i] = true
				out = append(out, j.result([]int{i}, s.op, verdict{out: outFailed, kind: client.KindConflict, text: "not done, because %s was not done first"}, j.steps[n].name))
				break
			}
		}
	}
	return out
}

// result makes the record of a verdict about steps of one op.
func (j *job) result(steps []int, op model.Op, v verdict, args ...any) record {
	r := record{T: recVerd, Op: op, Items: itemsOf(j.plan, j.steps, steps), Out: v.out, Kind: v.kind}
	if v.text != "" {
		r.Error = model.Clean((*text.Catalogue)(nil).Say(v.text, args...))
		if v.said != "" {
			r.Error += (*text.Catalogue)(nil).Say(text.ErrServerSays, v.said)
		}
	}
	return r
}

// settle journals verdicts, with those that follow from them.
func (e *Engine) settle(j *job, rs []record) error {
	failed := map[int]bool{}
	for i := range rs {
		if rs[i].T == recVerd && (rs[i].Out == outFailed || rs[i].Out == outMissing || rs[i].Out == outConflict) {
			for _, id := range rs[i].Items {
				failed[j.index[stepKey{id, rs[i].Op}]] = true
			}
		}
	}
	if len(failed) > 0 { // two items of a transfer may fail at a time
		e.mu.Lock()
		rs = append(rs, j.depend(failed)...)
		e.mu.Unlock()
	}
	if len(rs) == 0 {
		return nil
	}
	if err := e.log(j, rs...); err != nil {
		return err
	}
	e.o.Hook("verdict")
	e.mu.Lock()
	n, many := j.failures(), false
	if many = n > j.allowed; many {
		j.allowed = n + manyFailed
	}
	e.mu.Unlock()
	if many {
		return e.log(j, record{T: recPause, Out: pauseError,
			Error: (*text.Catalogue)(nil).Say("%d {item|items} could not be done, so the job was paused to be looked at", n)})
	}
	return nil
}

// verify lets the Verifier look at what is due, with all else that has the same
// target: the listings are shared.
func (e *Engine) verify(l *lane, j *job, t times) error {
	now := time.Now()
	var w *walker
	lists := map[string]*content{}
	var first *model.Place
	var rs []record
	for i := range j.st {
		st, s := &j.st[i], &j.steps[i]
		if !st.quarantined() {
			continue
		}
		at := s.parent
		if s.op.Row().ToTarget() {
			at = s.to
		}
		if first == nil {
			if !st.due(now, s, true, t) {
				continue
			}
			first = &at
			w = e.walkAt(j, at, true)
			defer e.spent(j, w)
		}
		if !at.Equal(*first) {
			continue
		}
		saw, err := look(e.reads, w, lists, s, j.idOf(i), st.known)
		if err != nil {
			return err
		}
		now := time.Now()
		e.change(j, func() { st.looked(now, s, saw, t) })
		if v := judge(s, st, saw, now.Sub(st.since), t); v.out != "" {
			r := j.result([]int{i}, s.op, v, v.args...)
			r.Ours, r.Made = v.out == outDone && st.calls > 0, saw.made
			rs = append(rs, r)
		}
	}
	return e.settle(j, merge(rs))
}

// merge joins records that say the same of different items.
func merge(rs []record) []record {
	var out []record
	for _, r := range rs {
		n := slices.IndexFunc(out, func(o record) bool {
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
func (e *Engine) recheck(j *job) error {
	if time.Since(j.plan.MadeAt) < planAge || j.plan.Op.Row().Ends != model.EndInTarget || steady(j.src) {
		j.checked = true
		return nil
	}
	w := e.walk(j, true)
	defer e.spent(j, w)
	lists := map[string]*content{}
	var rs []record
	for i := range j.steps {
		s := &j.steps[i]
		if !s.op.Row().Moves || !j.st[i].open() || j.st[i].calls > 0 {
			continue
		}
		saw, err := lookTarget(e.reads, w, lists, s)
		if err != nil {
			return err
		}
		if saw == there || saw == another {
			rs = append(rs, j.result([]int{i}, s.op, verdict{out: outConflict, kind: client.KindConflict, text: text.JobsOther}))
		}
	}
	j.checked = true
	return e.settle(j, merge(rs))
}

func lookTarget(ctx context.Context, w *walker, lists map[string]*content, s *step) (presence, error) {
	t, _ := s.target()
	p := t.Parent()
	c := lists[key(p)]
	if c == nil {
		var err error
		if c, err = contents(ctx, w, p); err != nil {
			return cannotTell, err
		}
		lists[key(p)] = c
	}
	return c.of(t.Base(), s), nil
}
