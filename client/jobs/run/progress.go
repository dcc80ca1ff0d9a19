package run

import (
	"aloft/client"
	"aloft/client/jobs/journal"
	"aloft/client/jobs/plan"
	"aloft/model"
	"aloft/model/text"
)

// diskOf is the other side of a transfer, nil when the plan is of another kind.
func (e *Executor) diskOf(p *model.Plan) (client.Source, error) {
	for i := range p.Items {
		it := &p.Items[i]
		switch it.Op.Row().Carries {
		case model.CarriesIn:
			return e.o.Sources.For(it.Parent)
		case model.CarriesOut:
			return e.o.Sources.For(it.Target)
		}
		if p.Op.Row().Carries == model.CarriesOut && it.Parent.Scheme != p.Scheme {
			return e.o.Sources.For(it.Parent) // an empty folder is all that is saved
		}
	}
	return nil, nil
}

// bytes carried so far, to be carried, and the notes of all items.
func (j *job) bytes() (done, all int64, notes int) {
	for i := range j.Steps {
		s, st := &j.Steps[i], &j.States[i]
		if !s.Op.Transfers() {
			continue
		}
		size := int64(0)
		in := s.Op.Row().Carries == model.CarriesIn
		if in {
			size = max(s.Print.Size, 0)
		}
		if c := st.Carry; c != nil {
			notes += len(c.Notes)
			size = max(c.Size, size)
		}
		size = max(size, j.mem[i].live.bytes)
		all += size
		switch {
		case st.State == model.ItemDone, in && st.Carry.Begun(), st.Carry != nil && st.Carry.Did == journal.DidLoad:
			done += size
		default:
			done += j.mem[i].live.bytes
		}
	}
	return done, all, notes
}

// tell adds to the report of an item what is known of its way.
func (j *job) tell(r *model.ItemReport, item int) {
	parts := j.parts[item]
	last := parts[len(parts)-1]
	st := &j.States[last]
	for _, n := range parts {
		if j.States[n].Made != "" {
			r.ID = j.States[n].Made
		}
	}
	if r.State == model.ItemDone {
		r.Result, _ = r.Item.After()
		r.Percent = 100
		if c := st.Carry; r.Item.Op.Row().Carries == model.CarriesOut && c != nil {
			r.Result = r.Item.Target.Join(exportedAs(&r.Item, c.Name))
		}
		if n := parts[0]; r.Item.Op.Row().Renames && j.Steps[n].Loose {
			r.Result = j.Steps[n].Source()
		}
	}
	if !j.Steps[last].Op.Transfers() {
		return
	}
	if v := &j.mem[last].live; v.phase != "" {
		r.Phase, r.Percent = v.phase, v.percent
	}
	c := st.Carry
	if c == nil {
		return
	}
	r.Notes = c.Notes
	if r.Item.Op.Row().Carries == model.CarriesIn && r.State != model.ItemDone {
		if c.ID != "" {
			r.ID = c.ID
		}
		if j.State.Ended() && c.Begun() && r.State == model.ItemPlanned {
			title := c.Name
			if title == "" {
				title = plan.ImportTitle(c.Sent)
			}
			r.Notes = append(r.Notes[:len(r.Notes):len(r.Notes)], model.Clean((*text.Catalogue)(nil).Say("the import was under way; where imports arrive there may be %s", title)))
		}
	}
}
