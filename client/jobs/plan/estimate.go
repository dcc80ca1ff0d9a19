package plan

import (
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
	p.Undo = undoOf(p)
	p.Bulk = p.Bulk || Large(p)
}

// Large: the job takes longer than a person waits for, as for a single rename.
func Large(p *model.Plan) bool { return p.Estimate.Calls > 2 }

// undoOf says whether the whole job can be taken back.
func undoOf(p *model.Plan) string {
	switch p.Op.Row().Undo {
	case model.UndoNever:
		return "no"
	case model.UndoAlways:
		return "yes"
	}
	for i := range p.Items {
		if p.Items[i].Goes() && p.Items[i].Mode != string(client.DeleteToBin) {
			return "no"
		}
	}
	return "bin"
}
