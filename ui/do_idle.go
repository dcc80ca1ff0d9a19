package ui

import (
	"aloft/model/text"
	"aloft/ui/keys"
)

// idle says why an action has nothing to work on as things stand, "" when it has.
// Moving on where a list ends needs no word, nor does going where the keys go already:
// the cursor shows it.
func (a *App) idle(id keys.Action) string {
	say := a.Env.Text.Say
	switch id {
	case keys.Zoom, keys.Split, keys.Swap, keys.Preview:
		if a.Switches.Reader || a.hooks.over != nil {
			return say(text.PanesHidden, a.Env.Keys.Key(keys.Back))
		}
	case keys.FocusPreview:
		if a.hooks.over != nil {
			return say(text.PanesHidden, a.Env.Keys.Key(keys.Back))
		}
	}
	switch row := a.rows[id]; {
	case row.Idle != nil:
		return row.Idle()
	case a.Switches.OnPanel:
		return ""
	case a.Switches.OnReader:
		return a.Reader.Idle(id)
	}
	return ""
}

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
	return ""
}
