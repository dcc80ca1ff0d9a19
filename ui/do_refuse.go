package ui

import (
	"aloft/client"
	"aloft/model"
	"aloft/ui/keys"
)

// refuse says in one sentence why an action cannot be done where the focus is,
// "" when it can.
func (a *App) refuse(id keys.Action) string {
	if why := a.idle(id); why != "" {
		return why
	}
	if row := a.rows[id]; row.Refuse != nil {
		return row.Refuse()
	}
	if isHook(id) {
		return a.refuseHook(id)
	}
	if row := a.acts[id]; row.refuse != nil {
		return row.refuse(a)
	}
	return ""
}

// refuseCopy says why nothing of a source can be copied anywhere.
func refuseCopy(a *App, src client.Source) string {
	all := []model.Scheme{model.SchemeDocs, model.SchemeSpace, model.SchemeDisk}
	if len(a.reachable(src.Root(), model.OpCopy, all...)) > 0 {
		return ""
	}
	return a.Env.Text.Say("%s: has no way to copy; m moves", string(src.Root().Scheme))
}
