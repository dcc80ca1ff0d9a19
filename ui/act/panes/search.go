package panes

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
	"aloft/ui/dialog"
	"aloft/ui/pane"
	"aloft/ui/status"
)

// askSearch asks what to search for in the source.
func (a *Finding) askSearch() tea.Cmd {
	from := a.screen.Origin()
	return a.screen.Dialogs.Push(dialog.NewPrompt(a.env, dialog.PromptOptions[queryAsked]{
		Origin: from, Title: a.env.Text.Say("Search %s", pane.Root(from.Place)),
		Label: a.env.Text.Say(text.NameLabel), Cursor: -1, History: a.client.History(promptSearch),
	}))
}

// search lists what the service finds.
func (a *Finding) search(from dialog.Origin, query string) tea.Cmd {
	root := from.Place.Root()
	src, err := a.client.Sources.For(root)
	if err != nil {
		return a.note.Fail(err)
	}
	s, ok := src.(client.Searcher)
	if !ok {
		return a.note.SayText(status.Warn, text.NoSearch, string(root.Scheme))
	}
	_, steady := src.(client.Steady)
	kept, now := a.screen.Cache, a.env.Now
	return a.show(from.Pane, root, a.env.Text.Say("search %s", query), pane.Results{Match: query, Fill: func(ctx context.Context, opt client.Options) (model.Listing, error) {
		hits, err := s.Search(ctx, query, opt)
		return listingOf(entriesOf(root, steady, hits, kept), steady, now()), err
	}})
}
