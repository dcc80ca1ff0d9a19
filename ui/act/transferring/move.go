package transferring

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
	"aloft/ui/act/jobs"
	"aloft/ui/dialog"
	"aloft/ui/keys"
	"aloft/ui/status"
)

// moveToOther moves the selection into the other pane's folder.
func (a *Acts) moveToOther() tea.Cmd {
	return a.move(a.screen.Origin(), a.screen.Pane().Selection().Places(), a.screen.Other().Place())
}

func (a *Acts) move(from dialog.Origin, items []model.Place, to model.Place) tea.Cmd {
	if len(items) == 0 {
		return a.note.SayText(status.Info, text.NothingSelected)
	}
	if to.IsSpaces() {
		return a.note.SayText(status.Warn, text.SpaceRootTakes)
	}
	if to.IsResults() {
		return a.note.SayText(status.Warn, text.ResultsThere)
	}
	for _, it := range items {
		src, err := a.client.Sources.For(it)
		if err != nil {
			return a.note.Fail(err)
		}
		if it.IsSpace() {
			return a.note.SayText(status.Warn, text.SpaceStays)
		}
		if !it.SameSource(to) && client.Reach(src, model.OpMove, to) != nil {
			if _, why := a.route(items, to); why != "" {
				return a.note.Say(status.Warn, why)
			}
		}
		if to.Within(it) {
			return a.note.SayText(status.Warn, text.IntoItself, model.Clean(it.Base()))
		}
	}
	if !slices.ContainsFunc(items, func(it model.Place) bool { return !it.Parent().Equal(to) }) {
		return a.note.SayText(status.Info, "already in this folder; go to another one first")
	}
	return a.jobs.Plan(jobs.Wish{Origin: from, Req: client.Request{
		Op: model.OpMove, Items: items, Target: to, Rule: model.ConflictAsk,
	}})
}

// pickTarget asks for the folder to move to.
func (a *Acts) pickTarget() tea.Cmd {
	from := a.screen.Origin()
	sel := a.screen.Pane().Selection()
	if sel.Len() == 0 {
		return a.note.SayText(status.Info, text.NothingSelected)
	}
	items := sel.Places()
	return a.pickFor(from, model.OpMove, items, a.reachable(from.Place, model.OpMove, model.Schemes()...), pickWords{"Move %d {entry|entries} to…", "Move here"})
}

// mark marks the selection to move or copy later. It replaces marks of the other kind.
func (a *Acts) mark(m, other model.Mark, said text.Text) tea.Cmd {
	p := a.screen.Pane()
	sel := p.Selection()
	if sel.Len() == 0 {
		return a.note.SayText(status.Info, text.NothingSelected)
	}
	a.screen.Cut.Drop(other)
	p.MarkInto(&a.screen.Cut, m)
	p.ClearSelection()
	return a.note.SayText(status.Info, said, sel.Len(), a.env.Keys.Key(keys.Paste))
}

func (a *Acts) markCut() tea.Cmd {
	return a.mark(model.MarkCut, model.MarkCopy, "%d {entry|entries} marked; %s moves {it|them} to a folder")
}

func (a *Acts) markCopy() tea.Cmd {
	return a.mark(model.MarkCopy, model.MarkCut, "%d {entry|entries} marked; %s copies {it|them} to a folder")
}
