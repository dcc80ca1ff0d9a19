package panes

import (
	"aloft/model/text"
	"aloft/ui/keys"
)

func (a *Going) bothSame() string {
	p, o := a.Pane(), a.Other()
	if !o.Place().Equal(p.Place()) || o.Err() != nil {
		return ""
	}
	return a.Env.Text.Say(text.ShownThere, a.PlaceText(p.Place()))
}

func (a *Going) atRoot() string {
	if !a.Pane().Place().IsRoot() {
		return ""
	}
	return a.Env.Text.Say("already at the top")
}

func (a *Going) nothingToOpen() string {
	if at := a.Pane().Place(); !at.IsRoot() && !at.IsResults() {
		return ""
	}
	return a.NoEntry()
}

// leadsNowhere says that the history has no such step.
func (a *Going) leadsNowhere(id keys.Action, no text.Text) func() string {
	return func() string {
		if a.Pane().Leads(id) {
			return ""
		}
		return a.Env.Text.Say(no)
	}
}
