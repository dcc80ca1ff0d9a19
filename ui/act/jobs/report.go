package jobs

import (
	"math"
	"slices"

	tea "charm.land/bubbletea/v2"

	"aloft/model"
	"aloft/model/text"
	"aloft/ui/dialog"
	"aloft/ui/keys"
	"aloft/ui/pane"
	"aloft/ui/status"
)

// reportedMsg carries the items of a job that has ended or is looked at.
type reportedMsg struct {
	job   model.JobSnapshot
	items []model.ItemReport
	err   error
	look  bool // the user wants to see them
	open  bool // only if its report is still open
	retry bool // the user wants to retry the failed ones
}

// reportAgain reads the items of a job for the open report.
func (a *Acts) reportAgain(id string) tea.Cmd {
	j := a.work.find(id)
	if j == nil {
		return nil
	}
	engine, snap := a.Client.Jobs, *j
	return func() tea.Msg {
		items, err := engine.Report(id)
		return reportedMsg{job: snap, items: items, err: err, open: true}
	}
}

func (a *Acts) report(j model.JobSnapshot, look, retry bool) tea.Cmd {
	engine := a.Client.Jobs
	return func() tea.Msg {
		items, err := engine.Report(j.ID)
		return reportedMsg{job: j, items: items, err: err, look: look, retry: retry}
	}
}

// reported unselects done items in the pane that started the job, keeps failed ones selected, and reports a failure
// with its choices.
func (a *Acts) reported(m reportedMsg) tea.Cmd {
	switch {
	case m.open:
		return a.Dialogs.Update(dialog.ReportLoaded{Job: m.job, Items: m.items})
	case m.look:
		return a.Dialogs.Push(dialog.NewReport(a.Env, m.job, m.items, m.err))
	case m.retry:
		return a.again(failedMsg{all: []reportedMsg{m}})
	case m.err != nil:
		return a.Note.Fail(m.err)
	}
	o := a.work.owned[m.job.ID]
	p := a.Panes[o.origin.Pane]
	var bad []model.ItemReport
	var cmds []tea.Cmd
	var changes []pane.Change
	for i := range m.items {
		switch it := &m.items[i]; {
		case it.State == model.ItemDone:
			if !it.Item.Op.Row().NoSource {
				at := it.Item.Parent.JoinPin(it.Item.Name, it.Item.Pin)
				p.Gone(at)
				a.Cut.Gone(at)
			}
			cmds = append(cmds, a.follow.Carried(*it))
			if c, ok := ChangeOf(*it); ok {
				changes = append(changes, c)
			}
		case it.State.Bad():
			bad = append(bad, *it)
		}
	}
	for _, p := range a.Panes {
		cmds = append(cmds, p.Changed(changes))
	}
	cmds = append(cmds, a.follow.WatchBehind(), a.tellEnd(m, o, bad))
	if o.told != nil {
		cmds = append(cmds, o.told(m.job.ID, m.job.State))
	}
	return tea.Batch(cmds...)
}

// tellEnd reports how a job has ended.
func (a *Acts) tellEnd(m reportedMsg, o owned, bad []model.ItemReport) tea.Cmd {
	switch {
	case o.picker != 0:
		return madeFor(o, m, bad)
	case len(bad) > 0:
		a.work.failed[m.job.ID] = true
		return a.askAgain(m.job, bad)
	case m.job.State == model.JobCancelled:
		return a.Note.Say(status.Warn, a.cancelledText(&m.job))
	}
	but := m.job.Audit.Note // no fault was found, but not everything was checked
	if i := slices.IndexFunc(m.items, func(it model.ItemReport) bool { return it.State == model.ItemSkipped && it.Kind != "" }); i >= 0 {
		but = model.Say(text.CliItem, m.items[i].Item.Name, m.items[i].Error)
	}
	if !but.IsZero() {
		return a.Note.Say(status.Warn, a.Env.Text.Say("%s; %s", a.doneText(&m.job, &o, noLimit), but.In(a.Env.Text)))
	}
	form, back, key := text.Text("%s"), text.Text("%s; %s undoes it"), a.Env.Keys.Key(keys.Undo)
	switch {
	case m.job.Again:
		form = "redo: %s"
	case m.job.Undoes != "":
		form, back, key = "undo: %s", "%s; %s redoes it", a.Env.Keys.Key(keys.Redo)
	}
	said := a.Env.Text.Say(form, a.doneText(&m.job, &o, noLimit))
	if canUndo(&m.job) && key != "" {
		with := func(said string) string { return a.Env.Text.Say(back, a.Env.Text.Say(form, said), key) }
		width := a.Screen.Shown.Width - 1
		if more := with(a.doneText(&m.job, &o, width-a.Env.Ruler.Width(with("")))); a.Env.Ruler.Width(more) <= width {
			said = more
		}
	}
	return a.Note.Say(status.OK, said)
}

// canUndo reports whether what the job has done can be taken back.
func canUndo(j *model.JobSnapshot) bool { return j.Undo != "no" && j.Undo != "" }

// cancelledText says what a cancelled job has done, and the key that takes it back.
func (a *Acts) cancelledText(j *model.JobSnapshot) string {
	switch key := a.Env.Keys.Key(keys.Undo); {
	case j.Done == 0:
		return a.Env.Text.Say("cancelled before anything was done")
	case !canUndo(j) || key == "":
		return a.Env.Text.Say("cancelled after %d of %d {item|items}; finished items are kept", j.Done, j.Items)
	default:
		return a.Env.Text.Say("cancelled after %d of %d {item|items}; %s undoes the finished ones", j.Done, j.Items, key)
	}
}

// madeFor answers a Pick that waits for a folder.
func madeFor(o owned, m reportedMsg, bad []model.ItemReport) tea.Cmd {
	made := dialog.FolderMade{Dialog: o.picker, Place: o.made}
	if len(bad) > 0 {
		made.Err = bad[0].Error
	}
	return func() tea.Msg { return made }
}

// noLimit is wider than any line.
const noLimit = math.MaxInt32

// doneText describes the result in a line and cuts names to fit that many cells. Conversion losses are counted, with
// the keys that show them.
func (a *Acts) doneText(j *model.JobSnapshot, o *owned, width int) string {
	c, op := a.Env.Text, j.Op.Row()
	said, args := op.Words.Many, []any{any(j.Done)}
	if said == "" {
		said, args = op.Words.One, []any{model.Say(op.Unit(), j.Done)}
	}
	one := o.only.Op != "" && op.Words.One != "" && o.synced.IsZero()
	if one {
		said, args = op.Words.One, []any{o.only.Name}
	}
	switch {
	case !o.synced.IsZero(): // it may also have deleted
		said, args = "%d {change|changes} made in %s", append([]any{j.Done}, a.PlaceText(o.synced))
	case op.Ends == model.EndInTarget:
		args = append(args, a.PlaceText(j.To))
	case op.Ends == model.EndUnchanged:
		args = append(args, a.policyOf(o))
	case op.Renames && one:
		args = append(args, o.only.NewName)
	}
	if j.Notes == 0 {
		return fitted(a.Env, said, args, width)
	}
	panel, details := a.Env.Keys.Key(keys.JobsPanel), a.Env.Keys.Key(keys.JobDetails)
	return c.Say("%s; %d {element was|elements were} not kept: %s, then %s shows {it|them}", c.Say(said, args...), j.Notes, panel, details)
}

// minName is the least width of a cut name, in cells.
const minName = 10

// fitted returns a sentence whose widest names are cut in the middle until it fits that many cells, or no name can be
// cut further.
func fitted(env *dialog.Env, said text.Text, args []any, width int) string {
	r, names := env.Ruler, map[int]int{} // width of each
	for i := range args {
		if name, ok := args[i].(string); ok {
			name = model.Clean(name)
			args[i], names[i] = name, r.Width(name)
		}
	}
	for over := r.Width(env.Text.Say(said, args...)) - width; over > 0; over-- {
		widest := -1
		for i := range args {
			if n, ok := names[i]; ok && n > minName && (widest < 0 || n > names[widest]) {
				widest = i
			}
		}
		if widest < 0 {
			break
		}
		names[widest]--
	}
	for i, n := range names {
		args[i] = r.Truncate(args[i].(string), n)
	}
	return env.Text.Say(said, args...)
}

// policyOf returns the permission that its plan sets, "" = unknown.
func (a *Acts) policyOf(o *owned) string {
	if o.policy == "" {
		return ""
	}
	return dialog.PolicyWords(a.Env, o.policy)
}
