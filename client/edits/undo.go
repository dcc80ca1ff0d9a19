package edits

import (
	"context"
	"slices"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
)

// PlanUndo plans to revert the newest of our edits that is not reverted yet.
func (e *Engine) PlanUndo(ctx context.Context, item model.Place) (*model.EditPlan, error) {
	d, err := e.open(ctx, item, client.Interactive)
	if err != nil {
		return nil, err
	}
	all, err := e.edits(ctx, d)
	if err != nil {
		return nil, err
	}
	var open []model.Sentence // newer ones whose outcome will never be known
	for _, h := range slices.Backward(all) {
		switch {
		case h.out == model.EditUnknown && e.young(h):
			return nil, d.fail(client.KindConflict, "it is not known yet whether the newest edit was made").
				Hinted("check the document; the outcome is known once the edit appears or times out")
		case h.out == model.EditUnknown && h.steps() == 0:
			open = append(open, model.Say("Undo skips the edit of %s (%s): it is unknown whether the edit was made.", h.at.Local().Format("15:04:05"), string(h.marks[len(h.marks)-1].Kind)))
			continue
		case h.out == model.EditFailed || h.undone || h.undoes != "" || h.steps() == 0:
			continue
		}
		p, err := d.still(func() (*model.EditPlan, error) { return e.undoOnce(ctx, d, h) })
		if err == nil {
			p.Notes = append(p.Notes, open...)
		}
		return p, err
	}
	return nil, d.fail(client.KindNotFound, "no edit was made from this machine")
}

func (e *Engine) undoOnce(ctx context.Context, d *doc, h *history) (*model.EditPlan, error) {
	p := &planner{reading: read(ctx, d, 0, client.Interactive), e: e, seen: map[text.Text]bool{}}
	o, err := p.Outline()
	if err != nil {
		return nil, err
	}
	p.plan = &model.EditPlan{Place: d.place, Entry: d.entry, Version: o.Version, Outline: o, Undoes: h.id}
	why, err := p.revert(h)
	if err == nil && why != "" {
		why, err = p.invert(h, why)
	}
	if err != nil {
		return nil, err
	}
	if why != "" {
		return nil, d.fail(client.KindUnsupported, "This edit cannot be undone: %s.", why).Hinted("change the document by hand")
	}
	if len(p.plan.Steps) > 1 {
		p.note(text.EditsNoteSteps, len(p.plan.Steps))
	}
	p.plan.Calls, p.plan.Asked, p.plan.SeenAt = calls(p.plan), e.o.Asked(), p.seenAt
	if p.plan.Back > 0 && slices.ContainsFunc(h.marks, func(m mark) bool { return m.Kind == model.EditFormat }) {
		p.plan.Calls += 5 // the blocks are as before it, and so are outline and comments; the Markdown shows it
	}
	return p.plan, nil
}

// revert makes the service revert each step, the newest first.
func (p *planner) revert(h *history) (why text.Text, err error) {
	if p.d.ed.CanEdit(p.d.entry.Kind, model.EditRevert) != nil {
		return text.UndoNoTool, nil
	}
	recent, err := p.d.ed.RecentEdits(p.ctx, p.d.ref, p.opt)
	if err != nil && !client.Is(err, client.KindUnsupported) {
		return "", err
	}
	for i, v := range slices.Backward(h.made) {
		if v == 0 {
			continue
		}
		if err == nil && !slices.ContainsFunc(recent, func(r model.EditRecord) bool { return r.Version == v }) {
			return text.UndoForgotten, nil
		}
		back := model.Edit{Kind: model.EditRevert, Version: v, Old: h.marks[i].brought()}
		if i+1 < len(h.marks) && h.marks[i+1].Into {
			back.Old = h.marks[i+1].brought() // the paragraph was made for it
		}
		if s, _ := h.marks[i].Kind.Spec(); s.Replaces {
			back.Text = h.marks[i].Old
		}
		p.plan.Steps = append(p.plan.Steps, model.EditStep{Edit: back, Where: h.marks[i].Where})
	}
	if h.version == h.base+int64(h.steps()) && h.version == p.version {
		p.plan.Back = h.base
		p.plan.Decided = h.marks[0].Kind == model.EditRevisions
		p.plan.Grew = !slices.ContainsFunc(h.marks, func(m mark) bool { return about(model.Edit{Kind: m.Kind}) != model.EditAtPlace })
	}
	if h.version != p.version {
		p.note("The document has been edited since (version %d). The service decides whether it can undo only this edit.", p.version)
	}
	return "", nil
}

// invert makes the edit that restores what was there, where that is exact.
func (p *planner) invert(h *history, why text.Text) (text.Text, error) {
	p.plan.Steps, p.plan.Notes = nil, nil
	var made []mark
	for i, v := range h.made {
		if v > 0 {
			made = append(made, h.marks[i])
		}
	}
	if no := whyNoUndo(made); no != "" {
		if why == text.UndoForgotten {
			return why, nil
		}
		return no, nil
	}
	var all []chunk
	for i, m := range made {
		f, err := p.Find(m.Text)
		if err != nil {
			return "", err
		}
		hit, why := p.ours(f.All, m, h.version == p.version && i == len(made)-1)
		if why != "" {
			return why, nil
		}
		step := model.EditStep{Edit: model.Edit{Kind: model.EditReplace, Ranges: []model.Range{hit.Range}, Old: m.Text, Text: m.Old}, Where: m.Where}
		step.Before, step.After = hit.Around(m.Text)
		if m.Old != "" {
			p.note("Undo restores the text exactly; its formatting may differ.")
		}
		all = append(all, chunk{order: i, at: hit.Range.Begin, text: hit.Range, steps: []model.EditStep{step}})
	}
	if err := p.d.arrange(all); err != nil {
		return text.UndoTwice, nil
	}
	for _, c := range all {
		p.plan.Steps = append(p.plan.Steps, c.steps...)
	}
	return "", nil
}

// ours is the match that the edit made. exact: nothing was written since, so it is
// at its exact position; otherwise it must be the only one.
func (p *planner) ours(all []model.Match, m mark, exact bool) (model.Match, text.Text) {
	if exact {
		for _, hit := range all {
			if hit.Range.Begin == m.At {
				return hit, ""
			}
		}
	}
	switch len(all) {
	case 0:
		return model.Match{}, "the edited text is no longer in the document"
	case 1:
		return all[0], ""
	}
	return model.Match{}, text.UndoTwice
}
