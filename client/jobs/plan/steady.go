package plan

import (
	"context"

	"aloft/client"
	"aloft/client/jobs/listing"
	"aloft/client/jobs/step"
	"aloft/model"
	"aloft/model/text"
)

// loose finds an item of which only the id is known.
func (p *planner) loose(ctx context.Context, at model.Place) (model.Item, error) {
	it := model.Item{Op: p.r.Op, Parent: p.root, Pin: at.Pin(), Loose: true, Decision: model.DecideGo}
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

// fixed: a space can be shared and listed, and no more.
func (p *planner) fixed(at model.Place, e model.Entry) error {
	if e.Kind == model.KindSpace && !p.r.Op.Row().Spaces {
		return client.Errorf(client.KindInvalid, string(p.r.Op), at, "%s is a space; a space itself can be listed and shared, but not moved, copied, renamed or deleted", e.Name)
	}
	return nil
}

// holds: something can be put into the entry. In a space every page can have
// pages under it.
func (p *planner) holds(at model.Place, e *model.Entry) bool {
	return e.Enterable() || at.Scheme == model.SchemeSpace && step.Steady(p.Src)
}

// reach says why the folder cannot be the target.
func (p *planner) reach(to model.Place) error {
	err := client.Reach(p.Src, p.r.Op, to)
	if ce, ok := err.(*client.Error); ok && ce.What == text.NoAcross {
		return client.Errorf(client.KindUnsupported, string(p.r.Op), to, "%s is in another source: nothing can be moved there", to.String())
	}
	return err
}

// target lists the folder that the items go to.
func (p *planner) target(ctx context.Context, to model.Place) (*listing.Folder, error) {
	op := string(p.r.Op)
	f, err := p.Folder(ctx, to)
	if client.Is(err, client.KindNotFound) {
		out := client.Errorf(client.KindNotFound, op, to, text.JobsNotFound, to.String())
		out.Hint, out.Err = text.JobsTargetHint, err
		return nil, out
	}
	if err == nil && !f.Complete {
		return nil, client.Errorf(client.KindUnsupported, op, to, text.JobsIncomplete, to.String())
	}
	return f, err
}

// title settles the title of something new in a folder: taken are the names
// there, those of earlier items included.
func (p *planner) title(it *model.Item, title string, taken map[string]model.Entry) error {
	entry := model.Entry{Name: title, Kind: it.Kind, Size: it.Print.Size}
	other, clash := taken[title]
	if !clash {
		taken[title] = entry
		return nil
	}
	it.Taken = &other
	wish := *it
	wish.Name = title
	it.Free = p.number(&wish, func(name string) bool { _, there := taken[name]; return there })
	if err := p.decide(it); err != nil {
		return err
	}
	if it.Free != "" {
		entry.Name = it.Free
		taken[it.Free] = entry
	}
	return nil
}

func takenIn(f *listing.Folder) map[string]model.Entry {
	taken := make(map[string]model.Entry, len(f.Entries))
	for _, e := range f.Entries {
		taken[e.Name] = e
	}
	return taken
}
