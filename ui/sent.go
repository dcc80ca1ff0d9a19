package ui

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"aloft/model/text"
	"aloft/ui/keys"
)

// sent runs a sent action where its key would.
func sent(a *App, s Sent) tea.Cmd {
	id, say := s.Action, a.Env.Text.Say
	doc, known := a.Env.Keys.Doc(id)
	in := a.context()
	why := ""
	switch {
	case !known:
		why = say(text.NoAction, string(id))
	case a.Dialogs.Len() > 0 || in == keys.InInput:
		why = say("a dialog or a text field is open on the screen")
	case a.lay.TooSmall:
		why = say("the screen is too small")
	case !slices.ContainsFunc(a.Env.Keys.Docs(in), func(d keys.Doc) bool { return d.ID == doc.ID }):
		why = say("%s does nothing in the focused area (%s)", string(id), string(in))
	case a.work.Planning() != 0:
		why = say("a job is being planned")
	default:
		why = a.refuse(id)
	}
	s.Answer(why)
	if why != "" {
		return a.watchSent()
	}
	return tea.Batch(a.do(id), a.watchSent())
}
