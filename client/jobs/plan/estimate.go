package plan

import (
	"slices"
	"time"

	"aloft/client"
	"aloft/client/jobs/step"
	"aloft/model"
)

// Estimate estimates requests and time of the plan at the current gap.
func Estimate(p *model.Plan, src client.Source, gapAt func(root model.Place) time.Duration) {
	gap := time.Duration(0)
	if p.Scheme != model.SchemeDisk {
		gap = gapAt(model.Place{Account: p.Account, Scheme: p.Scheme})
	}
	p.Batch = BatchOf(src, p.Op)
	p.Gap, p.Steady = gap, step.Steady(src)
	switch s := src.(type) {
	case client.Importer:
		p.Poll = (s.Poll().Min + s.Poll().Max) / 2
	case client.Exporter:
		p.Poll = (s.Poll().Min + s.Poll().Max) / 2
	}
	p.Reprice()
	p.Undo = undoOf(p, src)
	p.Bulk = p.Bulk || Large(p)
}

// Large: the job takes longer than a person waits for, as for a single rename.
func Large(p *model.Plan) bool { return p.Estimate.Calls > 2 }

// undoOf says whether the job can be taken back, or a part of it.
func undoOf(p *model.Plan, src client.Source) string {
	_, bin := src.(client.Binner)
	can := func(it *model.Item) bool { return true }
	yes := "yes"
	switch op := p.Op.Row(); {
	case op.Undo == model.UndoNever:
		return "no"
	case op.Undo == model.UndoByMode:
		yes, can = "bin", func(it *model.Item) bool { return bin && it.Mode == string(client.DeleteToBin) }
	case p.Op == model.OpShare:
		can = func(it *model.Item) bool { return settable(src, it.OldPolicy) }
	}
	for i := range p.Items {
		if it := &p.Items[i]; it.Goes() && can(it) {
			return yes
		}
	}
	return "no"
}

// settable: the service can set the permission again.
func settable(src client.Source, old model.Policy) bool {
	s, ok := src.(client.Sharer)
	return ok && slices.Contains(s.Policies(), old)
}
