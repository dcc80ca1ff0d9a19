package transferring

import (
	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
	"aloft/ui/act/jobs"
	"aloft/ui/dialog"
	"aloft/ui/keys"
	"aloft/ui/status"
)

// copyToOther copies the selection into the other pane's folder.
func (a *Acts) copyToOther() tea.Cmd {
	return a.Transfer(a.screen.Origin(), a.screen.Pane().Selection().Places(), a.screen.Other().Place())
}

// Transfer copies by the operation that the two sources support.
func (a *Acts) Transfer(from dialog.Origin, items []model.Place, to model.Place) tea.Cmd {
	if len(items) == 0 {
		return a.note.SayText(status.Info, text.NothingSelected)
	}
	op, why := a.route(items, to)
	if why != "" {
		return a.note.Say(status.Warn, why)
	}
	if op.Transfers() && items[0].Scheme.Documents() && !to.Scheme.Documents() {
		return a.askFormat(from, op, items, to)
	}
	return a.jobs.Plan(jobs.Wish{Origin: from, Req: client.Request{
		Op: op, Items: items, Target: to, Rule: model.ConflictAsk,
	}})
}

// copyPick asks for the folder to copy to.
func (a *Acts) copyPick() tea.Cmd {
	from := a.screen.Origin()
	items := a.screen.Pane().Selection().Places()
	if len(items) == 0 {
		return a.note.SayText(status.Info, text.NothingSelected)
	}
	return a.pickFor(from, model.OpCopy, items, a.reachable(from.Place, model.OpCopy, model.Schemes()...), pickWords{"Copy %d {entry|entries} to…", "Copy here"})
}

// pasteMarked moves or copies the marked entries into this folder.
func (a *Acts) pasteMarked() tea.Cmd {
	if items := a.screen.Cut.Places(model.MarkCopy); len(items) > 0 {
		return a.Transfer(a.screen.Origin(), items, a.screen.Pane().Place())
	}
	items := a.screen.Cut.Places(model.MarkCut)
	if len(items) == 0 {
		return a.note.SayText(status.Info, "nothing is marked; %s marks to move, %s to copy", a.env.Keys.Key(keys.Cut), a.env.Keys.Key(keys.MarkCopy))
	}
	return a.move(a.screen.Origin(), items, a.screen.Pane().Place())
}
