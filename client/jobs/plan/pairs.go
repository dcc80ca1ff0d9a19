package plan

import (
	"context"

	"aloft/client"
	"aloft/client/jobs/journal"
	"aloft/model"
	"aloft/model/text"
)

// pairs moves each item to a place of its own: into the folder that is there, else under
// the new name. In the folder that it is in, that is a rename.
func (p *planner) pairs(ctx context.Context) error {
	r, chosen, not := p.r, map[string]bool{}, map[string]error{}
	p.r.Enter = false
	for _, at := range r.Items {
		chosen[journal.PlaceKey(at)] = true
	}
	moves, renames := client.Request{Op: model.OpMove}, client.Request{Op: model.OpRename}
	n := len(r.Items)
	moves.Items, moves.NewNames, moves.Targets = make([]model.Place, 0, n), make([]string, 0, n), make([]model.Place, 0, n)
	for i, at := range r.Items {
		to, name := r.Targets[i], r.NewNames[i]
		err := p.reach(to)
		if err == nil {
			var folder string
			if folder, err = p.enters(ctx, to, name, not); folder != "" {
				to, name = to.Join(folder), ""
			}
		}
		if err == nil {
			err = p.alone(at, to, chosen)
		}
		switch {
		case p.leaveOut(at, err):
		case err != nil:
			return err
		case name != "" && !at.IsLoose() && journal.SamePlace(to, at.Parent()):
			renames.Items, renames.NewNames = append(renames.Items, at), append(renames.NewNames, name)
		default:
			moves.Items, moves.NewNames, moves.Targets = append(moves.Items, at), append(moves.NewNames, name), append(moves.Targets, to)
		}
	}
	if err := p.part(ctx, renames, (*planner).renames); err != nil {
		return err
	}
	return p.part(ctx, moves, (*planner).moves)
}

// enters returns the folder that has the name there, "" = none. What could not be listed is in not.
func (p *planner) enters(ctx context.Context, to model.Place, name string, not map[string]error) (string, error) {
	k := journal.PlaceKey(to)
	if name == "" || not[k] != nil {
		return "", not[k]
	}
	f, err := p.target(ctx, to)
	if err != nil {
		not[k] = err
		return "", err
	}
	for _, n := range f.Named(name) {
		if f.Entries[n].Holds(to.Scheme) {
			return f.Entries[n].Name, nil
		}
	}
	return "", nil
}

// alone refuses an item whose folder, or target, goes elsewhere in the same job: which
// place is meant would depend on the order.
func (p *planner) alone(at, to model.Place, chosen map[string]bool) error {
	moved := func(q model.Place) bool {
		return !q.IsRoot() && (chosen[journal.PlaceKey(q)] || inside(q, chosen))
	}
	switch {
	case !at.IsLoose() && journal.Within(to, at):
		return client.Errorf(client.KindInvalid, string(p.r.Op), at, text.IntoItself, at.String())
	case !at.IsLoose() && inside(at, chosen):
		return client.Errorf(client.KindInvalid, string(p.r.Op), at, "%s is moved or renamed in the same job; do one after the other", at.String())
	case moved(to):
		return client.Errorf(client.KindInvalid, string(p.r.Op), at, "%s is moved or renamed in the same job; do one after the other", to.String())
	}
	return nil
}
