package run

import (
	"time"

	"aloft/model"
	"aloft/model/text"
)

// snapshot makes what a screen shows of the job.
func (j *job) snapshot() *model.JobSnapshot {
	if j.light {
		return j.snap.Load()
	}
	s := &model.JobSnapshot{
		ID: j.id, Op: j.Plan.Op, Account: j.Plan.Account, State: j.State,
		Calls: j.Calls, Requests: j.Requests, Current: j.current, Error: j.Err,
		MadeAt: j.Plan.MadeAt, EndedAt: j.Ended, Mine: j.jn != nil, From: j.from, To: j.to, Auditing: j.audit != nil,
		Damaged: j.bad != nil,
	}
	if j.Plan.Op.Transfers() {
		s.Bytes, s.BytesAll, s.Notes = j.bytes()
	}
	for i := range j.Plan.Items {
		if len(j.parts[i]) == 0 {
			s.Skipped++
			continue
		}
		s.Items++
		switch st := j.Item(j.parts[i]); st.State {
		case model.ItemDone:
			s.Done++
		case model.ItemFailed, model.ItemMissing, model.ItemConflict:
			s.Failed++
		case model.ItemUnknown:
			s.Unknown++
		}
	}
	if j.blockedBy != "" {
		s.Error, s.Blocked = (*text.Catalogue)(nil).Say("waits until job %s knows what became of the same entries", j.blockedBy), true
		if j.blockedHow != "" {
			s.Error = (*text.Catalogue)(nil).Say("waits until job %s (%s) knows what became of the same entries", j.blockedBy, j.blockedHow)
		}
	}
	if j.held && j.wanted != "" && j.wanted != wantSettle && j.stopped > 0 {
		s.Error, s.Blocked = (*text.Catalogue)(nil).Say("the job is run by %s", j.By.String()), true
		if j.refusal != nil {
			s.Error = j.refusal.Error()
		}
	}
	if j.taken != "" && !j.State.Ended() {
		s.Error = j.taken
	}
	if j.Cancel && !j.State.Ended() {
		s.Error = string(text.Text("being cancelled; looks what became of the last entries sent"))
	}
	s.CallsAll = s.Calls
	if !j.State.Ended() {
		s.LeftCalls, s.CallsAll = j.leftReqs, s.Calls+j.leftMuts
		s.Left = time.Duration(s.LeftCalls) * j.slot
	}
	return s
}

// ends gives the common parent of the items, and the target of a move.
func ends(p *model.Plan) (from, to model.Place) {
	first := true
	for i := range p.Items {
		it := &p.Items[i]
		switch {
		case p.Op.Transfers() && it.Op != p.Op:
			continue // a folder on the other side
		case first:
			from, to, first = it.Parent, it.Target, false
			continue
		}
		for !it.Parent.Within(from) && !from.IsRoot() {
			from = from.Parent()
		}
		for p.Op.Transfers() && !it.Target.Within(to) && !to.IsRoot() {
			to = to.Parent()
		}
	}
	return from, to
}

// report gives the state of every item.
func (j *job) report() []model.ItemReport {
	out := make([]model.ItemReport, len(j.Plan.Items))
	for i := range j.Plan.Items {
		r := &out[i]
		r.Item = j.Plan.Items[i]
		if len(j.parts[i]) == 0 {
			r.State, r.Error = model.ItemSkipped, r.Item.Reason
			continue
		}
		st := j.Item(j.parts[i])
		r.State, r.Error, r.Kind = st.State, st.Err, string(st.Kind)
		j.tell(r, i)
		if j.State == model.JobCancelled && st.State == model.ItemPlanned {
			r.State, r.Error = model.ItemSkipped, string(text.Text("the job was cancelled before its turn"))
		}
	}
	return out
}
