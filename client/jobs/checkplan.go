package jobs

import (
	"aloft/client"
	"aloft/model"
	"aloft/model/text"
)

// checkPlan refuses a plan that decisions have made impossible.
func checkPlan(p *model.Plan, src client.Source) error {
	if !validID(p.ID) {
		return client.Errorf(client.KindInvalid, string(p.Op), model.Place{}, text.JobsBadPlan, "id")
	}
	if n := p.Undecided(); len(n) > 0 {
		it := &p.Items[n[0]]
		return client.Errorf(client.KindConflict, string(p.Op), it.Place(), "%s: the name is taken in the target, and nobody has decided what to do", it.Name)
	}
	if err := client.Able(src, p.Op); err != nil {
		return err
	}
	steps := stepsOf(p)
	taken, ids := map[string]bool{}, map[stepKey]bool{}
	for i := range steps {
		s := &steps[i]
		it := &p.Items[s.item]
		bad := func(why string) error {
			return client.Errorf(client.KindInvalid, string(s.op), it.Place(), text.JobsBadPlan, why)
		}
		name := s.name
		if s.rename != "" {
			name = s.rename
		}
		if err := checkStep(src, s, name); err != nil {
			return err
		}
		if ids[stepKey{it.ID, s.op}] || !p.Op.Transfers() && (it.Parent.Account != p.Account || it.Parent.Scheme != p.Scheme) {
			return bad(it.Name)
		}
		ids[stepKey{it.ID, s.op}] = true
		if s.op.Row().FreesName() {
			delete(taken, key(s.source()))
		}
		if t, ok := s.target(); ok && it.Via.IsZero() {
			if taken[key(t)] {
				return bad(t.Base())
			}
			taken[key(t)] = true
		}
	}
	return nil
}

// checkStep refuses a name that a decision has given and the service does not take.
func checkStep(src client.Source, s *step, name string) error {
	switch op := s.op.Row(); {
	case op.Titled:
		if c, ok := src.(client.Creator); ok {
			return c.CheckTitle(name)
		}
	case op.Renames, op.Folder:
		if sameService(s.parent, src.Root()) {
			return src.CheckName(name)
		}
	}
	return nil
}
