package finding

import (
	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model/text"
	"aloft/ui/dialog"
	"aloft/ui/pane"
	"aloft/ui/status"
)

// askSearch asks what to search the source for.
func (a *Acts) askSearch() tea.Cmd {
	from := a.Origin()
	return a.Dialogs.Push(dialog.NewPrompt(a.Env, dialog.PromptOptions[queryAsked]{
		Origin: from, Title: a.Env.Text.Say("Search %s", pane.Root(from.Place)),
		Label: a.Env.Text.Say(text.NameLabel), Cursor: -1, History: a.History(promptSearch),
	}))
}

// search asks the service.
func (a *Acts) search(from dialog.Origin, query string) tea.Cmd {
	src, err := a.Sources.For(from.Place)
	if err != nil {
		return a.Fail(err)
	}
	s, ok := src.(client.Searcher)
	if !ok {
		return a.SayText(status.Warn, text.NoSearch, string(from.Place.Scheme))
	}
	ctx := a.Ctx
	return tea.Batch(a.Dialogs.Push(dialog.NewResults(a.Env, from, query)), func() tea.Msg {
		hits, err := s.Search(ctx, query, client.Options{Class: client.Interactive, Lane: "search"})
		return dialog.Found{Origin: from, Query: query, Hits: hits, Err: err}
	})
}
