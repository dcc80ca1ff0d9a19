package jobs

import (
	"slices"
	"time"

	"aloft/model"
)

// recent is how long listings may be behind what a job has done
// (facts/drive.md "Visibility lag": "usually about a second, up to minutes").
const recent = 2 * time.Minute

// effects are the names that jobs have put into a folder (true) or taken out of
// it (false) moments ago, but before the given time. A listing of that time that
// shows something else is not up to date.
func (e *Engine) effects(folder model.Place, before time.Time) map[string]bool {
	type effect struct {
		at   time.Time
		name string
		in   bool
	}
	var all []effect
	e.mu.Lock()
	since := time.Now().Add(-e.scaled(recent))
	for _, j := range e.jobs {
		if j.light || !folder.SameSource(j.root()) || !j.ended.IsZero() && j.ended.Before(since) {
			continue
		}
		for i := range j.steps {
			s, st := &j.steps[i], &j.st[i]
			if st.state != model.ItemDone || !st.ours || st.sent.Before(since) || !st.sent.Before(before) {
				continue
			}
			if s.op != model.OpMakeFolder && !s.op.InBin() && s.parent.Equal(folder) {
				all = append(all, effect{st.sent, s.name, false})
			}
			if t, ok := s.target(); ok && t.Parent().Equal(folder) {
				all = append(all, effect{st.sent, t.Base(), true})
			}
		}
	}
	e.mu.Unlock()
	slices.SortStableFunc(all, func(a, b effect) int { return a.at.Compare(b.at) })
	out := map[string]bool{}
	for _, f := range all {
		out[f.name] = f.in
	}
	return out
}
