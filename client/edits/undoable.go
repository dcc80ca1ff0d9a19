package edits

import (
	"aloft/model"
	"aloft/model/text"
)

// undoable adds to the plan how it can be taken back, or notes that it cannot be.
func (p *planner) undoable() {
	p.plan.Undo = p.e.undoOf(p.d, p.plan)
	if p.plan.Undo == model.UndoNone && about(p.plan.Steps[0].Edit) != model.EditAtNone {
		p.note("This edit cannot be undone: %s.", whyNoUndo(marksOf(p.plan.Steps)))
	}
}

// undoOf is how the edits of a plan can be taken back.
func (e *Engine) undoOf(d *doc, p *model.EditPlan) model.EditUndo {
	switch {
	case about(p.Steps[0].Edit) == model.EditAtNone:
		return model.UndoNone
	case d.ed.CanEdit(d.entry.Kind, model.EditRevert) == nil:
		return model.UndoRevert
	case whyNoUndo(marksOf(p.Steps)) == "":
		return model.UndoInverse
	}
	return model.UndoNone
}

// whyNoUndo says why no other edit restores what was there, "" = one does: inserted
// text is deleted, one replaced text is restored.
func whyNoUndo(ms []mark) text.Text {
	for _, m := range ms {
		inverse := kinds[m.Kind].inverse
		switch {
		case m.Into, m.Suggest, inverse == nil:
			return text.UndoNoTool
		case m.Part:
			return "the service offers no undo, and no other edit restores the old text"
		}
		if why := inverse(m, len(ms)); why != "" {
			return why
		}
	}
	return ""
}
