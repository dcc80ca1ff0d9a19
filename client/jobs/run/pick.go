package run

import (
	"slices"

	"aloft/client/jobs/journal"
	"aloft/client/jobs/plan"
	"aloft/client/jobs/verify"
	"aloft/model"
)

// choice: a batch is packed from so many batches' worth of steps. More would hardly
// pack better, and each turn of a large job would look at all that is left.
const choice = 20

// pick returns the next batch of planned steps: folders to make and renames first,
// one by one, then moves by target and deletions, packed. What another job has not
// settled is left alone.
func (w *worker) pick(l *queue, j *job) (b *verify.Batch, blocked string) {
	if j.Cancel || j.settling {
		return nil, ""
	}
	size := plan.BatchOf(j.src, j.Plan.Op)
	ready, size, blocked := j.ready(w.barriers(j), size)
	if len(ready) == 0 {
		return nil, blocked
	}
	items := j.Left(ready)
	first := model.Batches(items, size)[0]
	b = &verify.Batch{Op: first.Op, To: first.Target, Mode: first.Mode, Whole: j.known(items[first.Items[0]].ID).lost > 0}
	b.Steps = model.Each(first.Items, func(i int) int { return items[i].ID })
	switch s, op := &j.Steps[b.Steps[0]], b.Op.Row(); {
	case op.NoSource:
		b.To = s.Parent
	case op.ToTarget():
		b.To = s.To
	}
	j.unmix(l, b)
	return b, ""
}

// ready returns the steps from which the next batch is made, and its size, at most
// the given one. blocked is the id of a job that some step waits for.
func (j *job) ready(others barrier, size int) (ready []int, most int, blocked string) {
	var small, alone []int
	least := 0
	for i := range j.Unfinished() {
		batched, enough := j.Steps[i].Op.Row().Batched, len(ready) >= size*choice
		if enough && j.Single() == 0 {
			break
		}
		if batched && len(ready) > 0 && !together(&j.Steps[i], &j.Steps[ready[0]]) {
			continue
		}
		if enough && batched || !j.States[i].Open() || j.Steps[i].Op.Transfers() || !j.Ready(i) {
			continue
		}
		if by := others.meets(&j.Steps[i]); by != "" {
			blocked = by
			continue
		}
		switch most := j.most(i, size); {
		case j.known(i).lost > 0:
			alone = append(alone, i)
		case most < size:
			small = append(small, i)
			if least == 0 || most < least {
				least = most
			}
		case !batched:
			return []int{i}, size, blocked
		default:
			ready = append(ready, i)
		}
	}
	switch {
	case len(ready) > 0:
	case len(small) > 0:
		ready = slices.DeleteFunc(small, func(i int) bool { return j.most(i, size) != least })
		size = least
	default:
		ready = alone
	}
	return ready, size, blocked
}

// together: one call may do both steps. The next batch is of the first one's target, so
// that others would only take its place among those that are packed.
func together(a, b *journal.Step) bool {
	return a.Op == b.Op && a.Of.Mode == b.Of.Mode && a.To.Equal(b.To)
}

// most is the largest batch that the step may be in, at most size: after a failure
// it is sent with fewer others, the last time alone, so that it fails none of them.
func (j *job) most(n, size int) int {
	if largest := j.known(n).largest; largest > 0 {
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

// unmix: the specification does not say whether one call may take entries of
// several folders. The first such call is a probe with two entries; after a refusal
// each call is for one folder.
func (j *job) unmix(l *queue, b *verify.Batch) {
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

func (j *job) mixed(steps []int) bool {
	return slices.ContainsFunc(steps, func(n int) bool { return !j.Steps[n].Parent.Equal(j.Steps[steps[0]].Parent) })
}
