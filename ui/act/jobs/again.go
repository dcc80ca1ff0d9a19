package jobs

import (
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/ui/dialog"
	"aloft/ui/jobs"
	"aloft/ui/status"
)

// askAgain reports a failure with what can be done about it.
func (a *Acts) askAgain(j model.JobSnapshot, bad []model.ItemReport) tea.Cmd {
	c := a.Env.Text
	title := c.Say("%d {item|items} failed: %s", len(bad), jobs.What(a.Env, &j))
	first := bad[0]
	err := fmt.Errorf("%s: %s", model.Clean(first.Item.Name), first.Error)
	if len(first.Notes) > 0 {
		err = fmt.Errorf("%w %s", err, model.Clean(strings.Join(first.Notes, "; ")))
	}
	choices := []dialog.Choice{dialog.ChoseRetry, dialog.ChoseLater}
	if len(j.ID) == 0 || !slices.ContainsFunc(bad, func(r model.ItemReport) bool { return !mayExist(&r) }) {
		choices = nil
	}
	return a.Dialogs.Offer(dialog.NewError(a.Env, dialog.ErrorOptions{Job: j.ID, Title: title, Err: err, Choices: choices}))
}

// again plans what failed once more.
func (a *Acts) again(m reportedMsg) tea.Cmd {
	o, ok := a.work.owned[m.job.ID]
	w := Wish{Origin: o.wish.Origin, Req: o.wish.Req}
	if !ok {
		w = Wish{Origin: a.Origin(), Req: client.Request{Op: m.job.Op, Target: m.job.To, Rule: model.ConflictAsk}}
	}
	if m.job.Undoes != "" { // the job that it takes back says what is left
		return a.Plan(Wish{Origin: w.Origin, Req: client.Request{Undo: m.job.Undoes, Rule: model.ConflictAsk}})
	}
	w.Req.Items, w.Req.NewNames = nil, nil
	left := 0
	for i := range m.items {
		it := &m.items[i]
		switch it.State {
		case model.ItemFailed, model.ItemMissing, model.ItemConflict, model.ItemUnknown:
			if mayExist(it) {
				left++
				continue
			}
			if !ok {
				w.Req.Format, w.Req.Policy, w.Req.New = it.Item.Format, it.Item.Policy, it.Item.New
				w.Req.Mode = client.DeleteMode(it.Item.Mode)
			}
			w.Req.Items = append(w.Req.Items, placeAgain(it.Item))
			if m.job.Op.Row().Names == model.NamesAll {
				w.Req.NewNames = append(w.Req.NewNames, it.Item.NewName)
			}
		}
	}
	switch {
	case len(w.Req.Items) == 0 && left > 0:
		return a.Say(status.Warn, a.Env.Text.Say("it is not known whether %d {entry was|entries were} made: look where the job's items (Enter) say before you repeat it", left))
	case len(w.Req.Items) == 0:
		return a.SayText(status.Info, "nothing in this job has failed")
	}
	return a.Plan(w)
}

// mayExist reports whether an item may have been made although the outcome is
// unknown: to try it again could make a second one, so somebody must look first.
func mayExist(r *model.ItemReport) bool {
	return r.Item.Op.Row().Doubles && (r.State == model.ItemUnknown || r.Kind == string(client.KindUnknown))
}

// placeAgain is the place of an item for a new plan: by its id where ids never
// change.
func placeAgain(it model.Item) model.Place {
	if it.Loose {
		return it.Parent.Loose(it.Pin)
	}
	return it.Parent.JoinPin(it.Name, it.Pin)
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
