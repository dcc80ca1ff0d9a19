package edits

import (
	"context"
	"strings"

	"aloft/client"
	"aloft/model"
	"aloft/model/markdown"
	"aloft/model/text"
)

// Plan finds the places of a request in one version. It changes nothing.
func (e *Engine) Plan(ctx context.Context, r client.EditRequest) (*model.EditPlan, error) {
	if len(r.Edits) == 0 {
		return nil, client.Errorf(client.KindInvalid, opEdit, r.Item, text.EditsNothing)
	}
	d, err := e.open(ctx, r.Item, r.Class)
	if err != nil {
		return nil, err
	}
	for i := range r.Edits {
		a := &r.Edits[i]
		if err := d.ed.CanEdit(d.entry.Kind, a.Edit.Kind); err != nil {
			return nil, err
		}
		s, _ := a.Edit.Kind.Spec()
		if s.Aside {
			a.Edit.Suggest = ""
		}
		if err := d.check(&a.Edit); err != nil {
			return nil, err
		}
		if s.Whole() && len(r.Edits) > 1 {
			return nil, d.fail(client.KindInvalid, "the edit %s changes the whole document, so it must be made alone", string(a.Edit.Kind))
		}
		if err := e.checkImage(ctx, d, &a.Edit); err != nil {
			return nil, err
		}
	}
	return d.still(func() (*model.EditPlan, error) { return e.planOnce(ctx, d, r) })
}

func (e *Engine) planOnce(ctx context.Context, d *doc, r client.EditRequest) (*model.EditPlan, error) {
	p := &planner{reading: read(ctx, d, 0, r.Class), e: e, many: len(r.Edits) > 1, seen: map[text.Text]bool{}}
	o, err := p.Outline()
	if err != nil {
		return nil, err
	}
	if r.Base != 0 && r.Base != o.Version {
		return nil, e.outdated(ctx, d, r.Base, nil, o, r.Class)
	}
	p.unseen = r.Unseen || r.Priced
	err = p.places(o, r.Edits)
	asked := e.o.Asked()
	if err == nil && p.unseen != r.Unseen { // again, with what is only shown
		p.unseen, p.seen = r.Unseen, map[text.Text]bool{}
		err = p.places(o, r.Edits)
	}
	if err != nil {
		return nil, err
	}
	p.plan.Asked = asked
	for _, a := range r.Edits {
		if a.Edit.Kind == model.EditMarkdown {
			p.plan.Lost = append(p.plan.Lost, e.o.Lost(ctx, a.Edit.Text)...)
		}
	}
	for _, s := range p.plan.Steps {
		if err := d.ed.Fits(d.ref, s.Edit); err != nil {
			return nil, err
		}
	}
	if err := p.suggested(ctx); err != nil {
		return nil, err
	}
	if len(p.plan.Steps) > 1 {
		p.note(text.EditsNoteSteps, len(p.plan.Steps))
	}
	p.plan.Calls, p.plan.SeenAt = calls(p.plan), p.seenAt
	p.undoable()
	return p.plan, nil
}

// places finds the steps of the edits.
func (p *planner) places(o model.Outline, edits []client.EditAt) error {
	p.plan = &model.EditPlan{Place: p.d.place, Entry: p.d.entry, Version: o.Version, Outline: o}
	var all []chunk
	for i, a := range edits {
		cs, err := p.chunks(a)
		if err != nil {
			return p.d.where(err)
		}
		for _, c := range cs {
			c.order = i
			all = append(all, c)
		}
	}
	if err := p.d.arrange(all); err != nil {
		return err
	}
	for _, c := range all {
		p.plan.Steps = append(p.plan.Steps, c.steps...)
	}
	return nil
}

// suggested says whose suggestion the plan is, or why the service cannot make it one. Where somebody
// looks at the plan, the service is asked, if it can be.
func (p *planner) suggested(ctx context.Context) error {
	for _, s := range p.plan.Steps {
		if s.Edit.Suggest == "" {
			continue
		}
		if err := p.d.ed.CanSuggest(s.Edit); err != nil {
			return err
		}
		p.note("This is a suggestion by %s: somebody has to accept the tracked changes.", model.Clean(s.Edit.Suggest))
		try := s.Edit
		try.Try = true
		switch {
		case p.unseen:
		case s.Into || !try.Image.File.IsZero() || p.d.ed.CanSuggest(try) != nil:
			p.note("The service decides during the edit whether the file can hold these tracked changes.")
		default:
			if _, err := p.d.ed.Edit(ctx, p.d.ref, p.plan.Version, try, client.Interactive); err != nil {
				return err
			}
		}
	}
	return nil
}

// calls is the number of requests of Apply when nothing goes wrong and nobody looks: uploads, steps with the
// lookup of a new paragraph, the checks after.
func calls(p *model.EditPlan) int {
	n := 0
	if p.Back > 0 {
		n += 3 // the blocks of three versions
		if p.Grew {
			n-- // without those before it
		}
	}
	for i, s := range p.Steps {
		n++
		if i+1 < len(p.Steps) && p.Steps[i+1].Into {
			continue // what fills it is looked for
		}
		if s.Into {
			n += 2 // where it is, and whose its level
		}
		e, when := s.Edit, func(more bool) {
			if more {
				n++
			}
		}
		when(e.Suggest != "")
		when(e.Paragraph != (model.ParagraphStyle{}))
		when(markOf(s).long())                                                 // its end
		when(e.Kind == model.EditParagraph && e.Text == "")                    // whether it is one more
		when(e.Kind == model.EditFormat && len(p.Matches.All) > len(e.Ranges)) // the other matches as they were
		if e.Kind == model.EditMarkdown {
			_, heading := markdown.FirstWords(e.Text)
			when(!heading)                                          // the outline has a heading
			when(strings.Contains(strings.TrimSpace(e.Text), "\n")) // all but the first line
			when(strings.Contains(e.Text, "\n|"))                   // a table
		}
		when(!e.Image.File.IsZero())
		k := kinds[s.Edit.Kind]
		if s.Edit.Kind != model.EditRevert || p.Back == 0 {
			n += k.reads
		}
		when(len(p.Steps) > 1 && (k.moves || e.Kind == model.EditMarkdown)) // its outline
	}
	return n
}
