package session

import (
	tea "charm.land/bubbletea/v2"

	"aloft/model"
	"aloft/model/text"
	"aloft/ui/act"
	"aloft/ui/keys"
	"aloft/ui/status"
)

// Rows returns what is chosen and why nothing can be.
func (a *Quitting) Rows() act.Rows {
	return act.Rows{keys.Choose: {Do: a.choose, Refuse: a.notChoosing}}
}

// Chosen returns the places chosen by --choose.
func (a *Quitting) Chosen() []model.Place { return a.chosen }

// choose takes the selection or else the current entry and quits.
func (a *Quitting) choose() tea.Cmd {
	a.chosen = a.Pane().Selection().Places()
	if len(a.chosen) == 0 {
		return a.Note.SayText(status.Warn, text.NothingSelected)
	}
	return a.ask()
}

func (a *Quitting) notChoosing() string {
	if a.Choosing {
		return ""
	}
	return a.Env.Text.Say("nothing to choose: aloft was not started with --choose")
}
