package going

import (
	"aloft/model"
	"aloft/model/text"
	"aloft/ui/keys"
)

func (a *Acts) bothSame() string {
	p, o := a.screen.Pane(), a.screen.Other()
	if !o.Place().Equal(p.Place()) || o.Err() != nil {
		return ""
	}
	return a.env.Text.Say(text.ShownThere, a.screen.PlaceText(p.Place()))
}

func (a *Acts) atRoot() string {
	at := a.screen.Pane().Place()
	if !at.IsRoot() {
		return ""
	}
	return a.env.Text.Say("nothing is above %s", model.Clean(at.String()))
}

func (a *Acts) nothingToOpen() string {
	if at := a.screen.Pane().Place(); !at.IsRoot() && !at.IsResults() {
		return ""
	}
	return a.screen.NoEntry()
}

// leadsNowhere says that the history has no such step.
func (a *Acts) leadsNowhere(id keys.Action, no text.Text) func() string {
	return func() string {
		if a.screen.Pane().Leads(id) {
			return ""
		}
		return a.env.Text.Say(no)
	}
}
