package run

import (
	"slices"

	"aloft/client"
	"aloft/client/jobs/journal"
	"aloft/client/jobs/verify"
	"aloft/model"
)

// depend fails the steps that need a failed one, and those that need them in turn.
func (j *job) depend(failed map[int]bool) []journal.Record {
	var out []journal.Record
	for i := range j.Unfinished() {
		s := &j.Steps[i]
		if !j.States[i].Open() || failed[i] {
			continue
		}
		for _, n := range s.Need {
			if failed[n] || j.States[n].Final() && j.States[n].State != model.ItemDone {
				failed[i] = true
				out = append(out, verify.Verdict{Out: journal.OutFailed, Kind: client.KindConflict, Text: "not done: it depends on %s, which was not done", Args: []any{j.Steps[n].Name}}.Record(s.Op, j.Items(i)))
				break
			}
		}
	}
	return out
}

// settle journals verdicts, and those that follow from them.
func (g *registry) settle(j *job, rs []journal.Record) error {
	failed := map[int]bool{}
	for i := range rs {
		if rs[i].T == journal.RecVerd && (slices.Contains([]string{journal.OutFailed, journal.OutMissing, journal.OutConflict, journal.OutSkipped}, rs[i].Out)) {
			for _, id := range rs[i].Items {
				n, _ := j.Step(id, rs[i].Op)
				failed[n] = true
			}
		}
	}
	if len(failed) > 0 { // two items of a transfer may fail at once
		g.mu.Lock()
		rs = append(rs, j.depend(failed)...)
		g.mu.Unlock()
	}
	if len(rs) == 0 {
		return nil
	}
	if err := g.log(j, rs...); err != nil {
		return err
	}
	g.o.Hook("verdict")
	g.mu.Lock()
	n, many := j.Failures(), false
	if many = n > j.trouble.allowed; many {
		j.trouble.allowed = n + manyFailed
	}
	g.mu.Unlock()
	if many {
		return g.log(j, journal.Record{T: journal.RecPause, Out: journal.PauseError,
			Error: model.Say("%d {item|items} failed, so the job was paused for you to look at", n)})
	}
	return nil
}

// merge joins records that differ only in their items.
func merge(rs []journal.Record) []journal.Record {
	var out []journal.Record
	for _, r := range rs {
		n := slices.IndexFunc(out, func(o journal.Record) bool {
			return o.T == r.T && o.Op == r.Op && o.Out == r.Out && o.Kind == r.Kind && o.Error == r.Error && o.Ours == r.Ours && o.Made == "" && r.Made == ""
		})
		if n < 0 {
			out = append(out, r)
			continue
		}
		out[n].Items = append(out[n].Items, r.Items...)
	}
	return out
}
