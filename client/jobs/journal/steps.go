package journal

import (
	"slices"

	"aloft/client"
	"aloft/model"
)

// Items are the plan's ids of the steps' items.
func (g *Progress) Items(steps ...int) []int {
	return model.Each(steps, func(n int) int { return g.Plan.Items[g.Steps[n].Item].ID })
}

// IDOf is the id of the entry that a step works on, "" when only its name is known.
func (g *Progress) IDOf(n int) string {
	if m := g.Steps[n].Maker; m >= 0 {
		return g.States[m].Made
	}
	return g.Steps[n].Pin
}

// Ready reports whether the step's dependencies are done and settled.
func (g *Progress) Ready(n int) bool {
	s := &g.Steps[n]
	return !slices.ContainsFunc(s.Need, func(n int) bool { return g.States[n].State != model.ItemDone }) &&
		!slices.ContainsFunc(s.After, func(n int) bool { return !g.States[n].Final() })
}

// Unsettled returns the places that no other job may touch, nil when there are
// none.
func (g *Progress) Unsettled() *Touched {
	if g.tally.unsettled == 0 {
		return nil
	}
	t := NewTouched()
	for i := range g.Unfinished() {
		if g.States[i].Unsettled() {
			t.Add(&g.Steps[i])
		}
	}
	return t
}

// Left returns the steps still to be sent, as items: the estimate of the rest of
// the job depends on them.
func (g *Progress) Left(of []int) []model.Item {
	out := make([]model.Item, len(of))
	for i, n := range of {
		s := &g.Steps[n]
		out[i] = model.Item{ID: n, Op: s.Op, Parent: s.Parent, Name: s.Name, Kind: s.Of.Kind,
			Target: s.To, Mode: s.Of.Mode, Decision: model.DecideGo, Found: model.Found{Pos: s.Of.Pos, PageHint: 1}}
		if size := g.Plan.PageSize; size > 0 {
			out[i].PageHint = max(0, s.Of.Pos-g.tally.before(s))/size + 1
		}
	}
	return out
}

// Price estimates what is left.
func (g *Progress) Price() model.Estimate {
	return model.EstimateItems(g.Left(slices.Collect(g.Unfinished())), model.Pricing{Batch: g.Plan.Batch, PageSize: g.Plan.PageSize, Steady: g.Plan.Steady, Later: g.Plan.Later, Audit: g.auditLeft()})
}

// Leaves is the id of an entry that a step has removed from an unknown folder, ""
// when there is none.
func (g *Progress) Leaves(n int) string {
	s := &g.Steps[n]
	if !s.Loose || !s.Op.Row().Leaves() || s.Of.Mode == string(client.DeleteRecord) {
		return ""
	}
	return g.IDOf(n)
}

// Before is where the folder at p was before a step that is done; ok is false when it was not
// there at all, or another one was.
func (g *Progress) Before(n int, p model.Place) (was model.Place, ok bool) {
	s := &g.Steps[n]
	op := s.Op.Row()
	if t, has := s.Target(); has && Within(p, t) {
		if !op.FreesName() || s.Loose {
			return p, false
		}
		was = s.Source()
		was.Path = append(slices.Clone(was.Path), p.Path[len(t.Path):]...)
		return was, true
	}
	if op.FreesName() && !s.Loose && s.Of.Mode != string(client.DeleteRecord) && Within(p, s.Source()) {
		return p, false
	}
	return p, s.Op != model.OpRecover || !slices.ContainsFunc(p.Path, func(on model.Step) bool { return on.Name == s.Name })
}

// Takes returns the name that a step removes from the folder.
func (g *Progress) Takes(n int, folder model.Place) (model.Step, bool) {
	s := &g.Steps[n]
	if !s.Op.Row().FreesName() || s.Of.Mode == string(client.DeleteRecord) || s.Loose || !SamePlace(s.Parent, folder) {
		return model.Step{}, false
	}
	return model.Step{Name: s.Name, ID: g.IDOf(n)}, true
}

// Brings returns the name that a step puts into the folder; fixed says whether ids
// there are permanent.
func (g *Progress) Brings(n int, folder model.Place, fixed bool) (model.Step, bool) {
	s := &g.Steps[n]
	t, ok := s.Target()
	if !ok || !SamePlace(t.Parent(), folder) {
		return model.Step{}, false
	}
	id := g.IDOf(n)
	if s.Op.Row().Makes {
		id = g.States[n].Made
		if !fixed {
			id = ""
		}
	}
	if s.Op.Row().Carries == model.CarriesOut {
		id = ""
	}
	return model.Step{Name: t.Base(), ID: id}, true
}
