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

// undoLast plans to undo the last job, or with redo the last undo.
func (a *Acts) undoLast(redo bool) tea.Cmd {
	a.Refresh()
	j, ok := model.LastUndo(a.all(), redo) // even one of an earlier session
	if !ok {
		return a.Note.SayText(status.Info, text.NothingToUndo)
	}
	if j.State.Ended() && j.Undo == "no" { // do not undo the one before instead
		return a.Note.SayText(status.Warn, "the last job cannot be undone: %s, %s; undo another one in the list (%s)",
			jobs.What(a.Env, &j), j.MadeAt.Local().Format(a.Env.Text.Say(text.TimeFull)), a.Env.Keys.Key(keys.JobsPanel))
	}
	return a.undo(j)
}

// undo plans to undo a job. A question names the job first. For an unfinished job the question is about cancelling
// the rest.
func (a *Acts) undo(j model.JobSnapshot) tea.Cmd {
	switch say := a.Env.Text.Say; {
	case j.State.Ended():
	case j.Undo == "no":
		return a.Note.SayText(status.Info, "the job cannot be undone; %s cancels the rest", a.Env.Keys.Key(keys.JobCancel))
	case j.Done == j.Items && j.Items < model.AuditFrom: // nothing left to cancel: it ends in a moment
		return a.awaitEnd(j.ID, false)
	case a.Switches.Dry:
		return a.Note.SayText(status.Info, "dry run: the job still runs and is not cancelled")
	default:
		return a.Show(dialog.NewConfirm(a.Env, dialog.ConfirmOptions[undoTag]{
			Tag: undoTag{j.ID}, Title: say("Undo: %s", jobs.What(a.Env, &j)), Yes: say(text.UndoYes),
			Body: []string{say("The job has not ended: %d of %d {item is|items are} done. Cancel the rest and undo the finished items?", j.Done, j.Items)},
		}))
	}
	return a.Plan(Wish{Origin: a.Origin(), Req: client.Request{Undo: j.ID, Rule: model.ConflictAsk}})
}

// undoTag is the unfinished job to undo.
type undoTag struct{ job string }

// endedMsg says that the job has ended or could not be cancelled. Asked means that the user has agreed to undo it.
type endedMsg struct {
	job   string
	asked bool
	err   error
}

// awaitEnd waits for the end of a job to undo.
func (a *Acts) awaitEnd(job string, asked bool) tea.Cmd {
	ctx, engine := a.Env.Ctx, a.Client.Jobs
	return func() tea.Msg {
		_, err := engine.Wait(ctx, job)
		return endedMsg{job, asked, err}
	}
}

// cancelRest cancels the rest of the job.
func (a *Acts) cancelRest(m dialog.ConfirmAnswered[undoTag]) tea.Cmd {
	if !m.Yes {
		return nil
	}
	engine, id := a.Client.Jobs, m.Tag.job
	wait := a.awaitEnd(id, true)
	return func() tea.Msg {
		if err := engine.Cancel(id); err != nil && !client.Is(err, client.KindConflict) {
			return endedMsg{id, true, err}
		}
		return wait() // even if it has ended meanwhile
	}
}

// undoEnded plans to undo an ended job.
func (a *Acts) undoEnded(m endedMsg) tea.Cmd {
	a.Refresh()
	if m.err != nil {
		return a.Note.Fail(m.err)
	}
	return a.Plan(Wish{Origin: a.Origin(), Asked: m.asked, Req: client.Request{Undo: m.job, Rule: model.ConflictAsk}})
}

// undoes returns the job that a plan undoes or redoes, or "". It skips the undos and redos in between.
func (a *Acts) undoes(p *model.Plan) (job string, did model.Op) {
	id := p.Undoes
	for range a.work.snaps {
		j := a.work.find(id)
		if j == nil {
			break
		}
		if j.Undoes == "" {
			return jobs.What(a.Env, j), j.Op
		}
		id = j.Undoes
	}
	return id, ""
}
