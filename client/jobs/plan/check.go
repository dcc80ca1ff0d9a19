package plan

import (
	"strconv"

	"aloft/client"
	"aloft/client/jobs/journal"
	"aloft/model"
	"aloft/model/text"
)

// Check returns an error for a plan that the decisions have made impossible.
func Check(p *model.Plan, src client.Source) error {
	if !journal.ValidID(p.ID) {
		return client.Errorf(client.KindInvalid, string(p.Op), model.Place{}, text.JobsBadPlan, "id")
	}
	if n := p.Undecided(); len(n) > 0 {
		it := &p.Items[n[0]]
		return client.Errorf(client.KindConflict, string(p.Op), it.Place(), "%s: the name is taken in the target, and the conflict is not resolved", it.Name)
	}
	if err := client.Able(src, p.Op); err != nil {
		return err
	}
	steps := journal.Of(p)
	taken, ids := map[string]bool{}, map[string]bool{}
	for i := range steps {
		s := &steps[i]
		it := &p.Items[s.Item]
		bad := func(what text.Text, args ...any) error {
			return client.Errorf(client.KindInvalid, string(s.Op), it.Place(), what, args...)
		}
		name := s.Name
		if s.Rename != "" {
			name = s.Rename
		}
		if err := checkStep(src, s, name); err != nil {
			return err
		}
		id := strconv.Itoa(it.ID) + string(s.Op)
		if ids[id] {
			return bad("%s is in the plan twice; nothing was changed", it.Place().String())
		}
		if !p.Op.Transfers() && !journal.SameService(it.Parent, src.Root()) {
			return bad("this job cannot include %s: it is not in the service of %s; nothing was changed", it.Place().String(), src.Root().String())
		}
		ids[id] = true
		if s.Op.Row().FreesName() {
			delete(taken, journal.PlaceKey(s.Source()))
		}
		if t, ok := s.Target(); ok && it.Via.IsZero() {
			if taken[journal.PlaceKey(t)] {
				return bad("two entries would get the name %s; nothing was changed", t.String())
			}
			taken[journal.PlaceKey(t)] = true
		}
	}
	return nil
}

// checkStep refuses a name that came from a decision and that the service does not
// accept.
func checkStep(src client.Source, s *journal.Step, name string) error {
	switch op := s.Op.Row(); {
	case op.Titled:
		if c, ok := src.(client.Creator); ok {
			return c.CheckTitle(name)
		}
		return src.CheckName(name)
	case op.Renames, op.Folder:
		if journal.SameService(s.Parent, src.Root()) {
			return src.CheckName(name)
		}
	}
	return nil
}
