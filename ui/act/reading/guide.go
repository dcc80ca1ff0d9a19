package reading

import (
	tea "charm.land/bubbletea/v2"

	"aloft/model/guide"
	"aloft/model/text"
	"aloft/ui/dialog"
)

// openGuide asks for a page of the guide.
func (a *Acts) openGuide() tea.Cmd {
	o := dialog.MenuOptions[guide.Page]{Title: text.Capital(a.Env.Text.Say("guide"))}
	for _, p := range guide.Pages(a.Env.Text.Language()) {
		o.Items = append(o.Items, dialog.MenuItem[guide.Page]{Label: p.Title, Value: p})
	}
	return a.Dialogs.Push(dialog.NewMenu(a.Env, o))
}
