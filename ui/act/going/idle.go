package going

import (
	"aloft/model"
	"aloft/model/text"
	"aloft/ui/keys"
)

func (a *Acts) bothSame() string {
	p, o := a.Pane(), a.Other()
	if !o.Place().Equal(p.Place()) || o.Err() != nil {
		return ""
	}
	return a.Env.Text.Say(text.ShownThere, a.PlaceText(p.Place()))
}

func (a *Acts) atRoot() string {
	at := a.Pane().Place()
	if !at.IsRoot() {
		return ""
	}
	return a.Env.Text.Say("nothing is above %s", model.Clean(at.String()))
}

func (a *Acts) nothingToOpen() string {
	if at := a.Pane().Place(); !at.IsRoot() && !at.IsResults() {
		return ""
	}
	return a.NoEntry()
}

// leadsNowhere says so of a step through the history.
func (a *Acts) leadsNowhere(id keys.Action, no text.Text) func() string {
	return func() string {
		if a.Pane().Leads(id) {
			return ""
		}
		return a.Env.Text.Say(no)
	}
}
