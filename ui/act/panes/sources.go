package panes

import (
	tea "charm.land/bubbletea/v2"

	"aloft/model"
	"aloft/ui/keys"
)

// sources maps actions to the roots of sources.
var sources = map[keys.Action]model.Scheme{
	keys.GoDrive:  model.SchemeDrive,
	keys.GoDisk:   model.SchemeDisk,
	keys.GoDocs:   model.SchemeDocs,
	keys.GoSpaces: model.SchemeSpace,
}

// goTo shows the root of a source of the pane's account.
func (a *Going) goTo(id keys.Action) func() tea.Cmd {
	return func() tea.Cmd {
		at := a.Pane().Place()
		to := model.Place{Scheme: sources[id], Account: at.Account}
		switch {
		case to.Scheme.Local():
			to = a.Client.HomeFolder()
		case to.Scheme.Documents() && at.Scheme.Local():
			to.Account = a.AccountOfDocs()
		}
		if _, err := a.Client.Sources.For(to); err != nil {
			return a.Note.Fail(err)
		}
		return a.goOrSay(to)
	}
}
