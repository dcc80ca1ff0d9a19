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

// askNewFolder asks for a name.
func (a *App) askNewFolder() tea.Cmd { return a.askFolderIn(a.Origin()) }

func (a *App) askFolderIn(from dialog.Origin) tea.Cmd {
	src, err := a.Sources.For(from.Place)
	if err != nil {
		return a.Fail(err)
	}
	title, check, low := text.Text("New folder"), src.CheckName, (func(string) string)(nil)
	if act.IsSpaces(from.Place) {
		title = "New space"
	}
	if m, ok := src.(client.Creator); ok {
		check, low = m.CheckTitle, a.countTitle
	}
	return a.Dialogs.Push(dialog.NewPrompt(a.Env, dialog.PromptOptions{
		Origin: from, Kind: promptFolder, Title: a.Env.Text.Say(title),
		Label: a.Env.Text.Say(text.NameLabel), Body: []string{a.Env.Text.Say(text.InPlace, a.PlaceText(from.Place))},
		Cursor: -1, Check: check, History: a.History(promptFolder), Low: low,
	}))
}

func (a *App) makeFolder(from dialog.Origin, name string) tea.Cmd {
	return a.work.Plan(jobs.Wish{Origin: from, Req: client.Request{
		Op: model.OpMakeFolder, Items: []model.Place{from.Place.Join(name)},
	}})
}

// beginRename renames the entry under the cursor in its row.
func (a *App) beginRename() tea.Cmd {
	p := a.Pane()
	if sel := p.Selection(); sel.Marked && sel.Len() > 1 {
		return a.SayText(status.Warn, "several are selected; rename works on one: Esc drops the selection")
	}
	src, err := p.Source()
	if err != nil {
		return a.Fail(err)
	}
	p.Rename(src.CheckName)
	return nil
}

func (a *App) rename(from dialog.Origin, e model.Entry, name string) tea.Cmd {
	return a.work.Plan(jobs.Wish{Origin: from, Req: client.Request{
		Op: model.OpRename, Items: []model.Place{a.Panes[from.Pane].PlaceOf(&e)}, NewNames: []string{name},
	}})
}

// moveToOther moves what is selected into the other pane's folder.
func (a *App) moveToOther() tea.Cmd { return a.moveTo(a.Origin(), a.Other().Place()) }

func (a *App) moveTo(from dialog.Origin, to model.Place) tea.Cmd {
	sel := a.Panes[from.Pane].Selection()
	return a.move(from, sel.Places(), to)
}

func (a *App) move(from dialog.Origin, items []model.Place, to model.Place) tea.Cmd {
	if len(items) == 0 {
		return a.SayText(status.Info, text.NothingSelected)
	}
	if act.IsSpaces(to) {
		return a.SayText(status.Warn, text.SpaceRootTakes)
	}
	for _, it := range items {
		src, err := a.Sources.For(it)
		if err != nil {
			return a.Fail(err)
		}
		if act.IsSpace(it) {
			return a.SayText(status.Warn, text.SpaceStays)
		}
		if !it.SameSource(to) && !movesAcross(src, to) {
			if _, why := a.route(items, to); why == "" {
				return a.SayText(status.Warn, "entries of %s cannot be moved to %s; %s copies them", it.Root().String(), to.Root().String(), a.Env.Keys.Key(keys.Copy))
			}
			return a.SayText(status.Warn, "entries of %s cannot be moved to %s", it.Root().String(), to.Root().String())
		}
		if to.Within(it) {
			return a.SayText(status.Warn, text.IntoItself, model.Clean(it.Base()))
		}
	}
	if len(items) == 1 && items[0].Parent().Equal(to) {
		return a.SayText(status.Info, "it is in %s already; go to another folder in the other pane first", a.PlaceText(to))
	}
	return a.work.Plan(jobs.Wish{Origin: from, Req: client.Request{
		Op: model.OpMove, Items: items, Target: to, Rule: model.ConflictAsk,
	}})
}

// pickTarget lets the folder to move to be chosen.
func (a *App) pickTarget() tea.Cmd {
	from := a.Origin()
	sel := a.Pane().Selection()
	if sel.Len() == 0 {
		return a.SayText(status.Info, text.NothingSelected)
	}
	items := sel.Places()
	roots := []model.Place{from.Place.Root()}
	if act.TakesFiles(from.Place) {
		roots = a.reachable(from.Place, model.OpMove, model.SchemeDocs, model.SchemeSpace)
	}
	return a.pickFor(from, model.OpMove, items, roots, pickWords{"Move %d {entry|entries} to…", "Move here"})
}

// movesAcross reports whether a source moves its entries into another tree.
func movesAcross(src client.Source, to model.Place) bool {
	return client.Reach(src, model.OpMove, to) == nil
}

// markCut marks what is selected to be moved later.
func (a *App) markCut() tea.Cmd {
	p := a.Pane()
	sel := p.Selection()
	if sel.Len() == 0 {
		return a.SayText(status.Info, text.NothingSelected)
	}
	a.Cut.Drop(model.MarkCopy)
	p.MarkInto(&a.Cut, model.MarkCut)
	p.ClearSelection()
	return a.Say(status.Info, a.Env.Text.Say("%d {entry|entries} marked to be moved; %s puts {it|them} into the folder you are in then", sel.Len(), a.Env.Keys.Key(keys.Paste)))
}

// marked counts what is marked to be moved or copied.
func (a *App) marked(m model.Mark) int {
	here, elsewhere := a.Cut.Count(a.Pane().Place(), m)
	return here + elsewhere
}

// dryRun says that so many items would have been changed.
func (a *App) dryRun(n int) tea.Cmd {
	return a.Say(status.Info, a.Env.Text.Say("dry run: %d {item|items}, nothing was changed", n))
}
