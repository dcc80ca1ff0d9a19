package quitting

import (
	tea "charm.land/bubbletea/v2"

	"aloft/model"
	"aloft/model/text"
	"aloft/ui/act"
	"aloft/ui/keys"
	"aloft/ui/status"
)

// Rows say what is chosen, and why nothing can be.
func (a *Acts) Rows() act.Rows {
	return act.Rows{keys.Choose: {Do: a.choose, Refuse: a.notChoosing}}
}

// Chosen are the places that the person left the screen with.
func (a *Acts) Chosen() []model.Place { return a.chosen }

// choose takes what is selected, or else the entry under the cursor, and quits.
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
	return a.env.Text.Say("nothing waits for a choice: aloft was not started with --choose")
}
