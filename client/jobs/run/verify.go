package run

import (
	"time"

	"aloft/client"
	"aloft/client/jobs/journal"
	"aloft/client/jobs/verify"
	"aloft/model"
	"aloft/model/text"
)

// verify lets the Verifier check the steps that are due, with all others that have
// the same target: they share the listings.
func (w *worker) verify(l *queue, j *job, t verify.Times) error {
	now := time.Now()
	var lookups verify.Lookups
	var first *model.Place
	var rs []journal.Record
	for i := range j.Quarantined() {
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
			walk := w.walkAt(j, at, client.Options{Fresh: true})
			lookups = verify.Open(walk)
			defer w.spent(j, walk)
		}
		if !at.Equal(*first) {
			continue
		}
		saw, err := lookups.Look(w.reads, c)
		if err != nil {
			return err
		}
		now := time.Now()
		w.change(j, func() { c.Saw(saw, now, t) })
		if v := c.Judge(saw, now.Sub(c.Since), t); v.Out != "" {
			r := v.Record(c.Op, j.Items(i))
			r.Ours, r.Made = v.Out == journal.OutDone && c.Calls > 0, saw.Made
			rs = append(rs, r)
		}
	}
	return w.settle(j, merge(rs))
}

// planAge: the targets of an older plan are listed again before the first call.
const planAge = 10 * time.Minute

// recheck lists the targets of an old plan: a name may have been taken since.
func (w *worker) recheck(j *job) error {
	if time.Since(j.Plan.MadeAt) < planAge || j.Plan.Op.Row().Ends != model.EndInTarget || journal.Steady(j.src) {
		j.looked.checked = true
		return nil
	}
	walk := w.walkAt(j, j.root(), client.Options{Fresh: true})
	defer w.spent(j, walk)
	lookups := verify.Open(walk)
	var rs []journal.Record
	for i := range j.Unfinished() {
		s := &j.Steps[i]
		if !s.Op.Row().ToTarget() || !j.States[i].Open() || j.States[i].Calls > 0 {
			continue
		}
		taken, err := lookups.Taken(w.reads, s)
		if err != nil {
			return err
		}
		if taken {
			rs = append(rs, verify.Verdict{Out: journal.OutConflict, Kind: client.KindConflict, Text: text.JobsOther}.Record(s.Op, j.Items(i)))
		}
	}
	j.looked.checked = true
	return w.settle(j, merge(rs))
}
