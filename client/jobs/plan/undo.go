package plan

import (
	"cmp"
	"context"
	"slices"
	"time"

	"aloft/client"
	"aloft/client/jobs/journal"
	"aloft/client/jobs/verify"
	"aloft/model"
	"aloft/model/text"
)

// undo makes the plan that takes back what a job has done: only what the job itself did,
// and only what is as the job left it. All else is named in Refused.
func (m *Maker) undo(ctx context.Context, r client.Request) (*model.Plan, error) {
	g, err := m.Past(r.Undo)
	if err != nil {
		return nil, err
	}
	root, deeds := model.Place{Account: g.Plan.Account, Scheme: g.Plan.Scheme}, deedsOf(g)
	undo := undoing[g.Plan.Op]
	switch {
	case len(deeds) == 0:
		return nil, client.Errorf(client.KindInvalid, opUndo, root, "job %s has changed nothing, so there is nothing to take back", r.Undo)
	case undo == nil || g.Plan.Undo == "no":
		return nil, client.Errorf(client.KindUnsupported, opUndo, root, "job %s cannot be taken back", r.Undo)
	}
	if root = deeds[0].now.Root(); deeds[0].now.IsZero() { // a sync may have deleted something first
		root = deeds[0].home.Root()
	}
	src, err := m.Sources.For(root)
	if err != nil {
		return nil, err
	}
	src = client.Within(src, g.Plan.Tops)
	r.Op, r.Partial, r.Items, r.NewNames, r.Targets = g.Plan.Op, true, nil, nil, nil
	p := m.newPlanner(r, src)
	p.plan.Tops = g.Plan.Tops
	p.plan.Undoes, p.plan.Again = r.Undo, g.Plan.Undoes != "" && !g.Plan.Again
	p.State.Items = len(deeds)
	if n := slices.IndexFunc(deeds, func(d deed) bool { return d.item.Op.Row().Deletes && !d.home.SameSource(root) }); n >= 0 {
		other, err := m.Sources.For(deeds[n].home)
		if err != nil {
			return nil, err
		}
		to := m.newLister(r, client.Within(other, g.Plan.Tops))
		p.to = &to
	}
	done := &past{g, deeds}
	if err := undo(p, ctx, done); err != nil {
		return nil, err
	}
	if err := p.leaveSetBack(ctx, done); err != nil {
		return nil, err
	}
	return m.finish(p), nil
}

const staysInBin text.Text = "%s stays in the recycle bin"

// undoing adds the items that take back what a job of an operation has done; none can for
// what was deleted for good.
var undoing = map[model.Op]func(*planner, context.Context, *past) error{
	model.OpMakeFolder: (*planner).undoMade,
	model.OpRename:     (*planner).undoMoves,
	model.OpMove:       (*planner).undoMoves,
	model.OpDelete:     (*planner).undoDeletions,
	model.OpRecover:    (*planner).undoRecoveries,
	model.OpCreate:     (*planner).undoMade,
	model.OpCopy:       (*planner).undoMade,
	model.OpShare:      (*planner).undoShares,
	model.OpAttributes: (*planner).undoShares,
	model.OpImport:     (*planner).undoMade,
	model.OpExport:     (*planner).undoMade,
	model.OpUpload:     (*planner).undoMade,
	model.OpDownload:   (*planner).undoMade,
	model.OpTransfer:   (*planner).undoMade,
	model.OpRelocate:   undoRelocations,
}

// look finds the entries that are as the job has left them, and calls use for each.
func (p *planner) look(ctx context.Context, deeds []deed, id func(*deed) string, use func(d *deed, at model.Place, it *model.Item) error) error {
	at := make([]model.Place, len(deeds))
	for i := range deeds {
		d := &deeds[i]
		if at[i] = d.now; !d.now.IsLoose() && journal.Steady(p.Src) {
			at[i] = d.now.Parent().JoinPin(d.now.Base(), id(d))
		}
	}
	p.r.Items = at
	for i := range deeds {
		d := &deeds[i]
		it, err := p.item(ctx, at[i])
		switch {
		case p.leaveOut(at[i], err):
		case err != nil:
			return err
		case !at[i].IsLoose() && it.Name != d.now.Base():
			p.leave(at[i], text.JobsRenamed, d.now.Base())
		case !journal.LooksAs(model.Entry{Kind: it.Kind, Size: it.Print.Size}, fingerprint(d), false), d.replaced(p.Src, &it.Print):
			p.leave(at[i], "%s has been replaced by another entry", it.Name)
		default:
			if err := use(d, at[i], &it); err != nil && !p.leaveOut(at[i], err) {
				return err
			}
		}
	}
	p.State.Found = 0
	return nil
}

// then plans the part of an undo that is one operation.
func (p *planner) then(ctx context.Context, part client.Request) error {
	return p.part(ctx, part, operations[part.Op])
}

// part plans the part of a plan that is one operation.
func (p *planner) part(ctx context.Context, part client.Request, items func(*planner, context.Context) error) error {
	if len(part.Items) == 0 {
		return nil
	}
	p.plan.Op, p.byParent, p.given = part.Op, nil, map[string]bool{}
	p.r.Op, p.r.Items, p.r.NewNames, p.r.Targets, p.r.Policies = part.Op, part.Items, part.NewNames, part.Targets, part.Policies
	p.r.Mode = part.Mode
	if err := client.Able(p.Src, part.Op); err != nil {
		return err
	}
	return items(p, ctx)
}

// undoMoves: back into the former folder, under the former name.
func (p *planner) undoMoves(ctx context.Context, job *past) error {
	moves, renames := client.Request{Op: model.OpMove}, client.Request{Op: model.OpRename}
	var away, done []deed
	goes := map[string]bool{}
	for _, d := range job.done {
		if d.item.Op.Row().Deletes { // it made room
			away = append(away, d)
			continue
		}
		done = append(done, d)
	}
	n := len(done)
	moves.Items, moves.NewNames, moves.Targets = make([]model.Place, 0, n), make([]string, 0, n), make([]model.Place, 0, n)
	err := p.look(ctx, done, pinOf, func(d *deed, at model.Place, _ *model.Item) error {
		goes[journal.PlaceKey(d.now.Unpinned())] = true
		switch {
		case d.item.Loose && !at.IsLoose():
			p.leave(at, text.BinUnplaced, at.Base())
		case at.IsLoose() || journal.SamePlace(d.home, at.Parent()):
			renames.Items, renames.NewNames = append(renames.Items, at), append(renames.NewNames, d.name)
		default:
			moves.Items, moves.NewNames, moves.Targets = append(moves.Items, at), append(moves.NewNames, d.name), append(moves.Targets, d.home)
		}
		return nil
	})
	if err != nil {
		return err
	}
	if err := p.then(ctx, renames); err != nil {
		return err
	}
	if err := p.then(ctx, moves); err != nil || len(away) == 0 {
		return err
	}
	return giveBack(ctx, p, &past{job.Progress, away}, goes)
}

// undoMade: what was made is deleted, unless somebody has changed it since. A folder, or a page
// with pages, goes as one when all that it holds is the job's; otherwise what is the job's in it.
func (p *planner) undoMade(ctx context.Context, job *past) error {
	u := &unmaking{planner: p, job: job, ours: map[string]*deed{}, seen: map[string]bool{}, goes: map[string]bool{}}
	var made, away []deed
	for i := range job.done {
		switch d := &job.done[i]; {
		case d.item.Mode == model.ModeAside: // deleted at the job's end
		case d.item.Op.Row().Deletes && d.item.Mode != string(client.DeleteToBin):
			p.leave(d.home.Join(d.name), "%s was deleted for good", d.name)
		case d.item.Op.Row().Deletes, d.item.Op.Row().Renames:
			away = append(away, *d)
		default:
			made = append(made, *d)
		}
	}
	var found []model.Place
	err := p.look(ctx, made, madeBy, func(d *deed, at model.Place, it *model.Item) (err error) {
		e := p.entry(ctx, at)
		if !it.Kind.Container() && e.Modified.IsZero() && d.made != "" { // listings of documents tell no times
			if e, err = details(ctx, p, e); err != nil {
				return err
			}
		}
		switch {
		case journal.Steady(p.Src) && d.made == "":
			p.leave(at, "aloft does not know which entry the job made")
		case it.Kind == model.KindLink && d.item.New != nil && at.Scheme.Local():
			if full, err := p.Src.Stat(ctx, at, client.Options{Class: p.Class}); err != nil || full.Facts().Target != d.item.New.LinkURL {
				p.leave(at, changedSince, it.Name)
				return nil
			}
			u.ours[u.key(at)] = d
			found = append(found, at)
		case !it.Kind.Container() && !d.asMade(&e, true, e.Created):
			p.leave(at, changedSince, it.Name)
		default:
			u.ours[u.key(at)] = d
			found = append(found, at)
		}
		return nil
	})
	if err == nil {
		err = u.sums(ctx, found)
	}
	if err != nil {
		return err
	}
	slices.SortStableFunc(found, func(a, b model.Place) int { return cmp.Compare(len(a.Path), len(b.Path)) })
	for _, at := range found {
		if u.ours[u.key(at)] == nil || u.seen[u.key(at)] {
			continue // it was met in its folder
		}
		e := p.entry(ctx, at)
		if whole, err := u.whole(ctx, at, &e, u.ours[u.key(at)], e.Created, u.ours[u.key(at)].item.Place()); err != nil {
			return err
		} else if whole {
			u.away = append(u.away, at)
		}
	}
	part := client.Request{Op: model.OpDelete, Items: u.away}
	if d, ok := p.Src.(client.Deleter); ok && slices.Contains(d.DeleteModes(), client.DeleteTree) {
		part.Mode = client.DeleteTree // or the pages below would move up
	}
	for _, at := range u.away {
		u.goes[journal.PlaceKey(at.Unpinned())] = true
	}
	if err := p.then(ctx, part); err != nil {
		return err
	}
	for i := range p.plan.Items { // nobody may add to what goes for good, with all that it holds
		it := &p.plan.Items[i]
		if !it.Op.Row().Deletes || it.Mode == string(client.DeleteToBin) {
			continue
		}
		at := it.Named()
		e := p.entry(ctx, at)
		if it.Holds, err = verify.Holds(at, &e, journal.Steady(p.Src), func(at model.Place) ([]model.Entry, error) {
			f, err := p.Folder(ctx, at)
			if err != nil {
				return nil, err
			}
			return f.Entries, nil
		}); err != nil {
			return err
		}
	}
	return giveBack(ctx, p, &past{job.Progress, away}, u.goes)
}

// giveBack plans what a sync has put away to make room: out of the bin, and under its name
// again, where that is free when what goes is gone.
func giveBack(ctx context.Context, p *planner, away *past, goes map[string]bool) error {
	var binned, renamed []deed
	for i := range away.done {
		d := &away.done[i]
		at := d.home.Join(d.name)
		free, err := freed(ctx, p, at, goes)
		switch {
		case err != nil:
			return err
		case !free && d.item.Op.Row().Renames:
			p.leave(d.now, "%s keeps its name", d.name)
		case !free:
			p.leave(at, staysInBin, d.name)
		case d.item.Op.Row().Renames:
			renamed = append(renamed, *d)
		default:
			binned = append(binned, *d)
		}
	}
	err := p.look(ctx, renamed, pinOf, func(d *deed, _ model.Place, it *model.Item) error {
		it.Op, it.NewName, it.Decision = model.OpRename, d.name, model.DecideGo
		p.plan.Items = append(p.plan.Items, *it)
		return nil
	})
	if err == nil && len(binned) > 0 {
		err = p.undoDeletions(ctx, &past{away.Progress, binned})
	}
	if client.Is(err, client.KindUnsupported) { // it does not show its bin
		for _, d := range binned {
			p.leave(d.home.Join(d.name), staysInBin, d.name)
		}
		err = nil
	}
	if len(p.plan.Items) > 0 {
		p.plan.Op = p.plan.Items[0].Op
	}
	return err
}

// freed: the place is free, or an entry is there that goes.
func freed(ctx context.Context, p *planner, at model.Place, goes map[string]bool) (bool, error) {
	key := journal.PlaceKey(at.Unpinned())
	if goes[key] {
		return !inside(at.Unpinned(), goes), nil
	}
	f, err := p.Folder(ctx, at.Parent())
	if client.Is(err, client.KindNotFound) {
		return false, nil
	}
	return err == nil && len(f.Find(at)) == 0, err
}

// undoDeletions: out of the recycle bin again.
func (p *planner) undoDeletions(ctx context.Context, past *past) error {
	var in map[string]client.BinEntry
	err := p.Patiently(ctx, func() (err error) { in, err = verify.ListBin(ctx, p.Src, p.Class); return err })
	if err != nil {
		return err
	}
	p.plan.Op = model.OpRecover
	wanted := map[string][]*deed{}
	var names []string
	byID := map[string][]client.BinEntry{}
	for _, b := range in {
		byID[b.Entry.ID] = append(byID[b.Entry.ID], b)
	}
	back := map[string]bool{} // what an undo of a sync has put back, where it was
	for i := range past.done {
		switch d := &past.done[i]; {
		case d.item.Op == model.OpRecover:
			back[journal.PlaceKey(d.item.Former.Join(d.name).Unpinned())] = true
		case d.item.Op.Row().Renames:
			back[journal.PlaceKey(d.now.Unpinned())] = true
		}
	}
	for i := range past.done {
		d := &past.done[i]
		if at := d.home.Join(d.name); back[journal.PlaceKey(at.Unpinned())] || !d.item.Op.Row().Deletes {
			if d.item.Op.Row().Deletes {
				p.leave(at, "the old %s was put back and is kept", d.name)
			}
			continue
		}
		if d.made != "" { // the source has said which record it became
			if b, ok := in[d.made]; ok {
				it := inBin(model.OpRecover, p.root, b, d.home)
				if it.Name != d.name { // the bin has given it another one
					it.NewName = d.name
				}
				p.plan.Items = append(p.plan.Items, it)
			} else {
				p.leave(d.home.Join(d.name), text.NotInBin, d.name)
			}
			delete(in, d.made)
			continue
		}
		if held := byID[d.id]; d.id != "" && len(held) == 1 { // all that a bin must tell is record and fid
			it := inBin(model.OpRecover, p.root, held[0], d.home)
			if it.Name == "" {
				it.Name, it.Kind, it.Print = d.name, d.item.Kind, d.item.Print
			}
			p.plan.Items = append(p.plan.Items, it)
			delete(in, it.Record)
			continue
		}
		if wanted[d.name] == nil {
			names = append(names, d.name)
		}
		wanted[d.name] = append(wanted[d.name], d)
	}
	held := map[string][]client.BinEntry{}
	for _, b := range in {
		if wanted[b.Entry.Name] != nil {
			held[b.Entry.Name] = append(held[b.Entry.Name], b)
		}
	}
	for _, name := range names {
		p.fromBin(wanted[name], held[name])
	}
	p.r.Op = model.OpRecover
	return p.returns(ctx)
}

// skew is how far the clocks of the service and of this machine may be apart.
const skew = time.Minute

// fromBin recovers the entries of one name. More of them in the bin than were deleted are
// others, too: those count that were deleted from there, and nearest to the time when the job
// deleted its own. Where the service tells neither, nobody knows which to take.
func (p *planner) fromBin(deeds []*deed, held []client.BinEntry) {
	slices.SortFunc(held, func(a, b client.BinEntry) int { return cmp.Compare(a.Record, b.Record) })
	for n, d := range deeds {
		fits := slices.DeleteFunc(slices.Clone(held), func(b client.BinEntry) bool {
			return !journal.LooksAs(b.Entry, d.item.Print, false) || !b.From.IsZero() && !journal.SamePlace(b.From, d.home) ||
				!b.Deleted.IsZero() && b.Deleted.Before(d.sent.Add(-skew))
		})
		away := func(b client.BinEntry) time.Duration { return b.Deleted.Sub(d.sent).Abs() }
		slices.SortStableFunc(fits, func(a, b client.BinEntry) int { return cmp.Compare(away(a), away(b)) })
		at := d.home.Join(d.name)
		switch {
		case len(fits) == 0:
			p.leave(at, text.NotInBin, d.name)
			continue
		case len(fits) > len(deeds)-n && fits[0].Deleted.IsZero():
			p.leave(at, "the recycle bin has several entries named %s; choose one there", d.name)
			continue
		}
		b := fits[0]
		held = slices.DeleteFunc(held, func(o client.BinEntry) bool { return o.Record == b.Record })
		it := inBin(model.OpRecover, p.root, b, model.Place{})
		if len(deeds) == 1 || !b.From.IsZero() {
			it.Former = d.home
		}
		p.plan.Items = append(p.plan.Items, it)
	}
}

// undoRecoveries: deleted again, where it is known from which folder they were.
func (p *planner) undoRecoveries(ctx context.Context, past *past) error {
	var known []deed
	for _, d := range past.done {
		if d.item.Former.IsZero() {
			p.leave(d.home.Join(d.name), text.BinUnplaced, d.name)
			continue
		}
		d.now = d.item.Former.Join(journal.TitleOf(d.item))
		known = append(known, d)
	}
	part := client.Request{Op: model.OpDelete, Mode: client.DeleteToBin}
	err := p.look(ctx, known, madeBy, func(_ *deed, at model.Place, _ *model.Item) error {
		part.Items = append(part.Items, at)
		return nil
	})
	if err != nil {
		return err
	}
	return p.then(ctx, part)
}

// undoShares: the permission that each had before.
func (p *planner) undoShares(ctx context.Context, past *past) error {
	part := client.Request{Op: past.Plan.Op}
	disk, local := p.Src.(client.Attributes)
	for i := range past.done {
		d := &past.done[i]
		at := d.home.JoinPin(d.name, d.item.Pin)
		if d.item.Loose {
			at = d.home.Loose(d.item.Pin)
		}
		if d.item.OldPolicy == "" {
			p.leave(at, "the service cannot restore the permission of %s", d.name)
			continue
		}
		if local {
			now, err := disk.Policy(ctx, model.Ref{Place: at}, client.Options{Class: p.Class})
			if err == nil {
				_, now, err = disk.Wanted(d.item.Policy, now)
			}
			if err != nil || now != d.item.Policy {
				p.leave(at, changedSince, d.name)
				continue
			}
		}
		if !settable(p.Src, d.item.OldPolicy) {
			p.leave(at, "the service cannot restore the permission of %s", d.name)
			continue
		}
		part.Items, part.Policies = append(part.Items, at), append(part.Policies, d.item.OldPolicy)
	}
	return p.then(ctx, part)
}
