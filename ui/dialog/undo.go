package dialog

import (
	tea "charm.land/bubbletea/v2"

	"aloft/model"
	"aloft/model/text"
	"aloft/ui/keys"
)

// NewUndo asks whether to undo or redo a job: in one sentence if the job is about one entry, else with the plan.
// PlanAnswered.
func NewUndo(env *Env, from Origin, p *model.Plan, o PlanOptions) Dialog {
	said := deedWords(env, from, p, o.Was)
	if said == "" {
		return NewPlan(env, from, p, o)
	}
	title, ask := env.Text.Say(text.UndoYes), env.Text.Say("Undo: %s?", said)
	if p.Again {
		title, ask = env.Text.Say("redo"), env.Text.Say("Redo: %s?", said)
	}
	d := newConfirm(env, keys.InConfirm, text.Capital(title), title, false, "")
	d.body = paragraphs(env, []string{ask})
	d.reply = func(c Choice) tea.Msg { return PlanAnswered{p, c} }
	return &d
}

// deedWords says what a job did with its one entry; "" if a sentence is not enough.
func deedWords(env *Env, from Origin, p *model.Plan, op model.Op) string {
	if len(p.Items) != 1 || !p.Items[0].Goes() || len(p.Refused) > 0 || len(p.Unlisted) > 0 || p.Items[0].Loose {
		return ""
	}
	it, row := &p.Items[0], op.Row()
	was := it.Named()
	is := was
	if at, ok := it.After(); ok && it.Record == "" {
		is = at
	}
	if !p.Again {
		was, is = is, was
	}
	if was.IsZero() || row.Words.One == "" {
		return ""
	}
	args := []any{was.Base()}
	switch {
	case row.Renames:
		args = append(args, is.Base())
	case row.Ends == model.EndInTarget:
		args = append(args, where(is.Parent()))
	case row.Ends == model.EndUnchanged: // the plan has the old permission
		return ""
	}
	said := env.Text.Say(row.Words.One, args...)
	if row.Ends != model.EndInTarget && !was.Parent().Equal(from.Place) {
		said = env.Text.Say("%s in %s", said, where(was.Parent()))
	}
	return said
}
