package plan

import (
	"cmp"
	"context"
	"slices"

	"aloft/client"
	"aloft/client/jobs/journal"
	"aloft/model"
)

// relocates makes a relocation of a move that no service does by itself.
func (m *Maker) relocates(r *client.Request) error {
	if r.Op != model.OpMove || len(r.Items) == 0 {
		return nil
	}
	from, err := m.Sources.For(r.Items[0])
	if err != nil {
		return err
	}
	far, _ := from.(client.Volumes)
	var leaves, stays model.Place
	for i, it := range r.Items {
		to := r.Target
		if i < len(r.Targets) {
			to = r.Targets[i]
		}
		switch {
		case client.Reach(from, model.OpMove, to) != nil, far != nil && far.Far(it, to):
			leaves = to
		default:
			stays = to
		}
	}
	switch {
	case leaves.IsZero():
		return nil
	case len(r.Targets) == 0:
	case !stays.IsZero():
		return client.Errorf(client.KindInvalid, string(r.Op), leaves, "some pairs stay in the service of %s and others go to %s; run a separate command for each kind", stays.String(), leaves.String())
	default:
		r.Target = leaves
	}
	to, err := m.Sources.For(r.Target)
	if err != nil {
		return err
	}
	for i := range r.Targets {
		other, err := m.Sources.For(r.Targets[i])
		if err != nil {
			return err
		}
		if !other.Root().Equal(to.Root()) {
			return client.Errorf(client.KindInvalid, string(r.Op), r.Targets[i], "all pairs of a job must go to one service; %s and %s are in different services", r.Targets[i].String(), r.Target.String())
		}
	}
	if _, err := client.Route(from, to); err != nil {
		return err
	}
	r.Op = model.OpRelocate
	return nil
}

// deleteOriginal plans the deletion of an item that was asked for, after its copy.
func deleteOriginal(p *planner, it model.Item) error {
	if err := client.Able(p.Src, model.OpDelete); err != nil {
		return err
	}
	mode := p.r.Mode
	if modes := p.Src.(client.Deleter).DeleteModes(); mode == "" && slices.Contains(modes, client.DeleteTree) {
		mode = client.DeleteTree // the pages below it are copied, too
	}
	mode, err := deleteMode(p.Src, mode)
	if err != nil {
		return err
	}
	it.Op, it.Mode, it.Copied = model.OpDelete, string(mode), model.CopiedWhole
	_, documents := p.to.Src.(client.Importer)
	if _, exports := p.Src.(client.Exporter); exports || documents {
		it.Copied = model.CopiedConverted
	}
	if err := trashTakes(p.Src, &it); err != nil { // it is copied, and stays
		p.skip(it, model.WhyRefused, err)
		return nil
	}
	p.plan.Items = append(p.plan.Items, it)
	return nil
}

// undoRelocations takes the originals out of their bin, then deletes their copies. A copy
// whose original does not come back stays.
func undoRelocations(p *planner, ctx context.Context, job *past) error {
	gone := map[string]model.Place{} // the originals that were deleted, by PlaceKey
	var binned, made []deed
	for _, d := range job.done {
		at := d.home.Join(d.name).Unpinned()
		switch {
		case !d.item.Op.Row().Deletes, d.item.Copied == "": // made, or made room
			made = append(made, d)
			continue
		case d.item.Mode != model.ModeBin:
			p.leave(at, "%s was deleted for good", d.name)
		default:
			binned = append(binned, d)
		}
		gone[journal.PlaceKey(at)] = at
	}
	if len(gone) == 0 {
		return p.undoMade(ctx, job)
	}
	if err := recoverOriginals(p, ctx, &past{job.Progress, binned}); err != nil {
		return err
	}
	back := map[string]bool{}
	for i := range p.plan.Items {
		if it := &p.plan.Items[i]; !it.Former.IsZero() {
			back[journal.PlaceKey(it.Former.Join(it.Name).Unpinned())] = true
		}
	}
	was := map[string]model.Place{} // the original that each copy is of, or a part of, by the PlaceKey of the copy
	made = slices.DeleteFunc(made, func(d deed) bool {
		at := d.home.Join(d.name)
		if d.item.Op.Row().Folder {
			at = d.item.Like
		}
		for at = at.Unpinned(); !at.IsRoot(); at = at.Parent() {
			if whole, ok := gone[journal.PlaceKey(at)]; ok {
				was[journal.PlaceKey(d.now.Unpinned())] = whole
				return !back[journal.PlaceKey(whole)]
			}
		}
		return false
	})
	if err := p.undoMade(ctx, &past{job.Progress, made}); err != nil {
		return err
	}
	for i := range p.plan.Items {
		if it := &p.plan.Items[i]; it.Op.Row().Deletes {
			it.Like, it.Copied = was[journal.PlaceKey(it.Place().Unpinned())], model.CopiedWhole
		}
	}
	p.plan.Op = model.OpRelocate
	return nil
}

// recoverOriginals plans the way back of what was deleted at the other end.
func recoverOriginals(p *planner, ctx context.Context, gone *past) error {
	if len(gone.done) == 0 {
		return nil
	}
	there := cmp.Or(p.to, &p.Lister)
	here, root := p.Lister, p.root
	p.Lister, p.root = *there, there.Src.Root()
	err := p.undoDeletions(ctx, gone)
	*there, p.Lister, p.root = p.Lister, here, root
	if client.Is(err, client.KindUnsupported) { // it does not show its bin
		for _, d := range gone.done {
			p.leave(d.home.Join(d.name), staysInBin, d.name)
		}
		return nil
	}
	return err
}
