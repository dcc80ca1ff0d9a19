package jobs

import (
	"context"
	"time"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
)

// Recovering and purging go the way of every write. Entries of the recycle bin
// have no place but a record id, which does not change; so what others do to
// folders cannot meet them, and the bin's listing alone verifies them.

// binMark is the name of the bin among the places that steps touch; no folder's
// name holds that byte.
const binMark = "\x00bin"

// binPlanner checks what can be checked without listing.
func (e *Engine) binPlanner(r client.Request) (*planner, error) {
	if len(r.Bin) == 0 {
		return nil, client.Errorf(client.KindInvalid, string(r.Op), model.Place{}, text.JobsNothing)
	}
	src, err := e.o.Sources.For(r.Target)
	if err != nil {
		return nil, err
	}
	now := time.Now()
	p := &planner{r: r, root: src.Root()}
	p.lister = e.newLister(r, src)
	p.plan = &model.Plan{ID: newID(now), Account: p.root.Account, Scheme: p.root.Scheme, Op: r.Op, MadeAt: now,
		Bulk: r.Class == client.Bulk}
	return p, nil
}

// bin finds the entries in the recycle bin.
func (p *planner) bin(ctx context.Context) error {
	var in map[string]client.BinEntry
	err := p.patiently(ctx, func() (err error) { in, err = listBin(ctx, p.src, p.class); return err })
	if err != nil {
		return err
	}
	given := map[string]bool{}
	for _, b := range p.r.Bin {
		if given[b.Record] {
			continue
		}
		given[b.Record] = true
		found, ok := in[b.Record]
		if !ok || b.Record == "" || found.Entry.Name != b.Entry.Name {
			return client.Errorf(client.KindNotFound, string(p.r.Op), p.root, "%s is not in the recycle bin any more", b.Entry.Name)
		}
		p.plan.Items = append(p.plan.Items, model.Item{Op: p.r.Op, Parent: p.root, Name: found.Entry.Name, Record: b.Record,
			Kind: found.Entry.Kind, Print: found.Entry.Fingerprint(), Decision: model.DecideGo})
	}
	return nil
}

// listBin lists the whole recycle bin.
func listBin(ctx context.Context, src client.Source, class client.Class) (map[string]client.BinEntry, error) {
	b, ok := src.(client.Binner)
	if !ok {
		return nil, client.Able(src, model.OpRecover)
	}
	es, err := b.Bin(ctx, client.Options{Class: class, Fresh: true})
	if err != nil {
		return nil, err
	}
	out := make(map[string]client.BinEntry, len(es))
	for _, e := range es {
		out[e.Record] = e
	}
	return out, nil
}

// inBin finds the entries of a batch right before the call.
func (j *job) inBin(ctx context.Context, w *walker, b *batch, l *lookups) error {
	w.extra++
	in, err := listBin(ctx, j.src, j.class())
	if err != nil {
		return err
	}
	for _, n := range b.steps {
		s := &j.steps[n]
		if e, ok := in[s.record]; !ok || e.Entry.Name != s.name {
			l.absent = append(l.absent, n)
			continue
		}
		l.steps = append(l.steps, n)
		l.refs = append(l.refs, model.Ref{Place: s.source(), ID: s.record, Kind: s.kind, At: time.Now()})
	}
	return nil
}

func recordsOf(refs []model.Ref) []string {
	out := make([]string, len(refs))
	for i := range refs {
		out[i] = refs[i].ID
	}
	return out
}

// binContents is the bin's listing for the Verifier, by record.
func binContents(ctx context.Context, w *walker, _ model.Place) (*content, error) {
	w.extra++
	in, err := listBin(ctx, w.src, client.Bulk)
	if err != nil {
		return nil, err
	}
	c := &content{names: make(map[string][]model.Entry, len(in)), complete: true}
	for record, e := range in {
		c.names[record] = []model.Entry{e.Entry}
	}
	return c, nil
}
