package panes

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/ui/act/jobs"
	"aloft/ui/keys"
	"aloft/ui/pane"
	"aloft/ui/status"
)

// recentPage is the number of documents in a page, recentMost in the whole list.
const (
	recentPage = 100
	recentMost = 1000
)

// openRecent lists the recent documents.
func (a *Finding) openRecent() tea.Cmd {
	src, root, err := a.Documents()
	if err != nil {
		return a.Note.Fail(err)
	}
	r, ok := src.(client.Recents)
	if !ok {
		return a.Note.Say(status.Warn, a.refuseRecent())
	}
	return a.Pane().ShowResults(root.Results(a.Env.Text.Say("recent documents")), pane.Results{Fill: a.recentList(r, root), Context: keys.InRecent})
}

// recentList reads page after page, the latest first.
func (a *Finding) recentList(r client.Recents, root model.Place) pane.Lister {
	kept, now := a.Cache, a.Env.Now
	return func(ctx context.Context, opt client.Options) (model.Listing, error) {
		l := listingOf(nil, true, now())
		seen, passed := map[string]bool{}, 0
		for page := 1; passed < recentMost; page++ {
			hits, err := r.Recent(ctx, page, recentPage, client.RecentViewed, opt)
			if err != nil {
				return l, err
			}
			fresh := hits[:0:0]
			for _, h := range hits {
				if !seen[h.Entry.ID] {
					seen[h.Entry.ID] = true
					fresh = append(fresh, h)
				}
			}
			l.Entries = entriesOf(root, true, fresh, kept)
			if len(hits) < recentPage || len(fresh) == 0 {
				break // the last page, or a service that repeats it
			}
			part := l
			part.Cut, part.Complete = model.CutPartial, false
			opt.Progress(part, passed)
			passed += len(fresh)
			l.Entries = nil
		}
		l.Total = passed + len(l.Entries)
		return l, nil
	}
}

// forget removes the chosen documents from the recent list and lists it again.
func (a *Finding) forget() tea.Cmd {
	p := a.Pane()
	items := p.Selection().Places()
	if a.Switches.Dry {
		return a.Note.DryRun(len(items))
	}
	ctx, engine, id, name := a.Env.Ctx, a.Client.Jobs, a.Focus, p.Current().Name
	r := client.Request{Op: model.OpDelete, Items: items, Mode: client.DeleteRecord, Class: client.Interactive}
	return func() tea.Msg { return forgottenMsg{id, name, len(items), jobs.RunNow(ctx, engine, r)} }
}

// forgottenMsg says that documents were removed from the recent list, or why not.
type forgottenMsg struct {
	pane int
	name string
	n    int
	err  error
}

func (a *Finding) forgotten(m forgottenMsg) tea.Cmd {
	p := a.Panes[m.pane]
	if m.err != nil {
		return a.Note.Fail(m.err)
	}
	p.ClearSelection()
	said := a.Env.Text.Say("%s is no longer in the recent list", m.name)
	if m.n > 1 {
		said = a.Env.Text.Say("%d {document is|documents are} no longer in the recent list", m.n)
	}
	return tea.Batch(p.Refresh(), a.Note.Say(status.OK, said))
}

// refuseRecent does not check the login. Opening the list reports a missing one.
func (a *Finding) refuseRecent() string {
	docs, root, err := a.Documents()
	if err != nil {
		return ""
	}
	if _, ok := docs.(client.Recents); !ok {
		return a.Env.Text.Say("%s: has no list of recent documents", string(root.Scheme))
	}
	return ""
}
