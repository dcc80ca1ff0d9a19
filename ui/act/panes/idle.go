package panes

import (
	"aloft/model/text"
	"aloft/ui/keys"
)

func (a *Going) bothSame() string {
	p, o := a.screen.Pane(), a.screen.Other()
	if !o.Place().Equal(p.Place()) || o.Err() != nil {
		return ""
	}
	return a.env.Text.Say(text.ShownThere, a.screen.PlaceText(p.Place()))
}

func (a *Going) atRoot() string {
	if !a.screen.Pane().Place().IsRoot() {
		return ""
	}
	return a.env.Text.Say("already at the top")
}

func (a *Going) nothingToOpen() string {
	if at := a.screen.Pane().Place(); !at.IsRoot() && !at.IsResults() {
		return ""
	}
	return a.screen.NoEntry()
}

// leadsNowhere says that the history has no such step.
func (a *Going) leadsNowhere(id keys.Action, no text.Text) func() string {
	return func() string {
		if a.screen.Pane().Leads(id) {
			return ""
		}
		return a.env.Text.Say(no)
	}
}
