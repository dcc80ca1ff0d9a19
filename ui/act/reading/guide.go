package reading

import (
	tea "charm.land/bubbletea/v2"

	"aloft/model/guide"
	"aloft/model/text"
	"aloft/ui/dialog"
)

// openGuide asks for a page of the guide.
func (a *Acts) openGuide() tea.Cmd {
	o := dialog.MenuOptions[guide.Page]{Title: text.Capital(a.env.Text.Say("guide"))}
	for _, p := range guide.Pages(a.env.Text.Language()) {
		o.Items = append(o.Items, dialog.MenuItem[guide.Page]{Label: p.Title, Value: p})
	}
	return a.screen.Dialogs.Push(dialog.NewMenu(a.env, o))
}

// pageChosen shows the page over the panes.
func (a *Acts) pageChosen(m dialog.MenuAnswered[guide.Page]) {
	a.screen.Reader.ShowPage(m.Value.Title, m.Value.Flow())
	a.screen.CoverPanes()
}
