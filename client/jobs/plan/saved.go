package plan

import (
	"context"
	"time"

	"aloft/client"
	"aloft/client/jobs/journal"
	"aloft/client/jobs/verify"
	"aloft/model"
	"aloft/model/text"
)

// saved is the plan of the request again, without what is stale: that is in Refused. An
// item is stale when its entry is not as it was, its target is not there, or its name is
// not free any more; so is one that counts on a stale one.
func (m *Maker) saved(ctx context.Context, r client.Request) (*model.Plan, error) {
	if err := whole(r.Saved); err != nil {
		return nil, err
	}
	out := *r.Saved
	src, err := m.Sources.For(model.Place{Account: out.Account, Scheme: out.Scheme})
	if err != nil {
		return nil, err
	}
	if err := client.Able(src, out.Op); err != nil {
		return nil, err
	}
	out.MadeAt, out.Items, out.Refused = time.Now(), append([]model.Item(nil), out.Items...), nil
	out.NoAudit = out.NoAudit || r.NoAudit
	r.Op, r.Partial = out.Op, true
	c := &checker{m: m, r: r, plan: &out, stale: make([]error, len(out.Items)), in: map[string]*planner{}, not: map[string]error{}, halves: map[int]int{}}
	if err := c.sources(ctx); err != nil {
		return nil, err
	}
	for again := true; again; { // what counts on a stale item is stale, too
		if again, err = c.names(ctx); err != nil {
			return nil, err
		}
	}
	c.sort()
	Estimate(&out, src, m.Gap, m.Pace)
	return &out, nil
}

// checker checks a saved plan.
type checker struct {
	m      *Maker
	r      client.Request
	plan   *model.Plan
	stale  []error             // of each item
	halves map[int]int         // items of a cycle that go on from the name that an earlier one gives
	in     map[string]*planner // by the root of the source
	bin    map[string]client.BinEntry
	not    map[string]error // folders that cannot be listed, by PlaceKey
}

// planner lists the source of a place.
func (c *checker) planner(at model.Place) (*planner, error) {
	src, err := c.m.Sources.For(at)
	if err != nil {
		return nil, err
	}
	src = client.Rooted(src, c.plan.Roots)
	k := src.Root().String()
	if c.in[k] == nil {
		p := c.m.newPlanner(c.r, src)
		for i := range c.plan.Items {
			if it := &c.plan.Items[i]; !it.Op.Row().NoSource && it.Parent.SameSource(p.root) {
				p.r.Items = append(p.r.Items, it.Place())
			}
		}
		p.State.Items = len(p.r.Items)
		c.in[k] = p
	}
	return c.in[k], nil
}

// found notes a stale item, and returns an error of the account or the service.
func (c *checker) found(i int, err error) error {
	switch client.KindOf(err) {
	case client.KindNotFound, client.KindConflict, client.KindInvalid:
		c.stale[i] = err
		return nil
	}
	return err
}

// sources looks for the entries of all items.
func (c *checker) sources(ctx context.Context) error {
	given := map[string]int{} // names that renames give, by PlaceKey
	for i := range c.plan.Items {
		it := &c.plan.Items[i]
		if !it.Goes() || it.Op.Row().NoSource {
			continue
		}
		if n, ok := given[journal.PlaceKey(it.Place())]; ok && it.Op == model.OpRename && it.Pin == c.plan.Items[n].Pin {
			c.halves[i] = n
			continue
		}
		if to, ok := it.After(); ok && it.Op == model.OpRename && !it.Loose {
			given[journal.PlaceKey(to)] = i
		}
		look := c.entry
		if it.Op.InBin() {
			look = c.record
		}
		if err := c.found(i, look(ctx, it)); err != nil {
			return err
		}
	}
	return nil
}

// entry: the entry of the item is there, and as it was.
func (c *checker) entry(ctx context.Context, it *model.Item) error {
	p, err := c.planner(it.Parent)
	if err != nil {
		return err
	}
	at := it.Place()
	switch {
	case it.Loose:
		at = it.Parent.Loose(it.Pin)
	case it.Pin != "":
		at = it.Parent.JoinPin(it.Name, it.Pin)
	}
	now, err := p.item(ctx, at)
	if err != nil {
		return err
	}
	print, was := now.Print, it.Print
	same := journal.LooksAs(model.Entry{Kind: now.Kind, Size: print.Size}, was, false) && now.Name == it.Name
	if dated := print.Modified != 0 && was.Modified != 0 && !now.Kind.Container(); !same || dated && print.Modified != was.Modified {
		return client.Errorf(client.KindConflict, string(it.Op), at, changedSince, at.String())
	}
	it.Pos, it.PageHint = now.Pos, now.PageHint
	return nil
}

// record: the entry is still in the recycle bin.
func (c *checker) record(ctx context.Context, it *model.Item) error {
	p, err := c.planner(it.Parent)
	if err != nil {
		return err
	}
	if c.bin == nil {
		err := p.Patiently(ctx, func() (err error) { c.bin, err = verify.ListBin(ctx, p.Src, p.Class); return err })
		if err != nil {
			return err
		}
		c.plan.Sizes = []model.FolderSize{{Folder: p.root, Entries: len(c.bin)}}
	}
	if b, ok := c.bin[it.Record]; !ok || it.Record == "" || b.Entry.Name != it.Name {
		return client.Errorf(client.KindNotFound, string(it.Op), it.Named(), text.NotInBin, it.Name)
	}
	return nil
}

// names checks what the items take that are not stale so far; again: one became stale.
func (c *checker) names(ctx context.Context) (again bool, err error) {
	for b, a := range c.halves {
		if c.stale[a] == nil && c.stale[b] != nil {
			c.stale[a], again = c.stale[b], true
		} else if c.stale[b] == nil && c.stale[a] != nil {
			c.stale[b], again = c.stale[a], true
		}
	}
	makes, frees := map[string]bool{}, map[string]bool{}
	for i := range c.plan.Items {
		it := &c.plan.Items[i]
		switch op := it.Op.Row(); {
		case !it.Goes() || c.stale[i] != nil:
		case op.Folder:
			makes[journal.PlaceKey(it.Place())] = true
		case op.FreesName() && !it.Loose:
			frees[journal.PlaceKey(it.Place())] = true
		}
	}
	for i := range c.plan.Items {
		it := &c.plan.Items[i]
		if !it.Goes() || c.stale[i] != nil || it.Op.InBin() {
			continue
		}
		for _, t := range takes(it) {
			if makes[journal.PlaceKey(t.Parent())] {
				continue
			}
			if err := c.found(i, c.free(ctx, it, t, frees)); err != nil {
				return false, err
			}
			if c.stale[i] != nil {
				again = true
				break
			}
		}
	}
	return again, nil
}

// takes are the places that the item takes on its way, which must be free.
func takes(it *model.Item) (all []model.Place) {
	op := it.Op.Row()
	if t, ok := it.After(); ok && !it.Loose && (op.NoSource || !t.Equal(it.Place())) {
		all = append(all, t)
	}
	switch renamed := op.Moves && it.NewName != "" && it.NewName != it.Name && !it.Loose; {
	case renamed && it.Late:
		all = append(all, it.Target.Join(it.Name))
	case renamed:
		all = append(all, it.Parent.Join(it.NewName))
	}
	return all
}

// free: the folder of the place is there, and nothing has the name that stays.
func (c *checker) free(ctx context.Context, it *model.Item, t model.Place, frees map[string]bool) error {
	p, err := c.planner(t)
	if err != nil {
		return err
	}
	k := journal.PlaceKey(t.Parent())
	if c.not[k] != nil {
		return c.not[k]
	}
	f, err := p.target(ctx, t.Parent())
	if err != nil {
		c.not[k] = err
		return err
	}
	for _, n := range f.Named(t.Base()) {
		if reuse := it.Mode == model.ModeReuse && it.Op.Row().Folder; reuse && f.Entries[n].Kind.Container() || frees[journal.PlaceKey(t)] {
			continue
		}
		return client.Errorf(client.KindConflict, string(it.Op), it.Place(), text.CliTaken, t.String())
	}
	return nil
}

// sort leaves the stale items out of the plan.
func (c *checker) sort() {
	keep, has := c.plan.Items[:0], meant(c.plan, c.stale)
	for i, it := range c.plan.Items {
		if err := c.stale[i]; err != nil {
			no := model.Refusal{Place: it.Named(), Err: err}
			if to, ok := it.After(); ok && !to.Equal(no.Place) {
				no.To = to
			}
			c.plan.Refused = append(c.plan.Refused, no)
			continue
		}
		if it.Op == model.OpDelete && c.plan.Op != model.OpDelete && !has(&it) {
			continue // what it makes room for, or its copy, is stale
		}
		keep = append(keep, it)
	}
	c.plan.Items = keep
	for _, p := range c.in {
		c.plan.PageSize = max(c.plan.PageSize, p.PageSize)
		if !c.plan.Op.InBin() {
			c.plan.Sizes = append(c.plan.Sizes, p.Sizes()...)
		}
	}
}
