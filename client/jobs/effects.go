package jobs

import (
	"maps"
	"slices"
	"time"

	"aloft/client"
	"aloft/model"
)

// recent is how long listings may be behind what a job has done
// (facts/drive.md "Visibility lag": "usually about a second, up to minutes").
const recent = 2 * time.Minute

// effects are the names that jobs have put into a folder (true) or taken out of
// it (false) moments ago, but before the given time; where ids never change the
// names are pinned. A listing of that time that shows something else is not up
// to date.
func (e *Engine) effects(folder model.Place, before time.Time) map[model.Step]bool {
	type effect struct {
		at   time.Time
		name model.Step
		in   bool
		left string // id of an entry that left the folder it was in, whichever that was
	}
	var all []effect
	fixed := e.steadyAt(folder)
	e.mu.Lock()
	since := time.Now().Add(-e.scaled(recent))
	for _, j := range e.jobs {
		if j.light || !sameService(folder, j.root()) && !j.plan.Op.Transfers() || !j.ended.IsZero() && j.ended.Before(since) {
			continue
		}
		for i := range j.steps {
			st := &j.st[i]
			if st.state != model.ItemDone || !st.ours || st.sent.Before(since) || !st.sent.Before(before) {
				continue
			}
			if name, ok := j.takes(i, folder); ok {
				all = append(all, effect{at: st.sent, name: name})
			}
			if id := j.leaves(i); id != "" {
				all = append(all, effect{at: st.sent, left: id})
			}
			if name, ok := j.brings(i, folder, fixed); ok {
				all = append(all, effect{at: st.sent, name: name, in: true})
			}
		}
	}
	e.mu.Unlock()
	slices.SortStableFunc(all, func(a, b effect) int { return a.at.Compare(b.at) })
	out, when := map[model.Step]bool{}, map[model.Step]time.Time{}
	set := func(name model.Step, in bool, at time.Time) {
		if was, known := out[name]; known && was != in && when[name].Equal(at) {
			delete(out, name) // of two jobs in one moment nobody can tell the later one
			return
		}
		out[name], when[name] = in, at
	}
	for _, f := range all {
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

// leaves is the id of an entry that a step has taken out of a folder which
// nobody has told, "" when there is none.
func (j *job) leaves(n int) string {
	s := &j.steps[n]
	if !s.loose || !s.op.Row().Leaves() || s.mode == string(client.DeleteRecord) {
		return ""
	}
	return j.idOf(n)
}

// takes is the name that a step has taken out of the folder.
func (j *job) takes(n int, folder model.Place) (model.Step, bool) {
	s := &j.steps[n]
	switch {
	case !s.op.Row().FreesName(), s.mode == string(client.DeleteRecord):
		return model.Step{}, false
	case s.loose || !samePlace(s.parent, folder):
		return model.Step{}, false
	}
	return model.Step{Name: s.name, ID: j.idOf(n)}, true
}

// steadyAt reports whether ids in the folder never change. The jobs of earlier
// processes know their names, but not their sources.
func (e *Engine) steadyAt(folder model.Place) bool {
	src, err := e.o.Sources.For(folder)
	return err == nil && steady(src)
}

// brings is the name that a step has put into the folder, where ids are fixed
// or not.
func (j *job) brings(n int, folder model.Place, fixed bool) (model.Step, bool) {
	s := &j.steps[n]
	t, ok := s.target()
	if !ok || !samePlace(t.Parent(), folder) {
		return model.Step{}, false
	}
	id := j.idOf(n)
	if s.makes() {
		id = j.st[n].made
		if !fixed {
			id = ""
		}
	}
	if s.op.Row().Carries == model.CarriesOut {
		id = ""
	}
	return model.Step{Name: t.Base(), ID: id}, true
}

// shown looks for an effect's name, pinned or not, in a listing.
func shown(entries []model.Entry) map[model.Step]bool {
	out := make(map[model.Step]bool, len(entries))
	for _, e := range entries {
		out[model.Step{Name: e.Name}] = true
		out[model.Step{Name: e.Name, ID: e.ID}] = true
	}
	return out
}
