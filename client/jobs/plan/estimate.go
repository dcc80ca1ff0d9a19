package plan

import (
	"slices"
	"time"

	"aloft/client"
	"aloft/client/jobs/journal"
	"aloft/model"
)

// work is what a request, and each of its items, takes at least where there is no gap
// and nothing was measured: the journal is written, and the service's files.
const work = time.Millisecond

// Estimate estimates requests and time of the plan at the current gap, or at the
// time that such a request has taken before, if that is longer: at first that of the
// plan's own listings. The embedded service, which has no gap, lists much faster
// than it changes.
func Estimate(p *model.Plan, src client.Source, gapAt func(root model.Place) time.Duration, pace func(*model.Plan) (each time.Duration, known bool)) {
	p.Gap = 0
	unit := work
	if !p.Scheme.Local() {
		p.Gap = gapAt(model.Place{Account: p.Account, Scheme: p.Scheme})
		switch each, known := pace(p); {
		case known && p.Gap == 0:
			unit = each
		case known:
			p.Gap = max(p.Gap, each)
		case p.Gap > 0:
			p.Gap = max(p.Gap, Beyond(p.Listing, p.Gap))
		}
	}
	p.Batch = BatchOf(src, p.Op)
	p.Steady = journal.Steady(src)
	if l, ok := src.(client.Locator); ok && p.Later == nil && !p.Steady {
		p.NotePages(func(at model.Place) int { n, _ := l.Locate(at); return n })
	}
	switch s := src.(type) {
	case client.Importer:
		p.Poll = (s.Poll().Min + s.Poll().Max) / 2
	case client.Exporter:
		p.Poll = (s.Poll().Min + s.Poll().Max) / 2
	}
	p.Reprice()
	if n := p.Estimate.Requests; p.Gap == 0 && n > 0 && !p.Scheme.Local() {
		p.Gap = unit * time.Duration(Units(p, n)) / time.Duration(n)
		p.Reprice()
	}
	p.Undo = undoOf(p, src)
	p.Bulk = p.Bulk || Large(p)
}

// Units are what requests of such a plan take their time for where there is no gap: they
// count, and so do the items of each.
func Units(p *model.Plan, requests int) int {
	return requests + going(p)*requests/max(1, p.Estimate.Requests)
}

// Beyond is the time of a request, waiting included, if it is longer than the gap
// accounts for; else 0, as the gap changes.
func Beyond(each, gap time.Duration) time.Duration {
	if each < gap+gap/10 {
		return 0
	}
	return each
}

// going counts the items that the plan does something to.
func going(p *model.Plan) (n int) {
	for i := range p.Items {
		if p.Items[i].Goes() {
			n++
		}
	}
	return n
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
	case p.Op.Transfers(): // a sync deletes, too
		can = func(it *model.Item) bool { return !it.Op.Row().Deletes || it.Mode == string(client.DeleteToBin) }
	case op.Ends == model.EndUnchanged:
		can = func(it *model.Item) bool { return settable(src, it.OldPolicy) }
	}
	for i := range p.Items {
		if it := &p.Items[i]; it.Decision != model.DecideSkip && can(it) {
			return yes
		}
	}
	return "no"
}

// settable: the service can set the permission again.
func settable(src client.Source, old model.Policy) bool {
	s, ok := src.(client.Sharer)
	_, local := src.(client.Attributes)
	return ok && (local || slices.Contains(s.Policies(), old))
}

// finish numbers and prices the items.
func (m *Maker) finish(p *planner) *model.Plan {
	n := p.Requests()
	if p.to != nil {
		n += p.to.Requests()
	}
	n = max(n, m.Slots(p.home.Root())-p.slots) // or the time of others' requests is taken for that of ours
	if n > 0 && !p.Waited {
		p.plan.Listing = time.Since(p.plan.MadeAt) / time.Duration(n)
	}
	for i := range p.plan.Items {
		p.plan.Items[i].ID = i + 1
	}
	p.plan.PageSize = p.PageSize
	if p.to != nil {
		p.plan.PageSize = max(p.PageSize, p.to.PageSize)
	}
	if !p.plan.Op.InBin() {
		p.plan.Sizes = p.Sizes()
		if p.to != nil {
			p.plan.Sizes = append(p.plan.Sizes, p.to.Sizes()...)
		}
	}
	_, hands := p.home.(client.Locator)
	p.plan.Handed, p.plan.Asked = hands || journal.Steady(p.home), m.Asked()
	Estimate(p.plan, p.home, m.Gap, m.Pace)
	return p.plan
}

// BatchOf is the largest number of entries for one call of an operation of the source.
func BatchOf(src client.Source, op model.Op) int {
	most := 1
	switch op {
	case model.OpMove:
		if s, ok := src.(client.Mover); ok {
			most = s.MoveBatch()
		}
	case model.OpCopy:
		if s, ok := src.(client.Copier); ok {
			most = s.Copies(src.Root()).Batch
		}
	case model.OpDelete, model.OpRecover, model.OpPurge,
		model.OpExport, model.OpUpload, model.OpDownload, model.OpTransfer, model.OpRelocate: // a transfer may delete, too
		if s, ok := src.(client.Deleter); ok {
			most = s.DeleteBatch()
		}
	}
	return max(1, most)
}
