package plan

import (
	"cmp"
	"context"
	"slices"

	"aloft/client"
	"aloft/client/jobs/journal"
	"aloft/model"
)

// find finds all items; an item inside another one goes with it and is skipped.
// They are sorted in the order of their folders' listings, so that page by page the
// next ones are on the first page. Items that the plan has already stay before them.
func (p *planner) find(ctx context.Context) error {
	chosen := map[string]bool{}
	for _, at := range p.r.Items {
		chosen[journal.PlaceKey(at)] = true
	}
	p.plan.Items = slices.Grow(p.plan.Items, len(p.r.Items)) // or a large plan is copied while it grows
	order, earlier := map[string]int{}, len(p.plan.Items)
	for i, at := range p.r.Items {
		it, err := p.item(ctx, at)
		if p.leaveOut(at, err) {
			continue
		}
		if err != nil {
			return err
		}
		if it.Pin != "" && p.given[it.Pin] {
			continue // an item that is named twice counts once
		}
		if p.given[it.Pin] = true; p.r.Op.Row().Names != model.NamesNone {
			it.NewName = p.r.NewNames[i]
		}
		if len(p.r.Targets) > 0 {
			it.Target = p.r.Targets[i]
		}
		if it.Policy = p.r.Policy; len(p.r.Policies) > 0 {
			it.Policy = p.r.Policies[i]
		}
		if inside(at, chosen) {
			it.Decision, it.Why = model.DecideSkip, model.WhyInside
		}
		if k := journal.PlaceKey(it.Parent); order[k] == 0 {
			order[k] = len(order) + 1
		}
		p.plan.Items = append(p.plan.Items, it)
	}
	slices.SortStableFunc(p.plan.Items[earlier:], func(a, b model.Item) int {
		return cmp.Or(cmp.Compare(order[journal.PlaceKey(a.Parent)], order[journal.PlaceKey(b.Parent)]), cmp.Compare(a.Pos, b.Pos))
	})
	return nil
}

// item finds the entry of a place in its folder's listing.
func (p *planner) item(ctx context.Context, at model.Place) (model.Item, error) {
	if err := client.CheckPlace(string(p.r.Op), at); err != nil {
		return model.Item{}, err
	}
	if at.IsLoose() {
		return p.loose(ctx, at)
	}
	it := model.Item{Op: p.r.Op, Parent: at.Parent(), Name: at.Base(), Decision: model.DecideGo}
	f, err := p.content(ctx, it.Parent)
	if err != nil {
		return it, p.notThere(at, err)
	}
	if len(f.Find(at)) == 0 && !f.Again {
		// One listing is not enough to believe that it is missing.
		if f, err = p.Again(ctx, it.Parent); err != nil {
			return it, p.notThere(at, err)
		}
	}
	found := f.Find(at)
	switch {
	case len(found) == 0 && !f.Complete:
		return it, client.Errorf(client.KindServer, string(p.r.Op), at, "%s was not found, but the service lists only part of its folder", at.String())
	case len(found) == 0:
		return it, p.notThere(at, nil)
	case len(found) > 1:
		err := client.Errorf(client.KindConflict, string(p.r.Op), at, "several entries are called %s", at.Base())
		err.Hint = "rename one of them in the service's own interface"
		if journal.Steady(p.Src) {
			err.Hint = `say which one by its id: 'aloft ls' writes it as name\#id`
		}
		return it, err
	}
	n := found[0]
	entry := f.Entries[n]
	if err := p.fixed(at, entry); err != nil {
		return it, err
	}
	if it.Name = entry.Name; journal.Steady(p.Src) {
		it.Pin = entry.ID
		p.entries[entry.ID] = entry
	}
	it.Kind, it.Print, it.Pos = entry.Kind, entry.Fingerprint(), f.Position(n)
	it.Original = model.Millis(entry.Original)
	if f.PageSize > 0 {
		it.PageHint = it.Pos/f.PageSize + 1
	}
	p.State.Found++
	p.Report()
	return it, nil
}

// loose finds an item of which only the id is known.
func (p *planner) loose(ctx context.Context, at model.Place) (model.Item, error) {
	it := model.Item{Op: p.r.Op, Parent: p.root, Pin: at.Pin(), Found: model.Found{Loose: true}, Decision: model.DecideGo}
	s, ok := p.Src.(client.Steady)
	if !ok {
		return it, p.notThere(at, nil)
	}
	var e model.Entry
	err := p.Patiently(ctx, func() (err error) { e, err = s.ByID(ctx, it.Pin, client.Options{Class: p.Class}); return err })
	if err != nil {
		return it, p.notThere(at, err)
	}
	if err := p.fixed(at, e); err != nil {
		return it, err
	}
	it.Name, it.Kind, it.Print = e.Name, e.Kind, e.Fingerprint()
	p.entries[it.Pin] = e
	p.State.Found++
	p.Report()
	return it, nil
}

// fixed refuses a space: it can be shared and listed, and nothing else.
func (p *planner) fixed(at model.Place, e model.Entry) error {
	if e.Kind == model.KindSpace && !p.r.Op.Row().Spaces {
		return client.Errorf(client.KindInvalid, string(p.r.Op), at, "%s is a space: it can be listed and shared, but not moved, copied, renamed or deleted", e.Name)
	}
	return nil
}
