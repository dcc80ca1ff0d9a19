package transferring

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
	"aloft/ui/dialog"
	"aloft/ui/status"
)

// pickTag is the purpose of a picked folder.
type pickTag struct {
	op    model.Op // OpMove, or OpCopy for any route
	items []model.Place
}

// picked handles a folder chosen for entries.
func (a *Acts) picked(from dialog.Origin, t pickTag, to model.Place) tea.Cmd {
	if t.op == model.OpMove {
		return a.move(from, t.items, to)
	}
	return a.Transfer(from, t.items, to)
}

type pickWords struct{ title, verb text.Text }

// reachable returns the roots of sources that an operation can reach.
func (a *Acts) reachable(from model.Place, op model.Op, schemes ...model.Scheme) []model.Place {
	src, err := a.client.Sources.For(from)
	if err != nil {
		return nil
	}
	var out []model.Place
	for _, s := range schemes {
		root := model.Place{Scheme: s, Account: from.Account}
		if s.Local() {
			root = model.LocalPlace(nil)
		} else if from.Scheme.Local() {
			root.Account = a.screen.AccountOfDocs()
		}
		dst, err := a.client.Sources.For(root)
		if err != nil {
			continue
		}
		_, err = client.Route(src, dst)
		if err == nil || op == model.OpMove && client.Reach(src, op, root.Join(string(s))) == nil { // a folder in it
			out = append(out, root)
		}
	}
	return out
}

// pickFor asks for a target folder.
func (a *Acts) pickFor(from dialog.Origin, op model.Op, items []model.Place, roots []model.Place, w pickWords) tea.Cmd {
	if len(roots) == 0 {
		_, why := a.route(items, from.Place)
		if why == "" {
			why = a.env.Text.Say(text.NothingToDo)
		}
		return a.note.Say(status.Warn, why)
	}
	start := roots[0]
	for _, p := range []model.Place{a.screen.Panes[from.Pane].Base(), a.screen.Other().Base()} {
		if slices.ContainsFunc(roots, p.SameSource) {
			start = p
			break
		}
	}
	if start.Scheme.Local() && start.IsRoot() {
		start.Path = a.client.HomeDir
	}
	return a.screen.Dialogs.Push(dialog.NewPick(a.env, dialog.PickOptions[pickTag]{
		Origin: from, Tag: pickTag{op, items}, Start: start, Roots: roots, NewFolder: true,
		Title: a.env.Text.Say(w.title, len(items)), Verb: a.env.Text.Say(w.verb),
		Refuse: func(to model.Place) string {
			if to.IsSpaces() {
				return a.env.Text.Say(text.SpaceRootTakes)
			}
			for _, it := range items {
				if op == model.OpMove && to.Within(it) {
					return a.env.Text.Say(text.IntoItself, model.Clean(it.Base()))
				}
			}
			return ""
		},
	}))
}

// listFor sends a Pick the entries of a folder.
func (a *Acts) listFor(m dialog.FolderAsked) tea.Cmd {
	sources, ctx := a.client.Sources, a.env.Ctx
	for _, p := range a.screen.Panes {
		if p.Place().Equal(m.Place) && p.Err() == nil && !p.ListedAt().IsZero() {
			shown := p.Rows().Sorted()
			return func() tea.Msg { return dialog.FolderListed{Dialog: m.Dialog, Seq: m.Seq, Listing: shown.Listing()} }
		}
	}
	return func() tea.Msg {
		out := dialog.FolderListed{Dialog: m.Dialog, Seq: m.Seq}
		src, err := sources.For(m.Place)
		if err == nil {
			out.Listing, err = src.List(ctx, m.Place, client.Options{Class: client.Interactive, Lane: "pick"})
		}
		out.Err = err
		return out
	}
}
