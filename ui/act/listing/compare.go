package listing

import (
	tea "charm.land/bubbletea/v2"

	"aloft/model"
	"aloft/ui/keys"
	"aloft/ui/pane"
	"aloft/ui/status"
)

// compare selects the differences of both panes.
func (a *Acts) compare() tea.Cmd {
	if why := a.nothingToCompare(); why != "" {
		return a.note.Say(status.Info, why)
	}
	d := pane.Compare(a.screen.Pane(), a.screen.Other())
	if !d.Any() {
		return a.note.SayText(status.Info, "no difference: %d {entry|entries} with the same names, sizes or times on both sides", d.Same)
	}
	said := a.env.Text.Say("%d only here, %d only there, %d in both but different (%s); all selected",
		d.Here, d.There, d.Differ, a.env.Styles.Glyphs.Differs)
	if d.Hidden > 0 {
		said = a.env.Text.Say("%s but %d hidden by a filter", said, d.Hidden)
	}
	return a.note.Say(status.Info, said)
}

// nothingToCompare returns why the panes cannot be compared.
func (a *Acts) nothingToCompare() string {
	p, o := a.screen.Pane(), a.screen.Other()
	switch {
	case p.Place().Equal(o.Place()):
		return a.env.Text.Say("both panes show %s; go to another folder in one of them", model.Clean(p.Place().String()))
	case p.Place().IsResults() || o.Place().IsResults():
		return a.env.Text.Say("a list of results cannot be compared: show a folder in both panes")
	case p.Partial() && !p.Busy() || o.Partial() && !o.Busy():
		return a.env.Text.Say("a folder is listed only in part and cannot be compared; %s lists it again", a.env.Keys.Key(keys.Refresh))
	case p.ListedAt().IsZero() || p.Busy():
		return a.env.Text.Say("this folder is still being listed")
	case o.ListedAt().IsZero() || o.Busy():
		return a.env.Text.Say("the folder of the other pane is still being listed")
	}
	return ""
}
