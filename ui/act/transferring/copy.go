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

// copyToOther copies what is selected into the other pane's folder.
func (a *Acts) copyToOther() tea.Cmd {
	return a.Transfer(a.Origin(), a.Pane().Selection().Places(), a.Other().Place())
}

// Transfer copies, imports or exports, depending on the two sources.
func (a *Acts) Transfer(from dialog.Origin, items []model.Place, to model.Place) tea.Cmd {
	if len(items) == 0 {
		return a.SayText(status.Info, text.NothingSelected)
	}
	op, why := a.route(items, to)
	if why != "" {
		return a.Say(status.Warn, why)
	}
	if op == model.OpExport {
		return a.askFormat(from, items, to)
	}
	return a.jobs.Plan(jobs.Wish{Origin: from, Req: client.Request{
		Op: op, Items: items, Target: to, Rule: model.ConflictAsk,
	}})
}

// route chooses the operation that brings entries to a folder, or says in one
// sentence why none can.
func (a *Acts) route(items []model.Place, to model.Place) (model.Op, string) {
	c := a.Env.Text
	for _, it := range items {
		if !it.SameSource(items[0]) {
			return "", c.Say("what is selected is in several sources; copy from one at a time")
		}
	}
	src, err := a.Sources.For(items[0])
	if err != nil {
		return "", a.Sentence(err)
	}
	dst, err := a.Sources.For(to)
	if err != nil {
		return "", a.Sentence(err)
	}
	op, err := client.Route(src, dst)
	if op != model.OpExport && slices.ContainsFunc(items, model.Place.IsSpace) { // its pages can be taken out together
		return "", c.Say(text.SpaceStays)
	}
	if err != nil {
		return "", a.Sentence(err)
	}
	if to.IsSpaces() {
		return "", c.Say(text.SpaceRootTakes)
	}
	if len(items) == 1 {
		return op, a.cannotGo(src, op, items[0])
	}
	return op, ""
}

// cannotGo says why a single entry that the pane shows cannot be copied or
// exported.
func (a *Acts) cannotGo(src client.Source, op model.Op, at model.Place) string {
	e := a.Listed(at)
	if e == nil {
		return ""
	}
	switch row := op.Row(); {
	case row.Single && e.Kind.Container():
		return a.Env.Text.Say("%s is a folder: the service copies single documents only", model.Clean(e.Name))
	case row.Carries == model.CarriesOut:
		x, ok := src.(client.Exporter)
		if !ok || e.Kind.Container() || e.Kind == model.KindOther {
			return ""
		}
		if _, err := x.ExportName(*e, model.FormatNative); err != nil {
			return a.Sentence(err)
		}
	}
	return ""
}

// copyPick lets the person choose the folder to copy to.
func (a *Acts) copyPick() tea.Cmd {
	from := a.Origin()
	items := a.Pane().Selection().Places()
	if len(items) == 0 {
		return a.SayText(status.Info, text.NothingSelected)
	}
	return a.pickFor(from, model.OpCopy, items, a.reachable(from.Place, model.OpCopy, model.Schemes()...), pickWords{"Copy %d {entry|entries} to…", "Copy here"})
}

// pasteMarked moves or copies what was marked into this folder.
func (a *Acts) pasteMarked() tea.Cmd {
	if items := a.Cut.Places(model.MarkCopy); len(items) > 0 {
		return a.Transfer(a.Origin(), items, a.Pane().Place())
	}
	items := a.Cut.Places(model.MarkCut)
	if len(items) == 0 {
		return a.SayText(status.Info, "nothing is marked; %s marks to move, %s to copy", a.Env.Keys.Key(keys.Cut), a.Env.Keys.Key(keys.MarkCopy))
	}
	return a.move(a.Origin(), items, a.Pane().Place())
}
