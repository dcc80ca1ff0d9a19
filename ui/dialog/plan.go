package dialog

import (
	"image"
	"slices"

	tea "charm.land/bubbletea/v2"

	"aloft/client/explain"
	"aloft/model"
	"aloft/model/text"
	"aloft/ui/keys"
)

// PlanOptions of a plan's question.
type PlanOptions struct {
	DryRun bool     // dry run is on: only looking is offered
	Undoes string   // the job that it takes back, or does again, "" = none
	Was    model.Op // what that job did, "" = unknown
	Brake  model.Brake
	To     model.Place // of a sync
	// CheckName says why the service would refuse a name; nil = it takes all.
	CheckName func(string) error
}

// plan is the question before a bulk operation.
type plan struct {
	confirm
	from      Origin
	plan      *model.Plan // our own copy, being decided
	opt       PlanOptions
	twin      func(model.Item) string
	conflicts []int // indexes of the items whose name is taken
	at        int   // the one the keys act on
	all, full bool
	brief     int          // body rows of the plan that is not full
	filter    model.Filter // of the full plan
	shown     []int        // the items that it lets through
	about     *conflict    // the question about one name, above this one
	going     bool         // about belongs to a series that ends in going on
}

// fewConflicts are shown before the rest is asked for.
const fewConflicts = 4

// NewPlan shows a plan before it runs: PlanAnswered.
func NewPlan(env *Env, from Origin, p *model.Plan, o PlanOptions) Dialog {
	own := *p
	d := &plan{from: from, plan: &own, opt: o, conflicts: p.Undecided()}
	if len(d.conflicts) > 0 { // else nothing about its items is decided here
		own.Items = slices.Clone(p.Items)
		slices.SortStableFunc(d.conflicts, func(a, b int) int { return byName(own.Items[a], own.Items[b]) })
	}
	d.twin = twins(len(own.Items), func(i int) *model.Item { return &own.Items[i] })
	read := explain.Of(env.Text, &own)
	title, yes := read.Title()
	if o.Undoes != "" {
		title, yes = undoTitle(env, p, o.Undoes), env.Text.Say(text.UndoYes)
		if p.Again {
			yes = env.Text.Say("redo")
		}
	}
	danger, word := false, ""
	if p.Undoes == "" {
		danger, word = len(read.Deleted) > 0, read.Word("")
	}
	d.confirm = newConfirm(env, keys.InPlan, title, yes, danger, word)
	d.keys = map[keys.Action]Choice{keys.PlanDryRun: ChoseDryRun}
	d.hide = nil
	if !slices.ContainsFunc(own.Items, func(it model.Item) bool { return it.Room != nil }) {
		d.hide = append(d.hide, keys.PlanReplace, keys.PlanReplaceAll, keys.PlanNewerAll)
	}
	if !d.merges() {
		d.hide = append(d.hide, keys.PlanMerge)
	}
	if len(d.conflicts) == 0 {
		d.hide = append(d.hide, keys.PlanSkip, keys.PlanSkipAll, keys.PlanName, keys.PlanNumberAll, keys.PlanCycle)
		if len(read.LeftOut()) <= fewRefused+1 {
			d.hide = append(d.hide, keys.ConfirmAll)
		}
	}
	if o.DryRun {
		d.hide = append(d.hide, keys.PlanDryRun, keys.PlanPaused)
		d.title = env.Text.Say(text.PlanDryTitle, title)
		d.buttons[1] = button{action: keys.ConfirmYes, label: env.Text.Say(text.PlanDryRun), choice: ChoseDryRun}
	}
	d.name()
	d.body = d.lines
	d.tall = 8 + refusedTall(read)
	if p.Op.Row().Ends == model.EndInTarget && p.Op.Row().Doubles {
		d.tall += 2
	}
	if d.names() {
		d.tall += 1 + len(p.Items)
	}
	if n := len(d.conflicts); n > 0 {
		d.tall += 2 + min(n, fewConflicts)
	}
	d.brief = d.tall
	d.reply = func(c Choice) tea.Msg { return PlanAnswered{d.plan.Settled(), c} }
	return d
}

// merges: a folder of the plan can be merged with the one that has its name.
func (d *plan) merges() bool {
	return slices.ContainsFunc(d.conflicts, func(i int) bool { return d.plan.Items[i].Merges() })
}

// undoTitle names the job that a plan takes back, or does again.
func undoTitle(env *Env, p *model.Plan, job string) string {
	if p.Again {
		return env.Text.Say("Redo: %s", job)
	}
	return env.Text.Say("Undo: %s", job)
}

// Context of the keys: those of the question on top.
func (d *plan) Context() keys.Context {
	if d.about != nil {
		return d.about.Context()
	}
	return d.confirm.Context()
}

// Update answers a key.
func (d *plan) Update(msg tea.Msg) (tea.Cmd, bool) {
	if d.about != nil {
		return d.asked(msg)
	}
	if d.line != nil {
		return d.filtering(msg)
	}
	if d.typed != nil && len(d.plan.Undecided()) == 0 {
		return d.typing(msg)
	}
	a := action(d.env, d.context, msg)
	switch a {
	case keys.PlanFull:
		d.all = false
		d.showFull(!d.full)
	case keys.PlanFilter:
		d.typeFilter()
		return nil, true
	case keys.ConfirmAll:
		d.showFull(false)
		d.all = !d.all
	case keys.DlgDown, keys.DlgUp:
		if len(d.conflicts) == 0 || d.full {
			d.key(a)
			return nil, true
		}
		step := 1
		if a == keys.DlgUp {
			step = -1
		}
		d.at = max(0, min(d.at+step, len(d.conflicts)-1))
		if !d.all && d.at >= fewConflicts {
			d.all = true
		}
		d.follow = true
	case keys.PlanSkip:
		d.decide(model.ConflictSkip, false)
	case keys.PlanSkipAll:
		d.decide(model.ConflictSkip, true)
	case keys.PlanNumberAll:
		d.decide(model.ConflictNumber, true)
	case keys.PlanReplace:
		d.decide(model.ConflictReplace, false)
	case keys.PlanReplaceAll:
		d.decide(model.ConflictReplace, true)
	case keys.PlanNewerAll:
		d.decide(model.ConflictNewer, true)
	case keys.PlanMerge:
		if d.merges() {
			return answer(d.reply(ChoseMerge)), false
		}
	case keys.PlanCycle:
		d.cycle()
	case keys.PlanPaused:
		if !d.opt.DryRun {
			d.plan.Paused = true
			return d.goOn()
		}
	case keys.PlanName:
		if len(d.conflicts) > 0 {
			d.question(d.at, true)
			return nil, true
		}
	default:
		switch {
		case a == keys.DlgCancel && !d.filter.Empty():
			d.setFilter("")
			return nil, true
		case a == keys.DlgCancel && (d.full || d.all):
			d.all = false
			d.showFull(false)
			return nil, true
		}
		i, taken := d.key(a)
		if taken && i > 0 && d.buttons[i].choice == ChoseGo {
			d.plan.Paused = false
			return d.goOn()
		}
		if taken || a == keys.PlanDryRun {
			c := ChoseNothing
			switch {
			case a == keys.PlanDryRun:
				c = ChoseDryRun
			case i > 0:
				c = d.buttons[i].choice
			}
			return answer(d.reply(c)), false
		}
		return help(a, d.context), true
	}
	d.decided()
	return nil, true
}

// decided updates what is shown, also the cost, which is of what will be sent.
func (d *plan) decided() {
	if d.plan.Batch > 0 { // else it came without its estimate's inputs
		d.plan.Reprice()
	}
	d.changed()
}

// goOn starts the plan, or asks about the next undecided name.
func (d *plan) goOn() (tea.Cmd, bool) {
	for n, i := range d.conflicts {
		if d.plan.Items[i].Decision == model.DecideAsk {
			d.question(n, false)
			d.going = true
			return nil, true
		}
	}
	read := explain.Of(d.env.Text, d.plan.Settled())
	if much := read.Much(d.opt.Brake); d.typed == nil && much != "" && d.plan.Undoes == "" && len(d.conflicts) > 0 {
		d.typed, d.note = newTyped(d.env, read.Word(much)), much
		return nil, true
	}
	if d.typed != nil && !d.typed.right() { // it is typed last
		return nil, true
	}
	return answer(d.reply(ChoseGo)), false
}

func (d *plan) question(n int, rename bool) {
	d.about = NewConflict(d.env, d.plan, d.conflicts[n], n+1, len(d.conflicts), d.opt.CheckName).(*conflict)
	d.about.SetSize(d.screenW, d.screenH)
	d.at, d.going = n, false
	if rename {
		d.about.rename()
	}
}

// asked passes a message to the question about one name and handles its answer.
func (d *plan) asked(msg tea.Msg) (tea.Cmd, bool) {
	cmd, open := d.about.Update(msg)
	if open {
		return cmd, true
	}
	a := d.about.chosen
	d.about = nil
	defer d.decided()
	i := d.conflicts[d.at]
	switch a.Choice {
	case ChoseRename:
		d.plan.Items[i].Decision, d.plan.Items[i].NewName, d.plan.Items[i].Why = model.DecideNumber, a.Name, ""
	case ChoseSkip, ChoseReplace:
		d.plan.Decide(i, a.Choice.Rule())
	case ChoseSkipAll, ChoseNumberAll, ChoseReplaceAll, ChoseNewerAll:
		d.rest(a.Choice.Rule())
	case ChoseMerge:
		return answer(d.reply(ChoseMerge)), false
	case ChoseStop:
		d.plan.Decide(i, model.ConflictSkip)
		d.rest(model.ConflictSkip) // in the order that is shown, not in the plan's
	default:
		return nil, true
	}
	if d.going {
		return d.goOn()
	}
	return nil, true
}

// rest decides all conflicts that are still open.
func (d *plan) rest(r model.ConflictRule) {
	for _, i := range d.conflicts {
		if d.plan.Items[i].Decision == model.DecideAsk {
			d.decideItem(i, r)
		}
	}
}

func (d *plan) decide(r model.ConflictRule, all bool) {
	for n, i := range d.conflicts {
		if all || n == d.at {
			d.decideItem(i, r)
		}
	}
}

// decideItem decides on a number only when there is a free name.
func (d *plan) decideItem(i int, r model.ConflictRule) {
	if r == model.ConflictNumber && d.plan.Items[i].Free == "" {
		return
	}
	d.plan.Decide(i, r)
}

// cycle goes from asking to skipping, numbering, replacing and back.
func (d *plan) cycle() {
	if len(d.conflicts) == 0 {
		return
	}
	i := d.conflicts[d.at]
	switch it := &d.plan.Items[i]; {
	case it.Decision == model.DecideAsk:
		d.plan.Decide(i, model.ConflictSkip)
	case it.Decision == model.DecideSkip && it.Free != "":
		d.plan.Decide(i, model.ConflictNumber)
	case it.Decision != model.DecideReplace && it.Room != nil:
		d.plan.Decide(i, model.ConflictReplace)
	default:
		d.plan.Decide(i, model.ConflictAsk)
	}
}

// mouse handles the mouse in what is shown.
func (d *plan) mouse(at image.Point, wheel int) keys.Action {
	if d.about != nil {
		return d.about.mouse(at, wheel)
	}
	return d.confirm.mouse(at, wheel)
}

// SetSize lays out the plan, and the question about one of its names.
func (d *plan) SetSize(width, height int) {
	d.confirm.SetSize(width, height)
	if d.about != nil {
		d.about.SetSize(width, height)
	}
}

// View draws the plan, or the question about one of its names.
func (d *plan) View() Box {
	if d.about != nil {
		return d.about.View()
	}
	return d.confirm.View()
}
