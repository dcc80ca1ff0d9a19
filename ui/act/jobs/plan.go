package jobs

import (
	"slices"
	"strconv"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
	"aloft/ui/dialog"
	"aloft/ui/status"
)

// Plans with more calls, more time or more bytes are shown before they run.
const (
	quietItems = 30
	quietTime  = 10 // seconds
	quietBytes = 100_000_000
)

// plannedMsg carries a plan or its error.
type plannedMsg struct {
	seq  int
	wish Wish
	plan *model.Plan
	err  error
}

// Plan makes a plan off the update loop. Esc cancels it.
func (a *Acts) Plan(w Wish) tea.Cmd {
	ctx, seq := a.planning.begin(a.Screen)
	w.Req.Class, w.Req.Partial = client.Interactive, len(w.Req.Items) > 1
	w.Req.Progress = a.planning.report()
	jobs := a.Client.Jobs
	return tea.Batch(a.tick(), func() tea.Msg {
		p, err := jobs.Plan(ctx, w.Req)
		return plannedMsg{seq, w, p, err}
	})
}

// planned decides whether a plan needs a question.
func (a *Acts) planned(m plannedMsg) tea.Cmd {
	if !a.planning.End(m.seq) {
		return m.wish.told("", "") // cancelled, or replaced by another
	}
	if m.err != nil {
		return tea.Batch(a.planFailed(m), m.wish.told("", ""))
	}
	p, from := m.plan, m.wish.Origin
	job, did := a.undoes(p)
	o := dialog.PlanOptions{DryRun: a.Switches.Dry, Undoes: job, Was: did, Brake: a.Set.Brake, To: m.wish.Req.Target, CheckName: a.checkName(p)}
	a.work.wishes[p.ID] = m.wish
	open := p.Undecided()
	quiet := len(p.Items) <= quietItems && p.Estimate.Time.Seconds() <= quietTime && p.Estimate.Bytes <= quietBytes && !(a.Set.ShowPlans && p.Op.Row().Ends == model.EndInTarget)
	switch {
	case len(p.Items) == 0 && len(p.Refused) > 0:
		return tea.Batch(a.Note.Say(status.Warn, a.refusedText(p.Refused)), m.wish.told("", ""))
	case len(p.Items) == 0:
		return tea.Batch(a.Note.SayText(status.Info, text.NothingToDo), m.wish.told("", ""))
	case o.DryRun:
		return a.Show(dialog.NewPlan(a.Env, from, p, o))
	case m.wish.Req.Sync != nil:
		return a.Show(dialog.NewSync(a.Env, from, p, o))
	case p.Op.Row().Deletes && (p.Undoes == "" || p.Undo == "no"):
		return a.Show(dialog.NewDelete(a.Env, from, p, o))
	case m.wish.Asked && len(open) == 0 && len(p.Refused) == 0:
		return a.start(p)
	case p.Undoes != "":
		return a.Show(dialog.NewUndo(a.Env, from, p, o))
	case len(open) == 1 && len(p.Items) == 1 && !m.wish.Show:
		return a.Show(dialog.NewConflict(a.Env, p, open[0], 1, 1, o.CheckName))
	case len(open) > 0 || !quiet || m.wish.Show || len(p.Refused) > 0 || slices.ContainsFunc(p.Items, func(it model.Item) bool {
		return it.LeftOut() || it.Numbered() || it.Was != "" || it.Copied == model.CopiedConverted || it.Copied != "" && it.Mode != model.ModeBin
	}):
		return a.Show(dialog.NewPlan(a.Env, from, p, o))
	}
	return a.start(p)
}

// refusedText says why entries were left out of a plan: the first reason.
func (a *Acts) refusedText(all []model.Refusal) string {
	why := a.Note.Sentence(all[0].Err)
	if len(all) == 1 {
		return why
	}
	return a.Env.Text.Say("%d {entry is|entries are} left out: %s", len(all), why)
}

func (a *Acts) planFailed(m plannedMsg) tea.Cmd {
	if m.wish.Picker != 0 {
		err := m.err
		made := dialog.FolderMade{Dialog: m.wish.Picker, Err: err}
		return func() tea.Msg { return made }
	}
	if client.Is(m.err, client.KindAuth) {
		return a.NeedLogin(m.wish.Origin.Place, m.err)
	}
	return a.Note.Fail(m.err)
}

// checkName asks the plan's source to check a name.
func (a *Acts) checkName(p *model.Plan) func(string) error {
	src, err := a.Client.Sources.For(model.Place{Account: p.Account, Scheme: p.Scheme})
	if err != nil {
		return func(string) error { return err }
	}
	return src.CheckName
}

// decided handles the answer to a plan.
func (a *Acts) decided(p *model.Plan, c dialog.Choice) tea.Cmd {
	switch c {
	case dialog.ChoseGo:
		return a.start(p)
	case dialog.ChoseMerge:
		return a.merge(p)
	case dialog.ChoseDryRun:
		return tea.Batch(a.forgo(p.ID), a.Note.DryRun(len(p.Items)))
	}
	a.work.again = nil // nor the queued retries
	return a.forgo(p.ID)
}

// conflict handles the answer about a single taken name.
func (a *Acts) conflict(m dialog.ConflictAnswered) tea.Cmd {
	p := *m.Plan
	p.Items = append([]model.Item(nil), m.Plan.Items...)
	it := &p.Items[m.Item]
	switch rule := m.Choice.Rule(); {
	case rule != "":
		p.Decide(m.Item, rule)
	case m.Choice == dialog.ChoseRename:
		it.Decision, it.NewName = model.DecideNumber, m.Name
	case m.Choice == dialog.ChoseMerge:
		return a.merge(&p)
	default:
		a.work.again = nil
		return a.forgo(p.ID)
	}
	if it.Decision == model.DecideSkip {
		return tea.Batch(a.forgo(p.ID), a.Note.SayText(status.Info, "%s was skipped", strconv.Quote(model.Clean(it.Name))))
	}
	return a.start(p.Settled())
}

// merge plans anew what is not skipped: folders go into those that have their names, and what is in them is asked about.
func (a *Acts) merge(p *model.Plan) tea.Cmd {
	w := a.work.wishes[p.ID]
	delete(a.work.wishes, p.ID)
	w.Req.Rule, w.Req.Items, w.Req.NewNames, w.Show = model.ConflictMerge, nil, nil, true
	for i := range p.Items {
		it := &p.Items[i]
		if it.Op != p.Op || it.Decision == model.DecideSkip {
			continue
		}
		name := it.NewName
		if it.Decision == model.DecideAsk {
			name = ""
		}
		w.Req.Items, w.Req.NewNames = append(w.Req.Items, it.Place()), append(w.Req.NewNames, name)
	}
	return a.Plan(w)
}
