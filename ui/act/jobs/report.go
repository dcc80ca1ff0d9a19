package jobs

import (
	"errors"

	tea "charm.land/bubbletea/v2"

	"aloft/model"
	"aloft/ui/dialog"
	"aloft/ui/keys"
	"aloft/ui/status"
)

// reportedMsg: the items of a job that has ended, or that is looked at.
type reportedMsg struct {
	job   model.JobSnapshot
	items []model.ItemReport
	err   error
	look  bool // the person wants to see them
	open  bool // only if its report is still open
	retry bool // the person wants to retry those that failed
}

// reportAgain reads the items of a job for the open report.
func (a *Acts) reportAgain(id string) tea.Cmd {
	j := a.work.find(id)
	if j == nil {
		return nil
	}
	engine, snap := a.Jobs, *j
	return func() tea.Msg {
		items, err := engine.Report(id)
		return reportedMsg{job: snap, items: items, err: err, open: true}
	}
}

func (a *Acts) report(j model.JobSnapshot, look, retry bool) tea.Cmd {
	engine := a.Jobs
	return func() tea.Msg {
		items, err := engine.Report(j.ID)
		return reportedMsg{job: j, items: items, err: err, look: look, retry: retry}
	}
}

// reported takes done items out of the selection of the pane that the job was
// started in, keeps failed ones selected, and reports a failure with its choices.
func (a *Acts) reported(m reportedMsg) tea.Cmd {
	switch {
	case m.open:
		return a.Dialogs.Update(dialog.ReportLoaded{Job: m.job, Items: m.items})
	case m.look:
		return a.Dialogs.Push(dialog.NewReport(a.Env, m.job, m.items, m.err))
	case m.retry:
		return a.again(failedMsg{all: []reportedMsg{m}})
	case m.err != nil:
		return a.Fail(m.err)
	}
	o := a.work.owned[m.job.ID]
	p := a.Panes[o.wish.Origin.Pane]
	var bad []model.ItemReport
	var cmds []tea.Cmd
	for i := range m.items {
		switch it := &m.items[i]; {
		case it.State == model.ItemDone:
			if !it.Item.Op.Row().NoSource {
				at := it.Item.Parent.JoinPin(it.Item.Name, it.Item.Pin)
				p.Gone(at)
				a.Cut.Gone(at)
			}
			cmds = append(cmds, a.follow.Carried(*it))
		case it.State.Bad():
			bad = append(bad, *it)
		}
	}
	return tea.Batch(append(cmds, a.follow.WatchBehind(), a.tellEnd(m, o, bad))...)
}

// tellEnd reports how a job has ended.
func (a *Acts) tellEnd(m reportedMsg, o owned, bad []model.ItemReport) tea.Cmd {
	switch {
	case o.wish.Picker != 0:
		return madeFor(o.wish, m, bad)
	case len(bad) > 0:
		a.work.failed[m.job.ID] = true
		return a.askAgain(m.job, bad)
	case m.job.State == model.JobCancelled:
		return a.SayText(status.Warn, "cancelled: %d of %d {was|were} done and stay done", m.job.Done, m.job.Items)
	}
	said := a.doneText(&m.job, o.plan)
	switch key := a.Env.Keys.Key(keys.Undo); {
	case m.job.Again:
		said = a.Env.Text.Say("done again: %s", said)
	case m.job.Undoes != "":
		said = a.Env.Text.Say("taken back: %s", said)
	case m.job.Undo != "no" && m.job.Undo != "" && key != "":
		if more := a.Env.Text.Say("%s; %s takes it back", said, key); a.Env.Ruler.Width(more) < a.Screen.Shown.Width {
			said = more
		}
	}
	return a.Say(status.OK, said)
}

// madeFor answers a Pick that waits for a folder.
func madeFor(w Wish, m reportedMsg, bad []model.ItemReport) tea.Cmd {
	made := dialog.FolderMade{Dialog: w.Picker}
	if len(w.Req.Items) > 0 {
		made.Place = w.Req.Items[0]
	}
	if len(bad) > 0 {
		made.Err = errors.New(bad[0].Error)
	}
	return func() tea.Msg { return made }
}

// doneText says in one line what was done; what a conversion could not keep is
// counted, with the keys that show it.
func (a *Acts) doneText(j *model.JobSnapshot, p *model.Plan) string {
	c, op := a.Env.Text, j.Op.Row()
	said, args := op.Words.Many, []any{j.Done}
	one := p != nil && len(p.Items) == 1 && op.Words.One != ""
	if one {
		said, args = op.Words.One, []any{p.Items[0].Name}
	}
	switch {
	case op.Ends == model.EndInTarget:
		args = append(args, a.PlaceText(j.To))
	case op.Ends == model.EndUnchanged:
		args = append(args, a.policyOf(p))
	case op.Renames && one:
		args = append(args, p.Items[0].NewName)
	}
	s := c.Say(said, args...)
	if j.Notes > 0 {
		panel, details := a.Env.Keys.Key(keys.JobsPanel), a.Env.Keys.Key(keys.JobDetails)
		return c.Say("%s; %d {thing was|things were} not kept: %s %s shows {it|them}", s, j.Notes, panel, details)
	}
	return s
}

// policyOf is the permission that a plan sets, "" when it is unknown.
func (a *Acts) policyOf(p *model.Plan) string {
	if p == nil || len(p.Items) == 0 {
		return ""
	}
	return dialog.PolicyWords(a.Env, p.Items[0].Policy)
}
