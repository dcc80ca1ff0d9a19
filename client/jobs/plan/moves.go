package plan

import (
	"context"
	"slices"

	"aloft/client"
	"aloft/client/jobs/listing"
	"aloft/client/jobs/step"
	"aloft/model"
	"aloft/model/text"
)

// moves: the target is listed, and every name that is taken there needs a decision.
func (p *planner) moves(ctx context.Context) error {
	op := string(p.r.Op)
	to := p.r.Target
	if to.Account == "" {
		to.Account = p.root.Account
	}
	if err := p.reach(to); err != nil {
		return err
	}
	items, names := p.r.Items, p.r.NewNames
	p.r.Items, p.r.NewNames = nil, nil
	for i, at := range items {
		if at.IsLoose() || !step.Within(to, at) {
			p.r.Items, p.r.NewNames = append(p.r.Items, at), append(p.r.NewNames, names[i])
		} else if err := client.Errorf(client.KindInvalid, op, at, "%s cannot be moved into itself", at.String()); !p.leaveOut(at, err) {
			return err
		}
	}
	target, err := p.target(ctx, to)
	if err != nil {
		return err
	}
	if err := p.find(ctx); err != nil {
		return err
	}
	taken, ids := map[string]model.Entry{}, map[string]bool{}
	for _, e := range target.Entries {
		taken[e.Name] = e
		ids[e.ID] = true
	}
	for i := range p.plan.Items {
		it := &p.plan.Items[i]
		it.Target = to
		switch {
		case it.Decision == model.DecideSkip:
		case step.SamePlace(it.Parent, to) && !it.Loose, it.Pin != "" && ids[it.Pin]:
			it.Decision, it.Why = model.DecideSkip, model.WhyThere
		default:
			var from *listing.Folder
			name := step.TitleOf(it)
			if _, clash := taken[name]; clash && !it.Loose {
				if from, err = p.Folder(ctx, it.Parent); err != nil {
					return err
				}
			}
			if err := p.title(it, name, taken, from); err != nil {
				return err
			}
			if err := p.renamedFirst(ctx, it); err != nil {
				return err
			}
		}
	}
	return nil
}

// renamedFirst: an item that gets a new name gets it in its own folder, before it is
// moved, so the name must be one that the service accepts and be free there too.
func (p *planner) renamedFirst(ctx context.Context, it *model.Item) error {
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
	if f.Taken(it.NewName) {
		return client.Errorf(client.KindConflict, string(it.Op), it.Place(), text.JobsTaken, it.Parent.Join(it.NewName).String())
	}
	f.Promise(it.NewName)
	return nil
}

// deletions only have to decide how to delete.
func (p *planner) deletions(ctx context.Context) error {
	modes := p.Src.(client.Deleter).DeleteModes()
	mode := p.r.Mode
	if mode == "" && len(modes) > 0 {
		mode = modes[0]
	}
	if !slices.Contains(modes, mode) {
		return client.Errorf(client.KindUnsupported, string(p.r.Op), p.root, "%s cannot delete that way (%s)", string(p.root.Scheme), string(mode))
	}
	if err := p.find(ctx); err != nil {
		return err
	}
	for i := range p.plan.Items {
		p.plan.Items[i].Mode = string(mode)
	}
	return nil
}
