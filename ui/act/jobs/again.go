package jobs

import (
	"slices"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
	"aloft/ui/dialog"
	"aloft/ui/jobs"
	"aloft/ui/status"
)

// askAgain reports a failure with its choices.
func (a *Acts) askAgain(j model.JobSnapshot, bad []model.ItemReport) tea.Cmd {
	c := a.Env.Text
	title := c.Say("%d {item|items} failed: %s", len(bad), jobs.What(a.Env, &j))
	first := bad[0]
	err := model.Say(text.CliItem, first.Item.Name, first.Error)
	if len(first.Notes) > 0 {
		err = model.Say("%s %s", err, model.Joined(first.Notes))
	}
	if j.Audit.SetBack {
		err = j.Audit.Note
	}
	choices := []dialog.Choice{dialog.ChoseRetry, dialog.ChoseLater}
	if len(j.ID) == 0 || !slices.ContainsFunc(bad, func(r model.ItemReport) bool { return !client.MayExist(&r) }) {
		choices = nil
	}
	return a.Dialogs.Offer(dialog.NewError(a.Env, dialog.ErrorOptions{Job: j.ID, Title: title, Err: err, Choices: choices}))
}

// failedMsg carries the outcomes of jobs to retry.
type failedMsg struct {
	all []reportedMsg
	ask bool // show each plan before it runs
}

// retryAll reads the items of all failed jobs of the panel.
func (a *Acts) retryAll() tea.Cmd {
	engine, failed := a.Client.Jobs, a.toRetry()
	return func() tea.Msg {
		m := failedMsg{ask: true}
		for _, j := range failed {
			items, err := engine.Report(j.ID)
			m.all = append(m.all, reportedMsg{job: j, items: items, err: err})
		}
		return m
	}
}

// toRetry returns the panel's failed jobs that were not retried, the oldest first.
func (a *Acts) toRetry() []model.JobSnapshot {
	var out []model.JobSnapshot
	retried := map[string]bool{}
	for i := range a.work.snaps {
		retried[a.work.snaps[i].Retries] = true
	}
	for _, j := range slices.Backward(a.Panel.Shown()) {
		if j.State.Ended() && !j.Damaged && j.Failed+j.Unknown > 0 && !retried[j.ID] {
			out = append(out, j)
		}
	}
	return out
}

// again plans failed items again, one plan after the other, since each may need an answer.
func (a *Acts) again(m failedMsg) tea.Cmd {
	var said []tea.Cmd
	left, n := 0, len(a.work.again)
	for i := range m.all {
		r := &m.all[i]
		if r.err != nil {
			said = append(said, a.Note.Fail(r.err))
			continue
		}
		from := a.Origin()
		if o, ok := a.work.owned[r.job.ID]; ok {
			from = o.origin
		}
		all, unsure := client.Again(&r.job, r.items)
		left += unsure
		for _, req := range all {
			if req.Op.InBin() {
				said = append(said, a.Note.SayText(status.Info, "retry recycle bin entries in the recycle bin"))
				continue
			}
			a.work.again = append(a.work.again, Wish{Origin: from, Req: req, Show: m.ask})
		}
	}
	switch {
	case len(a.work.again) > n || len(said) > 0:
	case left > 0:
		said = append(said, a.Note.Say(status.Warn, a.Env.Text.Say("check whether %d {entry was|entries were} created before you retry; the job's items (Enter) show where", left)))
	default:
		said = append(said, a.Note.SayText(status.Info, "nothing in this job has failed"))
	}
	return tea.Batch(said...)
}

// nextAgain plans the next retry when nothing else is being planned or asked.
func (a *Acts) nextAgain() tea.Cmd {
	if len(a.work.again) == 0 || a.Planning() != 0 || a.Dialogs.Len() > 0 {
		return nil
	}
	w := a.work.again[0]
	a.work.again = a.work.again[1:]
	return a.Plan(w)
}

func (a *Acts) errorAnswered(m dialog.ErrorAnswered) tea.Cmd {
	delete(a.work.failed, m.Job)
	if m.Choice == dialog.ChoseRetry {
		if j := a.work.find(m.Job); j != nil {
			return a.report(*j, false, true)
		}
	}
	return nil
}
