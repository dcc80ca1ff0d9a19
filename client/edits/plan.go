package edits

import (
	"context"

	"aloft/client"
	"aloft/model"
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
			return nil, d.fail(client.KindInvalid, "an edit of this kind (%s) touches all of the document, so it goes alone", string(a.Edit.Kind))
		}
		if err := e.checkImage(ctx, d, &a.Edit); err != nil {
			return nil, err
		}
	}
	return d.still(func() (*model.EditPlan, error) { return e.planOnce(ctx, d, r) })
}

func (e *Engine) planOnce(ctx context.Context, d *doc, r client.EditRequest) (*model.EditPlan, error) {
	p := &planner{reading: read(ctx, d, 0, r.Class), e: e, many: len(r.Edits) > 1, unseen: r.Unseen, seen: map[text.Text]bool{}}
	o, err := p.Outline()
	if err != nil {
		return nil, err
	}
	if r.Base != 0 && r.Base != o.Version {
		return nil, e.outdated(ctx, d, r.Base, nil, o, r.Class)
	}
	p.plan = &model.EditPlan{Place: d.place, Entry: d.entry, Version: o.Version, Outline: o}
	var all []chunk
	for i, a := range r.Edits {
		cs, err := p.chunks(a)
		if err != nil {
			return nil, d.where(err)
		}
		for _, c := range cs {
			c.order = i
			all = append(all, c)
		}
		if a.Edit.Kind == model.EditMarkdown {
			p.plan.Lost = append(p.plan.Lost, e.o.Lost(ctx, a.Edit.Text)...)
		}
	}
	if err := d.arrange(all); err != nil {
		return nil, err
	}
	for _, c := range all {
		p.plan.Steps = append(p.plan.Steps, c.steps...)
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
	p.plan.Calls, p.plan.SeenAt = calls(d, p.plan), p.seenAt
	p.undoable()
	return p.plan, nil
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
		p.note("It is a suggestion by %s: tracked changes, which become final only when somebody accepts them.", model.Clean(s.Edit.Suggest))
		try := s.Edit
		try.Try = true
		switch {
		case p.unseen:
		case s.Into || !try.Image.File.IsZero() || p.d.ed.CanSuggest(try) != nil:
			p.note("The service decides whether the file can have these tracked changes when the edit is made.")
		default:
			if _, err := p.d.ed.Edit(ctx, p.d.ref, p.plan.Version, try, client.Interactive); err != nil {
				return err
			}
		}
	}
	return nil
}

// calls is the largest number of requests of Apply when nothing goes wrong: the
// check before, uploads, steps with the lookup of a new paragraph, the checks
// after.
func calls(d *doc, p *model.EditPlan) int {
	n := 2 // the version before, the outline after
	if p.Back > 0 {
		n += 9 // blocks, outline, comments, Markdown, images of two versions or three
	}
	for _, s := range p.Steps {
		n++
		if s.Into {
			n += 2 // where it is, and whose its level
		}
		if s.Edit.Paragraph != (model.ParagraphStyle{}) {
			n += 3
		}
		if s.Edit.Suggest != "" {
			n++
		}
		if markOf(s).long() {
			n++
		}
		if !s.Edit.Image.File.IsZero() {
			n++
		}
		k := kinds[s.Edit.Kind]
		if n += k.reads; len(p.Steps) > 1 && (k.moves || s.Edit.Kind == model.EditMarkdown) {
			n++ // its outline
		}
	}
	return n
}
