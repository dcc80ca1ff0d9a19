package ui

import (
	"aloft/model"
	"aloft/model/text"
	"aloft/ui/dialog"
	"aloft/ui/keys"
)

// doneDocs says in one line what was done with documents; what a conversion
// could not keep is counted, with the keys that show it.
func (a *App) doneDocs(j *model.JobSnapshot, p *model.Plan, one string) string {
	c := a.Env.Text
	to := a.PlaceText(j.To)
	many := func(name, all text.Text, args ...any) string {
		if one != "" {
			return c.Say(name, append([]any{one}, args...)...)
		}
		return c.Say(all, append([]any{j.Done}, args...)...)
	}
	s := ""
	switch j.Op {
	case model.OpCreate:
		s = many("made %s", "made %d {document|documents}")
	case model.OpCopy:
		s = many("copied %s to %s", "copied %d to %s", to)
	case model.OpImport:
		s = many("imported %s to %s", "imported %d to %s", to)
	case model.OpExport:
		s = many("exported %s to %s", "exported %d to %s", to)
	case model.OpShare:
		who := ""
		if p != nil && len(p.Items) > 0 {
			who = dialog.PolicyWords(a.Env, p.Items[0].Policy)
		}
		s = many("%s: %s", "%d {entry|entries}: %s", who)
	}
	if j.Notes > 0 {
		panel, details := a.Env.Keys.Key(keys.JobsPanel), a.Env.Keys.Key(keys.JobDetails)
		return c.Say("%s; %d {thing was|things were} not kept: %s %s shows {it|them}", s, j.Notes, panel, details)
	}
	return s
}
