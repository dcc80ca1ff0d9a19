package plan

import (
	"context"
	"slices"

	"aloft/client"
	"aloft/client/jobs/journal"
	"aloft/model"
)

// creations: titles and kinds are checked before anything is listed.
func (p *planner) creations(ctx context.Context) error {
	op := string(p.r.Op)
	c := p.Src.(client.Creator)
	p.check = c.CheckTitle
	if p.r.New == nil {
		return client.Errorf(client.KindInvalid, op, p.root, "the kind of the new entry is missing")
	}
	if p.r.New.Kind == model.KindLink && p.r.New.LinkURL == "" {
		return client.Errorf(client.KindInvalid, op, p.root, "a link needs a target address")
	}
	var items []model.Place
	for _, at := range p.r.Items {
		err := c.CheckTitle(at.Base())
		if err == nil && !slices.Contains(c.CreateKinds(at.Parent()), p.r.New.Kind) {
			err = noKind(p.r.New.Kind, at)
		}
		switch {
		case p.leaveOut(at, err):
		case err != nil:
			return err
		default:
			items = append(items, at)
		}
	}
	there := folders{}
	for _, at := range items {
		to, err := p.folder(ctx, there, at.Parent())
		made := *p.r.New
		it := model.Item{Op: model.OpCreate, Parent: at.Parent(), Name: at.Base(), Kind: made.Kind, New: &made, Decision: model.DecideGo,
			Print: model.Fingerprint{Name: at.Base(), Kind: made.Kind, Size: model.Unknown}}
		if err == nil {
			err = p.title(ctx, &it, it.Name, to.held, nil)
		}
		if p.leaveOut(at, err) {
			continue
		}
		if err != nil {
			return err
		}
		p.plan.Items = append(p.plan.Items, it)
		p.State.Found++
	}
	return nil
}

// copies plans copies within one service.
func (p *planner) copies(ctx context.Context) error {
	op := string(p.r.Op)
	to := p.r.Target
	if err := p.reach(to); err != nil {
		return err
	}
	if c, ok := p.Src.(client.Creator); ok {
		p.check = c.CheckTitle
		for i, at := range p.r.Items {
			title := p.r.NewNames[i]
			if title == "" && !at.IsLoose() {
				title = at.Base()
			}
			if err := p.check(title); title != "" && err != nil && !p.r.Partial {
				return err
			}
		}
	}
	target, err := p.target(ctx, to)
	if err != nil {
		return err
	}
	if err := p.find(ctx); err != nil {
		return err
	}
	how, taken := p.Src.(client.Copier).Copies(to), target.Held()
	aside := to.Join(p.temporary(target, model.Item{Kind: model.KindFolder}))
	found := p.plan.Items
	keep := make([]model.Item, 0, len(found))
	for _, it := range found {
		at := it.Place()
		it.Target, it.Via, p.plan.Items = to, how.Via, nil
		err := p.check(journal.TitleOf(&it))
		if it.Kind.Container() && journal.Within(to, at) {
			err = client.Errorf(client.KindInvalid, op, at, copyIntoItself, at.String())
		}
		if err == nil && it.Goes() {
			err = p.title(ctx, &it, journal.TitleOf(&it), taken, nil)
		}
		if p.leaveOut(at, err) {
			continue
		}
		if err != nil {
			return err
		}
		keep = append(keep, p.plan.Items...) // what makes room for it
		if p.plan.Items = nil; it.Kind.Container() && !how.Folders && it.Goes() {
			if err := p.copyFolder(ctx, it.Parent.JoinPin(it.Name, it.Pin), &into{to, taken}, journal.TitleOf(&it), how.Via); p.leaveOut(at, err) {
				continue
			} else if err != nil {
				return err
			}
			keep = append(keep, p.plan.Items...)
			continue
		}
		if !how.Titles && (it.Taken != nil || journal.TitleOf(&it) != it.Name) {
			if it.Late = !taken.Taken(it.Name); it.Late {
				taken.Add(model.Entry{Name: it.Name, Kind: it.Kind, Size: it.Print.Size})
			} else {
				it.Via = aside
			}
		}
		keep = append(keep, it)
		if e := p.entries[it.Pin]; it.Goes() && !it.Kind.Container() && e.Enterable() {
			if err := leavePages(p, ctx, it.Parent.JoinPin(it.Name, it.Pin)); err != nil {
				return err
			}
			keep = append(keep, p.plan.Items...)
		}
	}
	p.plan.Items = keep
	goAround(p, aside)
	return nil
}

// goAround makes the folder in which copies get their names first, where the plan has any.
func goAround(p *planner, at model.Place) {
	if slices.ContainsFunc(p.plan.Items, func(it model.Item) bool { return !at.IsZero() && it.Via.Equal(at) }) {
		made := folderItem(at)
		made.Mode = model.ModeAside
		p.plan.Items = slices.Insert(p.plan.Items, 0, made)
	}
}

// leavePages names the pages under a page: the service copies it alone.
func leavePages(p *planner, ctx context.Context, at model.Place) error {
	f, err := p.Folder(ctx, at)
	if err != nil {
		return err
	}
	for i := range f.Entries {
		e := &f.Entries[i]
		it := model.Item{Op: p.r.Op, Parent: at, Name: e.Name, Pin: e.ID, Kind: e.Kind, Print: e.Fingerprint(), Target: p.r.Target}
		p.skip(it, model.WhyRefused, client.Errorf(client.KindUnsupported, string(p.r.Op), at, "the service copies a page without the pages under it; copy %s separately", e.Name))
	}
	return nil
}

// copyFolder plans a folder of a service that copies single documents: it is made, with all
// that it holds.
func (p *planner) copyFolder(ctx context.Context, at model.Place, to *into, title string, via model.Place) error {
	made := folderItem(to.place.Join(title))
	p.plan.Items = append(p.plan.Items, made)
	f, err := p.Folder(ctx, at)
	if err != nil {
		return err
	}
	if !f.Complete {
		return client.Errorf(client.KindServer, string(p.r.Op), at, notWhole, at.String())
	}
	in := &into{made.Place(), to.held.New()}
	l := model.Listing{Entries: f.Entries, Steady: true}
	twins := l.Twins()
	for n := range f.Entries {
		e := &f.Entries[n]
		p.State.Found++
		if e.Kind.Container() {
			name := e.Name
			if in.held.Taken(name) {
				wish := model.Item{Name: name, Kind: e.Kind}
				name = p.number(&wish, in.held.Taken)
			}
			in.promise(name)
			if err := p.copyFolder(ctx, at.JoinEntry(e, twins), in, name, via); err != nil {
				return err
			}
			continue
		}
		it := model.Item{Op: p.r.Op, Parent: at, Name: e.Name, Pin: e.ID, Kind: e.Kind, Print: e.Fingerprint(), Target: in.place, Way: model.Way{Via: via}, Decision: model.DecideGo}
		if err := p.named(ctx, &it, e.Name, in); err != nil {
			return err
		}
		p.plan.Items = append(p.plan.Items, it)
	}
	return nil
}

// shares reads the current policy of each item, so that an undo can restore it.
func (p *planner) shares(ctx context.Context) error {
	s := p.Src.(client.Sharer)
	disk, local := p.Src.(client.Attributes)
	if len(p.r.Policies) == 0 && !local && !slices.Contains(s.Policies(), p.r.Policy) {
		return client.Errorf(client.KindInvalid, string(p.r.Op), p.root, "the service cannot set the policy %q", string(p.r.Policy))
	}
	if err := p.find(ctx); err != nil {
		return err
	}
	keep := p.plan.Items[:0]
	for _, it := range p.plan.Items {
		it.Decision, it.Why = model.DecideGo, "" // one inside another has its own policy
		ref := model.Ref{Place: it.Place(), ID: it.Pin, Kind: it.Kind}
		if it.Kind == model.KindSpace {
			ref.Space = it.Pin
		}
		var old model.Policy
		err := p.Patiently(ctx, func() (err error) { old, err = s.Policy(ctx, ref, client.Options{Class: p.Class}); return err })
		if client.Is(err, client.KindUnsupported) {
			err = nil // one that cannot be read can be set all the same, but not restored
		}
		if err == nil && local {
			it.Policy, old, err = disk.Wanted(it.Policy, old)
		}
		if p.leaveOut(it.Place(), err) {
			continue
		}
		if err != nil {
			return err
		}
		switch it.OldPolicy = old; {
		case local && it.Kind == model.KindLink:
			it.Decision, it.Why = model.DecideSkip, model.WhyLink
		case old == it.Policy:
			it.Decision, it.Why = model.DecideSkip, model.WhySame
		}
		keep = append(keep, it)
	}
	p.plan.Items = keep
	return nil
}

// noKind says why a kind cannot be made at a place.
func noKind(k model.Kind, at model.Place) error {
	e := client.Errorf(client.KindUnsupported, string(model.OpCreate), at, "no %s can be made in %s", string(k), at.Parent().String())
	switch {
	case at.Parent().Scheme == model.SchemeSpace && at.Parent().IsRoot():
		e.Hint = "open a space first, or give a space and a title"
	case !at.Scheme.Documents():
		e.Hint = "make documents in docs: or in a space"
	case k == model.KindFile:
		e.Hint = "make files on a disk or on the drive"
	case k == model.KindLink:
		e.Hint = "make links in a space or on a disk"
	}
	return e
}
