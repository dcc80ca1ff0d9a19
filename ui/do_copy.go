package ui

import (
	"slices"

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

// pickTag says what a picked folder is for.
type pickTag struct {
	op    model.Op // OpMove, or OpCopy for whatever the route is
	items []model.Place
}

// exportTag says what a format was asked for.
type exportTag struct {
	items []model.Place
	to    model.Place
}

// exportFormat is one of model.Format… as a menu's value.
type exportFormat string

// copyToOther copies what is selected into the other pane's folder.
func (a *App) copyToOther() tea.Cmd {
	sel := a.Pane().Selection()
	return a.transfer(a.Origin(), sel.Places(), a.Other().Place())
}

// transfer copies, imports or exports, whatever leads from there to here.
func (a *App) transfer(from dialog.Origin, items []model.Place, to model.Place) tea.Cmd {
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
	return a.work.Plan(jobs.Wish{Origin: from, Req: client.Request{
		Op: op, Items: items, Target: to, Rule: model.ConflictAsk,
	}})
}

// route says by which operation entries get to a folder, or in one sentence why
// they cannot.
func (a *App) route(items []model.Place, to model.Place) (model.Op, string) {
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
	if op != model.OpExport && slices.ContainsFunc(items, act.IsSpace) { // its pages can be taken out together
		return "", c.Say(text.SpaceStays)
	}
	if err != nil {
		return "", a.Sentence(err)
	}
	if act.IsSpaces(to) {
		return "", c.Say(text.SpaceRootTakes)
	}
	if len(items) == 1 {
		return op, a.cannotGo(src, op, items[0])
	}
	return op, ""
}

// cannotGo says why a single entry that the pane shows cannot be copied or
// exported.
func (a *App) cannotGo(src client.Source, op model.Op, at model.Place) string {
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

// askFormat asks in which format documents are exported.
func (a *App) askFormat(from dialog.Origin, items []model.Place, to model.Place) tea.Cmd {
	c := a.Env.Text
	return a.Dialogs.Push(dialog.NewMenu(a.Env, dialog.MenuOptions{
		Origin: from, Tag: exportTag{items, to}, Title: c.Say("Export %d {document|documents} as…", len(items)), Wide: true,
		Items: []dialog.MenuItem{
			{Key: "s", Label: c.Say(text.ExportNative), Value: exportFormat(model.FormatNative)},
			{Key: "m", Label: c.Say(text.ExportMarkdown), Value: exportFormat(model.FormatMarkdown)},
			{Key: "t", Label: c.Say(text.ExportText), Value: exportFormat(model.FormatText)},
		},
	}))
}

func (a *App) exportAs(from dialog.Origin, t exportTag, f exportFormat) tea.Cmd {
	return a.work.Plan(jobs.Wish{Origin: from, Req: client.Request{
		Op: model.OpExport, Items: t.items, Target: t.to, Format: string(f), Rule: model.ConflictAsk,
	}})
}

// picked goes on with a folder that was chosen for entries.
func (a *App) picked(from dialog.Origin, t pickTag, to model.Place) tea.Cmd {
	if t.op == model.OpMove {
		return a.move(from, t.items, to)
	}
	return a.transfer(from, t.items, to)
}

// copyPick lets the folder be chosen that is copied to.
func (a *App) copyPick() tea.Cmd {
	from := a.Origin()
	items := a.Pane().Selection().Places()
	if len(items) == 0 {
		return a.SayText(status.Info, text.NothingSelected)
	}
	roots := []model.Scheme{model.SchemeDocs, model.SchemeSpace, model.SchemeDisk}
	return a.pickFor(from, model.OpCopy, items, a.reachable(from.Place, model.OpCopy, roots...), pickWords{"Copy %d {entry|entries} to…", "Copy here"})
}

type pickWords struct{ title, verb text.Text }

// reachable are the roots of sources that an operation can lead to.
func (a *App) reachable(from model.Place, op model.Op, schemes ...model.Scheme) []model.Place {
	src, err := a.Sources.For(from)
	if err != nil {
		return nil
	}
	var out []model.Place
	for _, s := range schemes {
		root := model.Place{Scheme: s, Account: from.Account}
		if s == model.SchemeDisk {
			root = model.Place{Scheme: s}
		} else if from.Scheme == model.SchemeDisk {
			root.Account = a.accountOfDocs()
		}
		dst, err := a.Sources.For(root)
		if err != nil {
			continue
		}
		if op == model.OpMove {
			err = client.Reach(src, op, root.Join(string(s))) // a folder of it
		} else {
			_, err = client.Route(src, dst)
		}
		if err == nil {
			out = append(out, root)
		}
	}
	return out
}

// pickFor opens the choice of a folder for entries.
func (a *App) pickFor(from dialog.Origin, op model.Op, items []model.Place, roots []model.Place, w pickWords) tea.Cmd {
	if len(roots) == 0 {
		_, why := a.route(items, from.Place)
		if why == "" {
			why = a.Env.Text.Say(text.NothingToDo)
		}
		return a.Say(status.Warn, why)
	}
	start := roots[0]
	for _, p := range []model.Place{from.Place, a.Other().Place()} {
		if slices.ContainsFunc(roots, p.SameSource) {
			start = p
			break
		}
	}
	if start.Scheme == model.SchemeDisk && start.IsRoot() {
		start.Path = a.HomeDir
	}
	return a.Dialogs.Push(dialog.NewPick(a.Env, dialog.PickOptions{
		Origin: from, Tag: pickTag{op, items}, Start: start, Roots: roots, NewFolder: true,
		Title: a.Env.Text.Say(w.title, len(items)), Verb: a.Env.Text.Say(w.verb),
		Refuse: func(to model.Place) string {
			if act.IsSpaces(to) {
				return a.Env.Text.Say(text.SpaceRootTakes)
			}
			for _, it := range items {
				if op == model.OpMove && to.Within(it) {
					return a.Env.Text.Say(text.IntoItself, model.Clean(it.Base()))
				}
			}
			return ""
		},
	}))
}

// importHere brings files of this computer in: those that are selected in the
// pane that shows a disk, or those that are asked for.
func (a *App) importHere() tea.Cmd {
	from, to := a.Origin(), a.Other().Place()
	if from.Place.Scheme == model.SchemeDisk {
		items := a.Pane().Selection().Places()
		if act.TakesFiles(to) {
			return a.transfer(from, items, to)
		}
		roots := a.reachable(from.Place, model.OpImport, model.SchemeDocs, model.SchemeSpace)
		return a.pickFor(from, model.OpImport, items, roots, pickWords{"Import %d {file|files} into…", "Import here"})
	}
	if !act.TakesFiles(from.Place) {
		return a.SayText(status.Warn, text.ImportFromDisk)
	}
	if act.IsSpaces(from.Place) {
		return a.SayText(status.Warn, text.SpaceRootTakes)
	}
	if sel := a.Other().Selection(); to.Scheme == model.SchemeDisk && sel.Marked {
		return a.transfer(dialog.Origin{Pane: 1 - a.Focus, Place: to}, sel.Places(), from.Place)
	}
	return a.askFile(from, promptImport, "file or folder: ", "something on this computer; Tab completes", a.Env.Text.Say("Import into %s", a.PlaceText(from.Place)))
}

// askFile asks for something on this computer.
func (a *App) askFile(from dialog.Origin, kind string, label, help text.Text, title string) tea.Cmd {
	base := model.Place{Scheme: model.SchemeDisk, Path: a.HomeDir}
	if p := a.Other().Place(); p.Scheme == model.SchemeDisk {
		base = p
	}
	value := base.String()
	if !base.IsRoot() {
		value += "/"
	}
	return a.Dialogs.Push(dialog.NewPrompt(a.Env, dialog.PromptOptions{
		Origin: from, Kind: kind, Title: title, Label: a.Env.Text.Say(label), Body: []string{a.Env.Text.Say(help)},
		Value: value, Cursor: -1, Complete: true, History: a.History(kind),
		Check: func(s string) error {
			_, err := model.ParsePlaceHome(act.PathOf(s), base, a.HomeDir)
			return err
		},
	}))
}

// importFile imports what was asked for.
func (a *App) importFile(from dialog.Origin, s string) tea.Cmd {
	at, err := a.FilePlace(s)
	if err != nil {
		return a.Fail(err)
	}
	if at.Scheme != model.SchemeDisk {
		return a.SayText(status.Warn, text.ImportFromDisk)
	}
	return a.transfer(from, []model.Place{at}, from.Place)
}

// exportOut takes documents out as files: into the other pane's folder when it
// is on a disk, else into one that is picked.
func (a *App) exportOut() tea.Cmd {
	from := a.Origin()
	if !act.TakesFiles(from.Place) {
		return a.SayText(status.Warn, text.ExportFromDocs, a.Env.Keys.Key(keys.GoDocs))
	}
	return a.exportItems(from, a.Pane().Selection().Places())
}

func (a *App) exportItems(from dialog.Origin, items []model.Place) tea.Cmd {
	if len(items) == 0 {
		return a.SayText(status.Info, text.NothingSelected)
	}
	if to := a.Panes[1-from.Pane].Place(); to.Scheme == model.SchemeDisk {
		return a.transfer(from, items, to)
	}
	disk := model.Place{Scheme: model.SchemeDisk}
	if _, why := a.route(items, disk); why != "" {
		return a.Say(status.Warn, why)
	}
	return a.pickFor(from, model.OpExport, items, []model.Place{disk}, pickWords{"Export %d {document|documents} to…", "Export here"})
}

// markCopy marks what is selected to be copied later.
func (a *App) markCopy() tea.Cmd {
	p := a.Pane()
	sel := p.Selection()
	if sel.Len() == 0 {
		return a.SayText(status.Info, text.NothingSelected)
	}
	a.Cut.Drop(model.MarkCut)
	p.MarkInto(&a.Cut, model.MarkCopy)
	p.ClearSelection()
	return a.Say(status.Info, a.Env.Text.Say("%d {entry|entries} marked to be copied; %s puts {a copy|copies} into the folder you are in then", sel.Len(), a.Env.Keys.Key(keys.Paste)))
}

// pasteMarked moves or copies what was marked into this folder.
func (a *App) pasteMarked() tea.Cmd {
	if items := a.Cut.Places(model.MarkCopy); len(items) > 0 {
		return a.transfer(a.Origin(), items, a.Pane().Place())
	}
	items := a.Cut.Places(model.MarkCut)
	if len(items) == 0 {
		return a.SayText(status.Info, "nothing is marked to be moved; %s marks", a.Env.Keys.Key(keys.Cut))
	}
	return a.move(a.Origin(), items, a.Pane().Place())
}
