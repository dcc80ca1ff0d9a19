package panes

import (
	"context"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/client/find"
	"aloft/model"
	"aloft/ui/dialog"
	"aloft/ui/pane"
)

// findAsked marks the prompt of find.
type findAsked struct{}

// promptFind is the name of its history.
const promptFind = "find"

// askFind asks what to find below the current folder.
func (a *Finding) askFind() tea.Cmd {
	from := a.Origin()
	from.Place = a.Pane().Base()
	c := a.Env.Text
	return a.Dialogs.Push(dialog.NewPrompt(a.Env, dialog.PromptOptions[findAsked]{
		Origin: from, Title: c.Say("Find below %s", a.PlaceText(from.Place)), Label: c.Say("find: "), Cursor: -1, Empty: true,
		Body: []string{
			c.Say("Type part of a name, or its letters in order; with * or ?, the whole name."),
			"--kind doc  --size +10M  --newer 7d  --older 2025-01-31",
			c.Say("--everywhere: the whole account. --fresh: no cached listings."),
		},
		History: a.Client.History(promptFind),
		Check: func(s string) error {
			_, err := find.Parse(s, a.Env.Now())
			return err
		},
	}))
}

// find lists the results of a walk.
func (a *Finding) find(from dialog.Origin, line string) tea.Cmd {
	q, err := find.Parse(line, a.Env.Now())
	if err != nil {
		return a.Note.Fail(err)
	}
	q.Fuzzy = true
	below := []model.Place{from.Place}
	title := a.Env.Text.Say("find %s below %s", line, a.PlaceText(from.Place))
	if q.Beyond {
		below = a.everywhere(from.Place)
		title = a.Env.Text.Say("find %s", line)
	}
	sources, kept := a.Client.Sources, a.Cache
	return a.show(from.Pane, from.Place, title, pane.Results{
		Match: q.Name.String(),
		Fill: func(ctx context.Context, opt client.Options) (model.Listing, error) {
			return find.List(ctx, sources, kept, q, below, opt)
		},
	})
}

// everywhere returns the roots of the place's account, and those of this computer only for a place on it.
func (a *Finding) everywhere(at model.Place) []model.Place {
	out := []model.Place{at.Root()}
	if at.Scheme.Local() {
		out[0] = a.Client.HomeFolder()
	}
	for _, s := range model.Schemes() {
		root := model.Place{Scheme: s, Account: at.Account}
		if at.Scheme.Local() {
			root.Account = a.AccountOfDocs()
		}
		if s.Local() || s == at.Scheme {
			continue
		}
		if _, err := a.Client.Sources.For(root); err == nil {
			out = append(out, root)
		}
	}
	return out
}
