package run

import (
	"cmp"
	"slices"
	"time"

	"aloft/client/jobs/journal"
	"aloft/client/jobs/verify"
	"aloft/model"
)

// recent is how long listings may lag behind a job. Public clients show a lag of usually about a
// second, and of up to minutes.
const recent = 2 * time.Minute

// late is how long listings of the job's service may lag behind its last call.
func (g *registry) late(j *job) time.Duration {
	if journal.Prompt(j.src) {
		return 0
	}
	return g.scaled(recent)
}

// lagging are the effects that a listing of that moment may not show yet.
func (g *registry) lagging(folder model.Place, before time.Time) map[model.Step]bool {
	return g.effects(folder, before, g.scaled(verify.Lag))
}

// effects returns the names that jobs have put into a folder (true) or removed from
// it (false) within that time, but before the given moment; where ids never change the names
// are pinned. A listing of that moment that shows something else is out of date, or somebody
// else has changed it since. What a later job has changed again is left out, and so is what
// listings have shown, or what was in another folder that had this place.
func (g *registry) effects(folder model.Place, before time.Time, within time.Duration) map[model.Step]bool {
	src, err := g.o.Sources.For(folder)
	if err == nil && journal.Prompt(src) {
		return nil
	}
	// The jobs of earlier processes know their names, but not their sources.
	fixed := err == nil && journal.Steady(src)
	type deed struct {
		*job
		n int
	}
	var all []deed
	g.mu.Lock()
	defer g.mu.Unlock()
	since := time.Now().Add(-within)
	for _, j := range g.jobs {
		if j.summary != nil || !journal.SameService(folder, j.root()) && !j.Plan.Op.Transfers() || !j.Ended.IsZero() && j.Ended.Before(since) {
			continue
		}
		for i, st := range slices.Backward(j.States) { // nearly in order, which is sorted at once
			if st.State == model.ItemDone && st.Ours && !st.Done.Before(since) && st.Sent.Before(before) {
				all = append(all, deed{j, i})
			}
		}
	}
	slices.SortFunc(all, func(a, b deed) int { // the newest first
		return cmp.Or(b.States[b.n].Sent.Compare(a.States[a.n].Sent), cmp.Compare(b.id, a.id), cmp.Compare(b.n, a.n))
	})
	out := map[model.Step]bool{}
	last := map[model.Step]deed{}      // what has changed a name last
	left := map[string]bool{}          // ids of entries that left a folder which is not known
	recovered := map[string]struct{}{} // names that came back from the bin into a folder which is not known
	set := func(d deed, name model.Step, in bool) {
		o, known := last[name]
		switch {
		case !known:
			last[name] = d
			if !d.Shown {
				out[name] = in
			}
		case o.job != d.job && out[name] != in && o.States[o.n].Sent.Equal(d.States[d.n].Sent):
			delete(out, name) // of two jobs in the same moment the later one is unknown
		}
	}
	for _, d := range all {
		if name, ok := d.Brings(d.n, folder, fixed); ok {
			set(d, name, !left[name.ID])
		}
		if name, ok := d.Takes(d.n, folder); ok {
			if _, back := recovered[name.Name]; !back {
				set(d, name, false)
			}
		}
		if d.Steps[d.n].Op == model.OpRecover {
			recovered[d.Steps[d.n].Name] = struct{}{}
		}
		if id := d.Leaves(d.n); id != "" {
			left[id] = true
		}
		var ok bool
		if folder, ok = d.Before(d.n, folder); !ok {
			break
		}
	}
	return out
}
