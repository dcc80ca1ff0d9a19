package quitting

import (
	tea "charm.land/bubbletea/v2"

	"aloft/model"
	"aloft/model/text"
	"aloft/ui/act"
	"aloft/ui/keys"
	"aloft/ui/status"
)

// Rows returns what is chosen and why nothing can be.
func (a *Acts) Rows() act.Rows {
	return act.Rows{keys.Choose: {Do: a.choose, Refuse: a.notChoosing}}
}

// Chosen returns the places chosen by --choose.
func (a *Acts) Chosen() []model.Place { return a.chosen }

// choose takes the selection or else the current entry and quits.
func (a *Acts) choose() tea.Cmd {
	a.chosen = a.screen.Pane().Selection().Places()
	if len(a.chosen) == 0 {
		return a.note.SayText(status.Warn, text.NothingSelected)
	}
	return a.ask()
}

func (a *Acts) notChoosing() string {
	if a.screen.Choosing {
		return ""
	}
	return a.env.Text.Say("nothing to choose: aloft was not started with --choose")
}
