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
	from := a.Origin()
	return a.Dialogs.Push(dialog.NewPrompt(a.Env, dialog.PromptOptions[queryAsked]{
		Origin: from, Title: a.Env.Text.Say("Search %s", pane.Root(from.Place)),
		Label: a.Env.Text.Say(text.NameLabel), Cursor: -1, History: a.Client.History(promptSearch),
	}))
}

// search lists what the service finds.
func (a *Finding) search(from dialog.Origin, query string) tea.Cmd {
	root := from.Place.Root()
	src, err := a.Client.Sources.For(root)
	if err != nil {
		return a.Note.Fail(err)
	}
	s, ok := src.(client.Searcher)
	if !ok {
		return a.Note.SayText(status.Warn, text.NoSearch, string(root.Scheme))
	}
	_, steady := src.(client.Steady)
	kept, now := a.Cache, a.Env.Now
	return a.show(from.Pane, root, a.Env.Text.Say("search %s", query), pane.Results{Match: query, Fill: func(ctx context.Context, opt client.Options) (model.Listing, error) {
		hits, err := s.Search(ctx, query, opt)
		return listingOf(entriesOf(root, steady, hits, kept), steady, now()), err
	}})
}
