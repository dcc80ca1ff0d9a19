package finding

import (
	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
	"aloft/ui/act/jobs"
	"aloft/ui/dialog"
	"aloft/ui/status"
)

// recentPage is the number of documents in a page.
const recentPage = 30

// openRecent lists the recently used documents.
func (a *Acts) openRecent() tea.Cmd {
	_, root, err := a.Documents()
	if err != nil {
		return a.Fail(err)
	}
	from := dialog.Origin{Pane: a.Focus, Place: root}
	ask := dialog.RecentAsked{Origin: from, Page: 1, Order: client.RecentViewed}
	return tea.Batch(a.Dialogs.Push(dialog.NewRecent(a.Env, from)), a.listRecent(ask, nil))
}

// listRecent reads a page, after first when it is not nil.
func (a *Acts) listRecent(m dialog.RecentAsked, first func() error) tea.Cmd {
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
func (a *Acts) askRecentOrder(m dialog.RecentAsked) tea.Cmd {
	c := a.Env.Text
	item := func(key string, label text.Text, o client.RecentOrder) dialog.MenuItem[dialog.RecentAsked] {
		next := m
		next.Order, next.Page = o, 1
		return dialog.MenuItem[dialog.RecentAsked]{Key: key, Label: c.Say(label), Value: next, Current: m.Order == o}
	}
	return a.Dialogs.Push(dialog.NewMenu(a.Env, dialog.MenuOptions[dialog.RecentAsked]{
		Origin: m.Origin, Title: c.Say("Order of the recent documents"), Items: []dialog.MenuItem[dialog.RecentAsked]{
			item("v", text.RecentViewed, client.RecentViewed),
			item("m", text.RecentModified, client.RecentModified),
			item("n", text.RecentName, client.RecentName),
		},
	}))
}

// forget removes a document from the recent list, and lists it again.
func (a *Acts) forget(m dialog.HitAsked, at model.Place) tea.Cmd {
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

// forgottenMsg: a document was removed from the recent list or not, and the list
// was read again.
type forgottenMsg struct {
	listed dialog.RecentListed
	name   string
	done   bool
}

func (a *Acts) forgotten(m forgottenMsg) tea.Cmd {
	cmd := a.Dialogs.Update(m.listed)
	if !m.done {
		return cmd // the list says why
	}
	return tea.Batch(cmd, a.SayText(status.OK, "%s is no longer in the recent list", m.name))
}

// refuseRecent: a missing login is reported when it is opened.
func (a *Acts) refuseRecent() string {
	docs, root, err := a.Documents()
	if err != nil {
		return ""
	}
	if _, ok := docs.(client.Recents); !ok {
		return a.Env.Text.Say("%s: has no list of recent documents", string(root.Scheme))
	}
	return ""
}
