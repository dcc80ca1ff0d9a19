package listing

import (
	tea "charm.land/bubbletea/v2"

	"aloft/model"
	"aloft/model/text"
	"aloft/ui/act"
	"aloft/ui/dialog"
	"aloft/ui/pane"
)

// askOrder opens the sort menu.
func (a *Acts) askOrder() tea.Cmd {
	now := a.screen.Pane().Order()
	var items []dialog.MenuItem[model.Order]
	for _, o := range pane.Orders(a.screen.Pane().Place().IsResults()) {
		items = append(items, dialog.MenuItem[model.Order]{
			Key: o.Key, Label: a.env.Text.Say("by %s", a.env.Text.Say(o.Heading)),
			Value: model.Order{By: o.By, Desc: now.Desc, Mixed: now.Mixed}, Current: now.By == o.By,
		})
	}
	turned, mixed := now, now
	turned.Desc, mixed.Mixed = !now.Desc, !now.Mixed
	items = append(items,
		dialog.MenuItem[model.Order]{Key: "r", Label: a.env.Text.Say("reverse"), Value: turned, Current: now.Desc},
		dialog.MenuItem[model.Order]{Key: "d", Label: a.env.Text.Say("folders first"), Value: mixed, Current: !now.Mixed})
	return a.screen.Dialogs.Push(dialog.NewMenu(a.env, dialog.MenuOptions[model.Order]{
		Origin: a.screen.Origin(), Title: a.env.Text.Say(text.OrderTitle), Items: items,
	}))
}

// setOrder sorts a pane's folder, now and on later visits.
func (a *Acts) setOrder(in int, o model.Order) tea.Cmd {
	p, k := a.screen.Panes[in], a.client.Keeper
	sorts := p.SetOrder(o)
	if k == nil {
		return sorts
	}
	at, o := p.Place(), p.Order()
	return tea.Batch(sorts, act.Keep(func() error { return k.SetOrder(at, o) }))
}
