package run

import (
	"cmp"
	"slices"
	"time"

	"aloft/client"
	"aloft/client/jobs/plan"
	"aloft/model"
)

// shown is the newest snapshot.
func (j *job) shown() *model.JobSnapshot {
	if s := j.snap.Load(); s != nil || j.summary == nil {
		return s
	}
	s := j.summary()
	j.snap.Store(s)
	return s
}

// snapshot returns what a screen shows of the job.
func (j *job) snapshot() *model.JobSnapshot {
	if j.summary != nil {
		return j.shown()
	}
	s := &model.JobSnapshot{
		ID: j.id, Op: j.Plan.Op, Undoes: j.Plan.Undoes, Retries: j.Plan.Retries, Again: j.Plan.Again, Undo: j.Plan.Undo, Account: j.Plan.Account, State: j.State,
		Calls: j.Calls, Requests: j.Requests, Current: j.current, Error: j.Err,
		MadeAt: j.Plan.MadeAt, EndedAt: j.Ended, Mine: j.jn != nil, From: j.from, To: j.to, Name: j.name, Refreshing: j.refresh != nil, Audit: j.Audit,
		Damaged: j.bad != nil,
	}
	if j.Plan.Op.Transfers() {
		s.Bytes, s.BytesAll, s.Notes = j.bytes()
	}
	c := j.Counts()
	s.Items, s.Skipped, s.Done, s.Failed, s.Unknown = c.Steps, c.Skipped, c.Done, c.Failed, c.Unknown
	if j.wait.blockedBy != "" {
		s.Error, s.Blocked = model.Say("waits for job %s, which changed the same entries", j.wait.blockedBy), true
		if !j.wait.blockedHow.IsZero() {
			s.Error = model.Say("waits for job %s (%s), which changed the same entries", j.wait.blockedBy, j.wait.blockedHow)
		}
	}
	if j.wait.after != "" && s.Error.IsZero() {
		s.Error = model.Say("waits for job %s, which goes first", j.wait.after)
	}
	if j.held && j.their.wanted != "" && j.their.wanted != wantSettle && j.their.stopped > 0 {
		s.Error, s.Blocked = model.Say("the job is run by %s", j.By), true
		if j.their.refusal != nil {
			s.Error = client.Sentence(j.their.refusal)
		}
	}
	if !j.taken.IsZero() && !j.State.Ended() {
		s.Error = j.taken
	}
	if j.Cancel && !j.State.Ended() {
		s.Error = model.Say("cancelling: checking the outcome of the last entries sent")
	}
	s.CallsAll = s.Calls
	if !j.State.Ended() {
		left := j.left()
		s.LeftCalls, s.CallsAll = left.Requests, s.Calls+left.Calls
		s.Left = time.Duration(s.LeftCalls) * j.pace.slot
		if s.Rate = j.carry.rate.of(time.Now()); s.Rate > 0 && j.State == model.JobRunning {
			s.Left = max(s.Left, time.Duration(float64(max(0, s.BytesAll-s.Bytes))/float64(s.Rate)*float64(time.Second)))
		} else {
			s.Rate = 0
		}
	}
	return s
}

// bytes transferred so far, bytes in all, and the number of notes of all items.
func (j *job) bytes() (done, all int64, notes int) {
	b := j.AllBytes()
	for n, v := range j.carry.live {
		of := j.Bytes(n)
		b.All += max(0, v.Bytes-of.All)
		if of.Done == 0 {
			b.Done += v.Bytes
		} else {
			b.Done += max(0, v.Bytes-of.All)
		}
	}
	return b.Done, b.All, b.Notes
}

// report gives the state of every item.
func (j *job) report() []model.ItemReport {
	out := make([]model.ItemReport, len(j.Plan.Items))
	for i := range j.Plan.Items {
		r := &out[i]
		r.Item = &j.Plan.Items[i]
		if len(j.Parts[i]) == 0 {
			r.State = model.ItemSkipped
			continue
		}
		st := j.Item(j.Parts[i])
		r.State, r.Error, r.Kind, r.Back = st.State, st.Err, string(st.Kind), st.Back
		j.tell(r, i)
		if j.State == model.JobCancelled && st.State == model.ItemPlanned {
			r.State, r.Error = model.ItemSkipped, model.Say("the job was cancelled before this item")
		}
	}
	return slices.DeleteFunc(out, func(r model.ItemReport) bool { // a folder of the job's own says nothing, unless it fails
		return r.Item.Mode == model.ModeAside && (r.State == model.ItemDone || r.State == model.ItemSkipped || r.State == model.ItemPlanned)
	})
}

// tell adds the progress of a transfer to the report of an item.
func (j *job) tell(r *model.ItemReport, item int) {
	parts := j.Parts[item]
	last := parts[len(parts)-1]
	st := j.States[last]
	for _, n := range parts {
		if j.States[n].Made != "" {
			r.ID = j.States[n].Made
		}
	}
	if r.State == model.ItemDone {
		r.Percent = 100
		if c := st.Carry; r.Item.Op.Transfers() && r.Item.Target.Scheme.Local() && c != nil {
			r.Result = r.Item.Target.Join(plan.ExportedAs(r.Item, c.Name))
		}
		if n := parts[0]; r.Item.Op.Row().Renames && j.Steps[n].Loose {
			r.Result = j.Steps[n].Source()
		}
	}
	if !j.Steps[last].Op.Transfers() {
		return
	}
	if v := j.carry.live[last]; v.Phase != "" {
		r.Phase, r.Percent = v.Phase, v.Percent
	}
	c := st.Carry
	if c == nil {
		return
	}
	r.Notes = c.Notes
	if r.Item.Op.Row().Carries == model.CarriesIn && r.State != model.ItemDone {
		if c.ID != "" {
			r.ID = c.ID
		}
		if j.State.Ended() && c.Begun() && r.State == model.ItemPlanned {
			title := cmp.Or(c.Name, client.ImportTitle(c.Sent))
			r.Notes = append(r.Notes[:len(r.Notes):len(r.Notes)], model.Say("the import was interrupted and may have left %s in the folder where imports arrive", title))
		}
	}
}
