package journal

import (
	"slices"

	"aloft/client"
	"aloft/client/jobs/step"
	"aloft/model"
)

// Items are the plan's ids of the steps' items.
func (g *Progress) Items(steps ...int) []int {
	out := make([]int, len(steps))
	for i, n := range steps {
		out[i] = g.Plan.Items[g.Steps[n].Item].ID
	}
	return out
}

// IDOf is the id of the entry that a step works on, "" when only its name is known.
func (g *Progress) IDOf(n int) string {
	if m := g.Steps[n].Maker; m >= 0 {
		return g.States[m].Made
	}
	return g.Steps[n].Pin
}

// Count counts the steps for which f is true.
func (g *Progress) Count(f func(*State) bool) int {
	n := 0
	for i := range g.States {
		if f(&g.States[i]) {
			n++
		}
	}
	return n
}

// Open is the number of steps that are not final.
func (g *Progress) Open() int { return g.Count(func(s *State) bool { return !s.Final() }) }

// Failures is the number of steps that ended without being done.
func (g *Progress) Failures() int {
	return g.Count(func(s *State) bool { return s.Final() && s.State != model.ItemDone })
}

// Ready reports whether the step's dependencies are done and settled.
func (g *Progress) Ready(n int) bool {
	s := &g.Steps[n]
	return !slices.ContainsFunc(s.Need, func(n int) bool { return g.States[n].State != model.ItemDone }) &&
		!slices.ContainsFunc(s.After, func(n int) bool { return !g.States[n].Final() })
}

// Unsettled returns the places that no other job may touch, nil when there are
// none.
func (g *Progress) Unsettled() *step.Touched {
	var t *step.Touched
	for i := range g.States {
		if g.States[i].Unsettled() {
			if t == nil {
				t = step.NewTouched()
			}
			t.Add(&g.Steps[i])
		}
	}
	return t
}

// Left returns the steps still to be sent, as items: the estimate of the rest of
// the job depends on them.
func (g *Progress) Left(of []int) []model.Item {
	gone := map[string][]int{}
	for i := range g.Steps {
		s := &g.Steps[i]
		if g.States[i].State == model.ItemDone && s.Op.Row().Leaves() {
			k := step.PlaceKey(s.Parent)
			gone[k] = append(gone[k], s.Pos)
		}
	}
	for _, ps := range gone {
		slices.Sort(ps)
	}
	out := make([]model.Item, 0, len(of))
	for _, n := range of {
		s := &g.Steps[n]
		it := model.Item{ID: n, Op: s.Op, Parent: s.Parent, Name: s.Name, Kind: s.Kind, Target: s.To, Mode: s.Mode,
			Decision: model.DecideGo, Pos: s.Pos}
		before, _ := slices.BinarySearch(gone[step.PlaceKey(s.Parent)], s.Pos)
		it.PageHint = 1
		if size := g.Plan.PageSize; size > 0 {
			it.PageHint = max(0, s.Pos-before)/size + 1
		}
		out = append(out, it)
	}
	return out
}

// Price estimates what is left.
func (g *Progress) Price() model.Estimate {
	var open []int
	for i := range g.States {
		if !g.States[i].Final() {
			open = append(open, i)
		}
	}
	return model.EstimateItems(g.Left(open), model.Pricing{Batch: g.Plan.Batch, PageSize: g.Plan.PageSize, Steady: g.Plan.Steady})
}

// Leaves is the id of an entry that a step has removed from an unknown folder, ""
// when there is none.
func (g *Progress) Leaves(n int) string {
	s := &g.Steps[n]
	if !s.Loose || !s.Op.Row().Leaves() || s.Mode == string(client.DeleteRecord) {
		return ""
	}
	return g.IDOf(n)
}

// Takes returns the name that a step removes from the folder.
func (g *Progress) Takes(n int, folder model.Place) (model.Step, bool) {
	s := &g.Steps[n]
	if !s.Op.Row().FreesName() || s.Mode == string(client.DeleteRecord) || s.Loose || !step.SamePlace(s.Parent, folder) {
		return model.Step{}, false
	}
	return model.Step{Name: s.Name, ID: g.IDOf(n)}, true
}

// Brings returns the name that a step puts into the folder; fixed says whether ids
// there are permanent.
func (g *Progress) Brings(n int, folder model.Place, fixed bool) (model.Step, bool) {
	s := &g.Steps[n]
	t, ok := s.Target()
	if !ok || !step.SamePlace(t.Parent(), folder) {
		return model.Step{}, false
	}
	id := g.IDOf(n)
	if s.Makes() {
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
