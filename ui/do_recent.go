package ui

import (
	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
	"aloft/ui/act"
	"aloft/ui/act/jobs"
	"aloft/ui/dialog"
	"aloft/ui/keys"
	"aloft/ui/status"
)

// recentPage is how many documents are asked for at once.
const recentPage = 30

// openRecent lists the documents that were used lately.
func (a *App) openRecent() tea.Cmd {
	_, root, err := a.docs()
	if err != nil {
		return a.Fail(err)
	}
	from := dialog.Origin{Pane: a.Focus, Place: root}
	ask := dialog.RecentAsked{Origin: from, Page: 1, Order: client.RecentViewed}
	return tea.Batch(a.Dialogs.Push(dialog.NewRecent(a.Env, from)), a.listRecent(ask, nil))
}

// listRecent reads a page, after something was done.
func (a *App) listRecent(m dialog.RecentAsked, first func() error) tea.Cmd {
	src, err := a.Sources.For(m.Origin.Place)
	if err != nil {
		return a.Fail(err)
	}
	r, ok := src.(client.Recents)
	if !ok {
		return nil
	}
	ctx := a.Ctx
	return func() tea.Msg {
		out := dialog.RecentListed{Asked: m}
		if first != nil {
			if out.Err = first(); out.Err != nil {
				return out
			}
		}
		out.Hits, out.Err = r.Recent(ctx, m.Page, recentPage, m.Order, client.Options{Class: client.Interactive, Lane: "recent"})
		out.More = len(out.Hits) >= recentPage
		return out
	}
}

// askRecentOrder lets the order be chosen.
func (a *App) askRecentOrder(m dialog.RecentAsked) tea.Cmd {
	c := a.Env.Text
	item := func(key string, label text.Text, o client.RecentOrder) dialog.MenuItem {
		next := m
		next.Order, next.Page = o, 1
		return dialog.MenuItem{Key: key, Label: c.Say(label), Value: next, Current: m.Order == o}
	}
	return a.Dialogs.Push(dialog.NewMenu(a.Env, dialog.MenuOptions{
		Origin: m.Origin, Title: c.Say("Order of the recent documents"), Items: []dialog.MenuItem{
			item("v", text.RecentViewed, client.RecentViewed),
			item("m", text.RecentModified, client.RecentModified),
			item("n", text.RecentName, client.RecentName),
		},
	}))
}

// hitAsked does something with a document of a list.
func (a *App) hitAsked(m dialog.HitAsked) tea.Cmd {
	from := dialog.Origin{Pane: m.Origin.Pane, Place: m.Origin.Place}
	at, ok := a.hitPlace(from, &m.Hit)
	if !ok {
		return a.SayText(status.Warn, text.HitNowhere, m.Hit.Entry.Name)
	}
	switch m.Action {
	case keys.HitInfo:
		return a.infoOfEntry(at, m.Hit.Entry)
	case keys.HitLink:
		return a.linkOf(&m.Hit.Entry)
	case keys.HitExport:
		if !act.TakesFiles(at) {
			return a.SayText(status.Warn, text.ExportFromDocs, a.Env.Keys.Key(keys.GoDocs))
		}
		return a.exportItems(from, []model.Place{at})
	case keys.HitCopy:
		return a.transfer(from, []model.Place{at}, a.Panes[1-from.Pane].Place())
	case keys.HitShare:
		return a.share(from, []model.Place{at}, &m.Hit.Entry)
	case keys.HitDelete:
		return a.deleteItems(from, []model.Place{at}, "")
	case keys.RecentRemove:
		return a.forget(m, at)
	}
	return nil
}

// forget takes a document out of the recent list, which is listed again.
func (a *App) forget(m dialog.HitAsked, at model.Place) tea.Cmd {
	if a.Switches.Dry {
		return a.DryRun(1)
	}
	ctx, engine := a.Ctx, a.Jobs
	r := client.Request{Op: model.OpDelete, Items: []model.Place{at}, Mode: client.DeleteRecord, Class: client.Interactive}
	done := false
	list := a.listRecent(m.Asked, func() error {
		err := jobs.RunNow(ctx, engine, r)
		done = err == nil
		return err
	})
	if list == nil {
		return nil
	}
	return func() tea.Msg {
		l, _ := list().(dialog.RecentListed)
		return forgottenMsg{l, m.Hit.Entry.Name, done}
	}
}

// forgottenMsg: a document was taken out of the recent list, or not, and the
// list was listed again.
type forgottenMsg struct {
	listed dialog.RecentListed
	name   string
	done   bool
}

func (a *App) forgotten(m forgottenMsg) tea.Cmd {
	cmd := a.Dialogs.Update(m.listed)
	if !m.done {
		return cmd // the list says why
	}
	return tea.Batch(cmd, a.SayText(status.OK, "%s is no longer in the recent list", m.name))
}

// hitPlace is where a found entry is; where ids never change, the id is enough.
func (a *App) hitPlace(from dialog.Origin, h *client.Hit) (model.Place, bool) {
	if h.Place != nil {
		return *h.Place, true
	}
	src, err := a.Sources.For(from.Place)
	if err != nil {
		return model.Place{}, false
	}
	_, steady := src.(client.Steady)
	return from.Place.Loose(h.Entry.ID), steady && h.Entry.ID != ""
}

// goHit shows a found entry in its folder; where only its id is known, the
// service is asked.
func (a *App) goHit(m dialog.ResultChosen) tea.Cmd {
	at, ok := a.hitPlace(m.Origin, &m.Hit)
	switch {
	case !ok:
		return a.SayText(status.Warn, text.HitNowhere, m.Hit.Entry.Name)
	case !at.IsLoose():
		return a.Panes[m.Origin.Pane].GoTo(at.Parent(), at.Last())
	}
	src, err := a.Sources.For(at)
	if err != nil {
		return a.Fail(err)
	}
	st, ok := src.(client.Steady)
	if !ok {
		return a.SayText(status.Warn, text.HitNowhere, m.Hit.Entry.Name)
	}
	ctx, from, id := a.Ctx, m.Origin, m.Hit.Entry.ID
	return tea.Batch(a.SayText(status.Info, text.Resolving), func() tea.Msg {
		out := resolvedMsg{from: from, said: id}
		out.place, out.entry, out.err = st.Resolve(ctx, id, client.Options{Class: client.Interactive, Lane: "resolve"})
		return out
	})
}
