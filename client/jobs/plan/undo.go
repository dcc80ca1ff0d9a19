package plan

import (
	"cmp"
	"context"
	"slices"

	"aloft/client"
	"aloft/client/jobs/journal"
	"aloft/client/jobs/step"
	"aloft/model"
	"aloft/model/text"
)

// Undo makes the plan that takes back what a job has done: only what the job itself did,
// and only where it is as the job left it. Everything else is named in Refused.
func (m *Maker) Undo(ctx context.Context, g *journal.Progress, r client.Request) (*model.Plan, error) {
	done := doneBy(g)
	back := operations[g.Plan.Op].undo
	root := model.Place{Account: g.Plan.Account, Scheme: g.Plan.Scheme}
	switch {
	case back == nil || g.Plan.Undo == "no":
		return nil, client.Errorf(client.KindUnsupported, "undo", root, "job %s cannot be taken back", g.Plan.ID)
	case len(done) == 0:
		return nil, client.Errorf(client.KindInvalid, "undo", root, "job %s has changed nothing, so there is nothing to take back", g.Plan.ID)
	}
	if g.Plan.Op.Row().Carries == model.CarriesOut {
		root = done[0].now.Root()
	}
	src, err := m.Sources.For(root)
	if err != nil {
		return nil, err
	}
	r.Op, r.Partial, r.Items, r.NewNames = g.Plan.Op, true, nil, nil
	p := m.newPlanner(r, src)
	p.State.Items = len(done)
	p.plan.Undoes = g.Plan.ID
	if err := back(p, ctx, &past{g, done}); err != nil {
		return nil, err
	}
	m.finish(p)
	return p.plan, nil
}

// past is a job that is taken back.
type past struct {
	*journal.Progress
	done []deed
}

// deed is what a job has done with one entry.
type deed struct {
	item *model.Item
	made string // the id of what it made, "" when nothing or not known
	// name and home are its name and its folder before; home as it is called now.
	name string
	home model.Place
	now  model.Place // where it is now; zero when it is in no folder
	gone bool
}

// doneBy are the deeds of a job, in order. Several steps on one entry are one deed.
func doneBy(g *journal.Progress) []deed {
	var out []deed
	last := map[string]int{} // of each place that something came to
	deep := depths(g)
	for i := range g.Steps {
		st, s := &g.States[i], &g.Steps[i]
		if st.State != model.ItemDone || !st.Ours {
			continue
		}
		from := s.Source()
		to, ok := s.Target()
		d := deed{item: &g.Plan.Items[s.Item], made: st.Made, name: s.Name, home: s.Parent, now: to, gone: !ok}
		if n, again := last[key(from, g.IDOf(i))]; again && !s.Op.Row().NoSource {
			d.name, d.home, d.item, d.made = out[n].name, out[n].home, out[n].item, cmp.Or(d.made, out[n].made)
			out[n] = d
			delete(last, key(from, g.IDOf(i)))
			last[key(to, g.IDOf(i))] = n
			continue
		}
		if deep && ok && s.Op.Row().FreesName() && s.Kind.Container() {
			for n := range out { // what was done in the folder is under its new name now
				out[n].home, out[n].now = moved(out[n].home, from, to), moved(out[n].now, from, to)
			}
		}
		if ok {
			last[key(to, cmp.Or(st.Made, g.IDOf(i)))] = len(out)
		}
		out = append(out, d)
	}
	return out
}

func key(p model.Place, id string) string { return step.PlaceKey(p.Unpinned()) + step.IDKey(id) }

// depths reports whether the items of a job are at different depths.
func depths(g *journal.Progress) bool {
	for i := range g.Plan.Items {
		if len(g.Plan.Items[i].Parent.Path) != len(g.Plan.Items[0].Parent.Path) {
			return true
		}
	}
	return false
}

// moved is the place p after the entry at from has gone to to.
func moved(p, from, to model.Place) model.Place {
	if p.IsZero() || !step.Within(p, from) {
		return p
	}
	for _, s := range p.Path[len(from.Path):] {
		to = to.With(s)
	}
	return to
}

// at is where the entry of a deed is looked for: by its id, where ids never change.
func (d *deed) at() model.Place {
	id := cmp.Or(d.made, d.item.Pin)
	if d.item.Loose {
		return d.now.Loose(id)
	}
	return d.now.Parent().JoinPin(d.now.Base(), id)
}

// leave names what is left as it is, and why.
func (p *planner) leave(at model.Place, why text.Text, args ...any) {
	p.plan.Refused = append(p.plan.Refused, model.Refusal{Place: at, Err: client.Errorf(client.KindConflict, "undo", at, why, args...)})
}

// undoMoves: back to the former folder, under the former name.
func (p *planner) undoMoves(ctx context.Context, past *past) error {
	var moves, renames client.Request
	moves.Op, renames.Op = model.OpMove, model.OpRename
	want := map[string]*deed{}
	for i := range past.done {
		d := &past.done[i]
		at := d.at()
		want[step.PlaceKey(at)] = d
		switch {
		case d.item.Loose && d.now.IsLoose():
			renames.Items, renames.NewNames = append(renames.Items, at), append(renames.NewNames, d.name)
		case d.item.Loose:
			p.leave(at, "nothing says where %s was before", d.now.Base())
		case !step.SamePlace(d.home, d.now.Parent()):
			moves.Items, moves.Targets = append(moves.Items, at), append(moves.Targets, d.home)
			moves.NewNames = append(moves.NewNames, d.name)
		case d.name != d.now.Base():
			renames.Items, renames.NewNames = append(renames.Items, at), append(renames.NewNames, d.name)
		}
	}
	for _, part := range []client.Request{renames, moves} {
		if len(part.Items) == 0 {
			continue
		}
		p.plan.Op, p.byParent = part.Op, nil
		p.r.Op, p.r.Items, p.r.NewNames, p.r.Targets = part.Op, part.Items, part.NewNames, part.Targets
		if err := operations[part.Op].items(p, ctx); err != nil {
			return err
		}
	}
	p.plan.Items = slices.DeleteFunc(p.plan.Items, func(it model.Item) bool {
		d := want[step.PlaceKey(it.Parent.JoinPin(it.Name, it.Pin))]
		if d == nil || it.Decision == model.DecideSkip || p.same(d, &it) {
			return false
		}
		p.leave(it.Place(), "%s is another entry now", it.Name)
		return true
	})
	return nil
}

// same reports whether the entry that an item has found can be the one of the deed.
func (p *planner) same(d *deed, it *model.Item) bool {
	return step.LooksAs(model.Entry{Kind: it.Kind, Size: it.Print.Size}, d.item.Print, false)
}
