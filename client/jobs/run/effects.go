package run

import (
	"maps"
	"slices"
	"time"

	"aloft/client/jobs/step"
	"aloft/model"
)

// recent is how long listings may lag behind a job (facts/drive.md "Visibility
// lag": "usually about a second, up to minutes").
const recent = 2 * time.Minute

// effects returns the names that jobs have put into a folder (true) or removed from
// it (false) recently, but before the given time; where ids never change the names
// are pinned. A listing of that time that shows something else is out of date.
func (g *registry) effects(folder model.Place, before time.Time) map[model.Step]bool {
	type effect struct {
		at   time.Time
		name model.Step
		in   bool
		left string // id of an entry that left its folder, which is not known
		back bool   // the name was recovered from the bin, into an unknown folder
	}
	var all []effect
	fixed := g.steadyAt(folder)
	g.mu.Lock()
	since := time.Now().Add(-g.scaled(recent))
	for _, j := range g.jobs {
		if j.summary != nil || !step.SameService(folder, j.root()) && !j.Plan.Op.Transfers() || !j.Ended.IsZero() && j.Ended.Before(since) {
			continue
		}
		for i := range j.Steps {
			st := j.States[i]
			if st.State != model.ItemDone || !st.Ours || st.Sent.Before(since) || !st.Sent.Before(before) {
				continue
			}
			if name, ok := j.Takes(i, folder); ok {
				all = append(all, effect{at: st.Sent, name: name})
			}
			if j.Steps[i].Op == model.OpRecover {
				all = append(all, effect{at: st.Sent, name: model.Step{Name: j.Steps[i].Name}, back: true})
			}
			if id := j.Leaves(i); id != "" {
				all = append(all, effect{at: st.Sent, left: id})
			}
			if name, ok := j.Brings(i, folder, fixed); ok {
				all = append(all, effect{at: st.Sent, name: name, in: true})
			}
		}
	}
	g.mu.Unlock()
	slices.SortStableFunc(all, func(a, b effect) int { return a.at.Compare(b.at) })
	out, when := map[model.Step]bool{}, map[model.Step]time.Time{}
	set := func(name model.Step, in bool, at time.Time) {
		if was, known := out[name]; known && was != in && when[name].Equal(at) {
			delete(out, name) // of two jobs in the same moment the later one is unknown
			return
		}
		out[name], when[name] = in, at
	}
	for _, f := range all {
		if f.back {
			maps.DeleteFunc(out, func(name model.Step, in bool) bool { return !in && name.Name == f.name.Name })
			continue
		}
		if f.left == "" {
			set(f.name, f.in, f.at)
			continue
		}
		for _, name := range slices.Collect(maps.Keys(out)) {
			if name.ID == f.left {
				set(name, false, f.at)
			}
		}
	}
	return out
}

// steadyAt reports whether ids in the folder never change. The jobs of earlier
// processes know their names, but not their sources.
func (g *registry) steadyAt(folder model.Place) bool {
	src, err := g.o.Sources.For(folder)
	return err == nil && step.Steady(src)
}
