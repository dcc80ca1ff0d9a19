package jobs

import (
	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
	"aloft/ui/dialog"
	"aloft/ui/jobs"
	"aloft/ui/keys"
	"aloft/ui/status"
)

// undoLast plans to take back the last job, or with redo the last undo.
func (a *Acts) undoLast(redo bool) tea.Cmd {
	a.Refresh()
	j, ok := model.LastUndo(a.work.all(a.client.Jobs), redo) // also one of an earlier session
	if !ok {
		return a.note.SayText(status.Info, text.NothingToUndo)
	}
	if j.State.Ended() && j.Undo == "no" { // the one before is not meant in its place
		return a.note.SayText(status.Warn, "the last job cannot be taken back: %s, %s; %s lists all jobs, and takes back another there",
			jobs.What(a.env, &j), j.MadeAt.Local().Format(a.env.Text.Say(text.TimeFull)), a.env.Keys.Key(keys.JobsPanel))
	}
	return a.undo(j)
}

// undo plans to take back a job. A question names it before anything is done; of one
// that has not ended the rest is cancelled first, and that is what is asked.
func (a *Acts) undo(j model.JobSnapshot) tea.Cmd {
	switch say := a.env.Text.Say; {
	case j.State.Ended():
	case j.Undo == "no":
		return a.note.SayText(status.Info, "what the job has done cannot be taken back; %s cancels the rest", a.env.Keys.Key(keys.JobCancel))
	case j.Done == j.Items && j.Items < model.AuditFrom: // and has no rest: it ends in a moment
		return a.awaitEnd(j.ID, false)
	case a.screen.Switches.Dry:
		return a.note.SayText(status.Info, "dry run: the job has not ended, and nothing cancels it now")
	default:
		return a.screen.Show(dialog.NewConfirm(a.env, dialog.ConfirmOptions[undoTag]{
			Tag: undoTag{j.ID}, Title: say("Undo: %s", jobs.What(a.env, &j)), Yes: say(text.UndoYes),
			Body: []string{say("The job has not ended: %d of %d {item is|items are} done. Cancel the rest and take back what it did?", j.Done, j.Items)},
		}))
	}
	return a.Plan(Wish{Origin: a.screen.Origin(), Req: client.Request{Undo: j.ID, Rule: model.ConflictAsk}})
}

// undoTag is the job whose rest is to be cancelled before it is taken back.
type undoTag struct{ job string }

// endedMsg: the job has ended, or could not be cancelled. Asked: the person has said that it is
// to be taken back.
type endedMsg struct {
	job   string
	asked bool
	err   error
}

// awaitEnd waits for the end of a job that is to be taken back.
func (a *Acts) awaitEnd(job string, asked bool) tea.Cmd {
	ctx, engine := a.env.Ctx, a.client.Jobs
	return func() tea.Msg {
		_, err := engine.Wait(ctx, job)
		return endedMsg{job, asked, err}
	}
}

// cancelRest cancels what is left of the job.
func (a *Acts) cancelRest(m dialog.ConfirmAnswered[undoTag]) tea.Cmd {
	if !m.Yes {
		return nil
	}
	engine, id := a.client.Jobs, m.Tag.job
	wait := a.awaitEnd(id, true)
	return func() tea.Msg {
		if err := engine.Cancel(id); err != nil && !client.Is(err, client.KindConflict) {
			return endedMsg{id, true, err}
		}
		return wait() // also when it has ended meanwhile
	}
}

// undoEnded plans to take back a job that has ended.
func (a *Acts) undoEnded(m endedMsg) tea.Cmd {
	a.Refresh()
	if m.err != nil {
		return a.note.Fail(m.err)
	}
	return a.Plan(Wish{Origin: a.screen.Origin(), Asked: m.asked, Req: client.Request{Undo: m.job, Rule: model.ConflictAsk}})
}

// undoes names the job that a plan takes back, or does again, "" = none: not the undos and
// redos in between.
func (a *Acts) undoes(p *model.Plan) (job string, did model.Op) {
	id := p.Undoes
	for range a.work.snaps {
		j := a.work.find(id)
		if j == nil {
			break
		}
		if j.Undoes == "" {
			return jobs.What(a.env, j), j.Op
		}
		id = j.Undoes
	}
	return id, ""
}
