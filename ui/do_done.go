package ui

import (
	"aloft/model"
	"aloft/ui/dialog"
	"aloft/ui/keys"
)

// doneText says in one line what was done; what a conversion could not keep is
// counted, with the keys that show it.
func (a *App) doneText(j *model.JobSnapshot, p *model.Plan) string {
	c, op := a.Env.Text, j.Op.Row()
	said, args := op.Words.Many, []any{j.Done}
	one := p != nil && len(p.Items) == 1 && op.Words.One != ""
	if one {
		said, args = op.Words.One, []any{p.Items[0].Name}
	}
	switch {
	case op.Ends == model.EndInTarget:
		args = append(args, a.PlaceText(j.To))
	case op.Ends == model.EndUnchanged:
		args = append(args, a.policyOf(p))
	case op.Renames && one:
		args = append(args, p.Items[0].NewName)
	}
	s := c.Say(said, args...)
	if j.Notes > 0 {
		panel, details := a.Env.Keys.Key(keys.JobsPanel), a.Env.Keys.Key(keys.JobDetails)
		return c.Say("%s; %d {thing was|things were} not kept: %s %s shows {it|them}", s, j.Notes, panel, details)
	}
	return s
}

// policyOf is the permission that a plan sets, "" when nobody knows.
func (a *App) policyOf(p *model.Plan) string {
	if p == nil || len(p.Items) == 0 {
		return ""
	}
	return dialog.PolicyWords(a.Env, p.Items[0].Policy)
}
