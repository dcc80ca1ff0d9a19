package jobs

import (
	"aloft/client"
	"aloft/model"
	"aloft/model/text"
)

// diskOf is the other side of a transfer, nil when the plan is of another kind.
func (e *Engine) diskOf(p *model.Plan) (client.Source, error) {
	for i := range p.Items {
		it := &p.Items[i]
		switch it.Op.Row().Carries {
		case model.CarriesIn:
			return e.o.Sources.For(it.Parent)
		case model.CarriesOut:
			return e.o.Sources.For(it.Target)
		}
	}
	return nil, nil
}

// bytes carried so far, to be carried, and the notes of all items.
func (j *job) bytes() (done, all int64, notes int) {
	for i := range j.steps {
		s, st := &j.steps[i], &j.st[i]
		if !s.op.Transfers() {
			continue
		}
		size := int64(0)
		in := s.op.Row().Carries == model.CarriesIn
		if in {
			size = max(s.print.Size, 0)
		}
		if c := st.carry; c != nil {
			notes += len(c.Notes)
			size = max(c.Size, size)
		}
		size = max(size, st.live.bytes)
		all += size
		switch {
		case st.state == model.ItemDone, in && st.carry.begun(), st.carry != nil && st.carry.Did == didLoad:
			done += size
		default:
			done += st.live.bytes
		}
	}
	return done, all, notes
}

// tell adds to the report of an item what is known of its way.
func (j *job) tell(r *model.ItemReport, item int) {
	parts := j.parts[item]
	last := parts[len(parts)-1]
	st := &j.st[last]
	for _, n := range parts {
		if j.st[n].made != "" {
			r.ID = j.st[n].made
		}
	}
	if r.State == model.ItemDone {
		r.Result, _ = r.Item.After()
		r.Percent = 100
		if c := st.carry; r.Item.Op.Row().Carries == model.CarriesOut && c != nil {
			r.Result = r.Item.Target.Join(exportedAs(&r.Item, c.Name))
		}
		if n := parts[0]; r.Item.Op.Row().Renames && j.steps[n].loose {
			r.Result = j.steps[n].source()
		}
	}
	if !j.steps[last].op.Transfers() {
		return
	}
	if v := &st.live; v.phase != "" {
		r.Phase, r.Percent = v.phase, v.percent
	}
	c := st.carry
	if c == nil {
		return
	}
	r.Notes = c.Notes
	if r.Item.Op.Row().Carries == model.CarriesIn && r.State != model.ItemDone {
		if c.ID != "" {
			r.ID = c.ID
		}
		if j.state.Ended() && c.begun() && r.State == model.ItemPlanned {
			title := c.Name
			if title == "" {
				title = importTitle(c.Sent)
			}
			r.Notes = append(r.Notes[:len(r.Notes):len(r.Notes)], model.Clean((*text.Catalogue)(nil).Say("the import was under way; where imports arrive there may be %s", title)))
		}
	}
}
