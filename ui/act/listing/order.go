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
	now := a.Pane().Order()
	var items []dialog.MenuItem[model.Order]
	for _, o := range pane.Orders(a.Pane().Place().IsResults()) {
		items = append(items, dialog.MenuItem[model.Order]{
			Key: o.Key, Label: a.Env.Text.Say("by %s", a.Env.Text.Say(o.Heading)),
			Value: model.Order{By: o.By, Desc: now.Desc, Mixed: now.Mixed}, Current: now.By == o.By,
		})
	}
	turned, mixed := now, now
	turned.Desc, mixed.Mixed = !now.Desc, !now.Mixed
	items = append(items,
		dialog.MenuItem[model.Order]{Key: "r", Label: a.Env.Text.Say("reverse"), Value: turned, Current: now.Desc},
		dialog.MenuItem[model.Order]{Key: "d", Label: a.Env.Text.Say("folders first"), Value: mixed, Current: !now.Mixed})
	return a.Dialogs.Push(dialog.NewMenu(a.Env, dialog.MenuOptions[model.Order]{
		Origin: a.Origin(), Title: a.Env.Text.Say(text.OrderTitle), Items: items,
	}))
}

// setOrder sorts the folder that a pane shows, now and when it is shown again.
func (a *Acts) setOrder(in int, o model.Order) tea.Cmd {
	p, k := a.Panes[in], a.Keeper
	sorts := p.SetOrder(o)
	if k == nil {
		return sorts
	}
	at, o := p.Place(), p.Order()
	return tea.Batch(sorts, act.Keep(func() error { return k.SetOrder(at, o) }))
}
