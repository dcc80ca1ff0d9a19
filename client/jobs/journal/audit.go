package journal

import (
	"aloft/client"
	"aloft/model"
)

// Audited is what the audit of a job has found. It is a part of the last record, so that a
// log has all of it or nothing.
type Audited struct {
	Findings []Finding `json:"findings,omitempty"`
	// Note says that the service was set back (SetBack), or what could not be audited.
	Note    model.Sentence `json:"note,omitzero"`
	SetBack bool           `json:"set_back,omitempty"`
	Unread  int            `json:"unread,omitempty"` // folders that could not be listed
}

// Finding is what is wrong with items that count as done.
type Finding struct {
	Items []int          `json:"items"`
	Op    model.Op       `json:"op"`
	Out   string         `json:"out"` // OutMissing, OutConflict or OutFailed
	Kind  client.Kind    `json:"kind,omitempty"`
	Error model.Sentence `json:"error,omitzero"`
	Back  bool           `json:"back,omitempty"` // it is as it was before the job
}

// audited applies a record of an audit, or the end of one.
func (g *Progress) audited(r *Record) {
	a := &g.Audit
	switch {
	case r.T == RecAudit:
		if r.N == 0 { // also when one that was cut off is made anew
			g.auditFrom = g.Requests
		}
		a.State, a.Folders, a.Of = model.AuditRunning, r.N, r.Of
	case r.Audit != nil:
		a.State, a.Note, a.SetBack = model.AuditDone, r.Audit.Note, r.Audit.SetBack
		if r.Audit.Unread > 0 {
			a.State = model.AuditPartly
		}
		for _, f := range r.Audit.Findings {
			a.Astray += len(f.Items)
			g.change(func(s *State) { s.Astray, s.Back, s.Kind, s.Err = astray[f.Out], f.Back, f.Kind, f.Error }, g.stepsOf(f.Items, f.Op)...)
		}
	case a.State == model.AuditRunning:
		*a = model.AuditReport{}
	}
}

// astray are the states of items by what the audit has found of them.
var astray = map[string]model.ItemState{OutMissing: model.ItemMissing, OutConflict: model.ItemConflict, OutFailed: model.ItemFailed}

// auditLeft is how many listings of the audit are left, by the plan.
func (g *Progress) auditLeft() int {
	switch {
	case g.State.Ended() || g.Cancel:
		return 0
	case g.Audit.State == model.AuditRunning:
		return max(0, g.Plan.Estimate.Audit-(g.Requests-g.auditFrom))
	}
	return g.Plan.Estimate.Audit
}
