package plan

import (
	"context"

	"aloft/client"
	"aloft/client/jobs/journal"
	"aloft/client/jobs/verify"
	"aloft/model"
	"aloft/model/text"
)

// destination is what a plan knows of a folder that items go to.
type destination struct {
	taken *verify.Held // names, those of earlier items included
	ids   map[string]bool
}

func (p *planner) destination(ctx context.Context, to model.Place) (*destination, error) {
	f, err := p.target(ctx, to)
	if err != nil {
		return nil, err
	}
	d := &destination{taken: f.Held(), ids: map[string]bool{}}
	for i := range p.plan.Items { // renames of the same plan come first
		if it := &p.plan.Items[i]; it.Op == model.OpRename && it.Goes() && journal.SamePlace(it.Parent, to) {
			d.taken.Add(model.Entry{Name: it.NewName, Kind: it.Kind, Size: it.Print.Size})
		}
	}
	for _, e := range f.Entries {
		d.ids[e.ID] = true
	}
	return d, nil
}

// moves: each target is listed, and every name that is taken there needs a decision.
func (p *planner) moves(ctx context.Context) error {
	if p.r.Enter {
		return p.pairs(ctx)
	}
	into, err := p.destinations(ctx)
	if err != nil {
		return err
	}
	if err := p.find(ctx); err != nil {
		return err
	}
	found := p.plan.Items
	p.plan.Items = make([]model.Item, 0, len(found))
	for _, it := range found {
		if it.Op == model.OpMove && it.Decision != model.DecideSkip {
			n := len(p.plan.Items) // what makes room for it goes with it
			if err := p.move(ctx, &it, into[journal.PlaceKey(it.Target)]); p.leaveOut(it.Place(), err) {
				p.plan.Items = p.plan.Items[:n]
				continue
			} else if err != nil {
				return err
			}
		}
		p.plan.Items = append(p.plan.Items, it)
	}
	return nil
}

// destinations lists the folders that the items go to, by their PlaceKey. Where each item
// has one of its own, an item is left out alone.
func (p *planner) destinations(ctx context.Context) (map[string]*destination, error) {
	r, into, not := p.r, map[string]*destination{}, map[string]error{}
	n := 0 // items that stay, which take the places of the others
	if len(r.Targets) == 0 {
		p.r.Targets = make([]model.Place, len(r.Items))
	}
	for i, at := range r.Items {
		to, own := r.Target, len(r.Targets) > 0
		if own {
			to = r.Targets[i]
		}
		err := p.reach(to)
		if err == nil && !at.IsLoose() && journal.Within(to, at) {
			err, own = client.Errorf(client.KindInvalid, string(p.r.Op), at, text.IntoItself, at.String()), true
		}
		if k := journal.PlaceKey(to); err == nil && into[k] == nil {
			if not[k] == nil {
				into[k], not[k] = p.destination(ctx, to)
			}
			err = not[k]
		}
		if own && p.leaveOut(at, err) {
			continue
		}
		if err != nil {
			return nil, err
		}
		p.r.Items[n], p.r.NewNames[n], p.r.Targets[n] = at, r.NewNames[i], to
		n++
	}
	p.r.Items, p.r.NewNames, p.r.Targets = p.r.Items[:n], p.r.NewNames[:n], p.r.Targets[:n]
	return into, nil
}

// move decides under which name an item goes to its target.
func (p *planner) move(ctx context.Context, it *model.Item, into *destination) (err error) {
	if journal.SamePlace(it.Parent, it.Target) && !it.Loose || it.Pin != "" && into.ids[it.Pin] {
		it.Decision, it.Why = model.DecideSkip, model.WhyThere
		return nil
	}
	if s, ok := p.Src.(client.MoveChecker); ok {
		if err := s.CheckMove(p.entries[it.Pin], it.Place(), it.Target); err != nil {
			return err
		}
	}
	var from *verify.Folder
	name := journal.TitleOf(it)
	if into.taken.Taken(name) && !it.Loose {
		if from, err = p.Folder(ctx, it.Parent); err != nil {
			return err
		}
	}
	if err := p.title(ctx, it, name, into.taken, from); err != nil {
		return err
	}
	return p.renamed(ctx, it, into)
}

// renamed: an item that gets a new name gets it in its own folder before it is moved, or
// in the target afterwards. So the service must accept the name, and one of the two
// orders must meet no other entry of the same name.
func (p *planner) renamed(ctx context.Context, it *model.Item, into *destination) error {
	if it.NewName == "" || it.NewName == it.Name || it.Decision != model.DecideGo {
		return nil
	}
	if err := p.Src.CheckName(it.NewName); err != nil || it.Loose {
		return err
	}
	f, err := p.content(ctx, it.Parent)
	if err != nil {
		return err
	}
	p.unlisted(f, it.Parent)
	if !f.Taken(it.NewName) {
		f.Promise(it.NewName)
		return nil
	}
	if into.taken.Taken(it.Name) {
		return client.Errorf(client.KindConflict, string(it.Op), it.Place(), text.JobsTaken, it.Parent.Join(it.NewName).String())
	}
	into.taken.Add(model.Entry{Name: it.Name, Kind: it.Kind, Size: it.Print.Size})
	it.Late = true
	return nil
}

// deletions only have to decide how to delete.
func (p *planner) deletions(ctx context.Context) error {
	mode, err := deleteMode(p.Src, p.r.Mode)
	if err != nil {
		return err
	}
	if err := p.find(ctx); err != nil {
		return err
	}
	for i := range p.plan.Items {
		p.plan.Items[i].Mode = string(mode)
	}
	return p.bins()
}
