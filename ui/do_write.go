package ui

import (
	"context"
	"slices"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
	"aloft/ui/act"
	"aloft/ui/dialog"
	"aloft/ui/keys"
	"aloft/ui/status"
)

// Plans of more calls or of more time are shown before they run.
const (
	quietItems = 30
	quietTime  = 10 // seconds
)

// wish is what was asked for, kept with plan and job so that their effects go
// to the pane and the paths they were begun with.
type wish struct {
	origin dialog.Origin
	req    client.Request
	picker int // the Pick that waits for the folder, 0 = none
}

// plannedMsg: a plan was made, or could not be.
type plannedMsg struct {
	seq  int
	wish wish
	plan *model.Plan
	err  error
}

// startedMsg: a job runs, or could not be started.
type startedMsg struct {
	wish wish
	plan *model.Plan
	id   string
	err  error
}

// plan makes a plan off the update loop; Esc cancels it.
func (a *App) plan(w wish) tea.Cmd {
	a.work.cancelPlanning()
	ctx, cancel := context.WithCancel(a.Ctx)
	seq := a.work.beginPlanning(cancel)
	a.Asked = a.Now()
	w.req.Class, w.req.Partial = client.Interactive, len(w.req.Items) > 1
	w.req.Progress = a.work.planProgress()
	jobs := a.Jobs
	return tea.Batch(a.tick(), func() tea.Msg {
		p, err := jobs.Plan(ctx, w.req)
		return plannedMsg{seq, w, p, err}
	})
}

// planned decides whether a plan needs a question.
func (a *App) planned(m plannedMsg) tea.Cmd {
	if !a.work.endPlanning(m.seq) {
		return nil // it was cancelled, or another one was asked for
	}
	if m.err != nil {
		return a.planFailed(m)
	}
	p, from := m.plan, m.wish.origin
	a.work.wishes[p.ID] = m.wish
	open := p.Undecided()
	small := len(p.Items) <= quietItems && p.Estimate.Time.Seconds() <= quietTime
	switch {
	case len(p.Items) == 0 && len(p.Refused) > 0:
		return a.Say(status.Warn, a.refusedText(p.Refused))
	case len(p.Items) == 0:
		return a.SayText(status.Info, text.NothingToDo)
	case a.Switches.Dry:
		return a.Show(dialog.NewPlan(a.Env, from, p, dialog.PlanOptions{DryRun: true}))
	case p.Op.Row().Deletes:
		return a.Show(dialog.NewDelete(a.Env, from, p))
	case len(open) == 1 && len(p.Items) == 1:
		return a.Show(dialog.NewConflict(a.Env, from, p, open[0], 1, 1, a.checkName(p)))
	case len(open) > 0 || !small || len(p.Refused) > 0 || slices.ContainsFunc(p.Items, model.Item.LeftOut):
		return a.Show(dialog.NewPlan(a.Env, from, p, dialog.PlanOptions{CheckName: a.checkName(p)}))
	}
	return a.start(p)
}

// refusedText says what kept entries out of a plan: the first reason.
func (a *App) refusedText(all []model.Refusal) string {
	why := a.Sentence(all[0].Err)
	if len(all) == 1 {
		return why
	}
	return a.Env.Text.Say("%d {entry is|entries are} left out: %s", len(all), why)
}

func (a *App) planFailed(m plannedMsg) tea.Cmd {
	if m.wish.picker != 0 {
		err := m.err
		made := dialog.FolderMade{Dialog: m.wish.picker, Err: err}
		return func() tea.Msg { return made }
	}
	if client.Is(m.err, client.KindAuth) {
		return a.NeedLogin(m.wish.origin.Place, m.err)
	}
	return a.Fail(m.err)
}

// checkName asks the plan's source what it thinks of a name.
func (a *App) checkName(p *model.Plan) func(string) error {
	src, err := a.Sources.For(model.Place{Account: p.Account, Scheme: p.Scheme})
	if err != nil {
		return func(string) error { return err }
	}
	return src.CheckName
}

// start runs a decided plan.
func (a *App) start(p *model.Plan) tea.Cmd {
	w := a.work.wishes[p.ID]
	delete(a.work.wishes, p.ID)
	ctx, jobs := a.Ctx, a.Jobs
	return func() tea.Msg {
		id, err := jobs.Start(ctx, p)
		return startedMsg{w, p, id, err}
	}
}

// started remembers whose job it is, and puts the cursor where the result will be.
func (a *App) started(m startedMsg) tea.Cmd {
	if m.err != nil {
		if m.wish.picker != 0 {
			made := dialog.FolderMade{Dialog: m.wish.picker, Err: m.err}
			return func() tea.Msg { return made }
		}
		return a.Fail(m.err)
	}
	a.work.owned[m.id] = owned{wish: m.wish, plan: m.plan}
	a.work.refresh(a.Jobs)
	for i := range m.plan.Items {
		it := &m.plan.Items[i]
		if it.Op.Row().Ends == model.EndInFolder && len(m.plan.Items) == 1 {
			if at, ok := it.After(); ok {
				kind := it.Kind
				switch {
				case act.IsSpaces(at.Parent()):
					kind = model.KindSpace
				case it.Op.Row().Folder:
					kind = model.KindFolder
				case it.New != nil:
					kind = it.New.Kind
				}
				a.Panes[m.wish.origin.Pane].Want(at.Parent(), at.Base(), kind)
			}
		}
	}
	// It may have ended before it was known whose it is.
	if j := a.work.find(m.id); j != nil && j.State.Ended() {
		return tea.Batch(a.tick(), a.ended(m.id))
	}
	return a.tick()
}

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
	return a.plan(wish{origin: from, req: client.Request{
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
	return a.plan(wish{origin: from, req: client.Request{
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
	return a.plan(wish{origin: from, req: client.Request{
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

// decided goes on with a plan that a dialog was asked about.
func (a *App) decided(p *model.Plan, c dialog.Choice) tea.Cmd {
	switch c {
	case dialog.ChoseGo:
		return a.start(p)
	case dialog.ChoseDryRun:
		delete(a.work.wishes, p.ID)
		return a.dryRun(len(p.Items))
	}
	delete(a.work.wishes, p.ID)
	return nil
}

// conflict goes on with a plan one name of which was taken.
func (a *App) conflict(m dialog.ConflictAnswered) tea.Cmd {
	p := *m.Plan
	p.Items = append([]model.Item(nil), m.Plan.Items...)
	it := &p.Items[m.Item]
	switch m.Choice {
	case dialog.ChoseSkip, dialog.ChoseSkipAll:
		it.Decision = model.DecideSkip
	case dialog.ChoseRename:
		it.Decision, it.NewName = model.DecideNumber, m.Name
	case dialog.ChoseNumber, dialog.ChoseNumberAll:
		it.Decision, it.NewName = model.DecideNumber, m.Name
		if it.NewName == "" {
			it.NewName = it.Free
		}
	default:
		delete(a.work.wishes, p.ID)
		return nil
	}
	if it.Decision == model.DecideSkip {
		delete(a.work.wishes, p.ID)
		return a.SayText(status.Info, "%s was left where it is", strconv.Quote(model.Clean(it.Name)))
	}
	return a.start(&p)
}
