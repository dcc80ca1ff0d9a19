package jobs

import (
	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/ui/dialog"
	"aloft/ui/jobs"
)

// Update handles the engine's events, finished plans, and the dialogs about jobs and plans. mine is false for every
// other message.
func (a *Acts) Update(msg tea.Msg) (cmd tea.Cmd, mine bool) {
	if cmd, mine = a.handled(msg); mine {
		cmd = tea.Batch(cmd, a.nextAgain())
	}
	return cmd, mine
}

func (a *Acts) handled(msg tea.Msg) (cmd tea.Cmd, mine bool) {
	switch m := msg.(type) {
	case tickMsg:
		return a.ticked(), true
	case jobEventsMsg:
		return a.jobEvents(m), true
	case interruptedMsg:
		return a.offerResume(m), true
	case reportedMsg:
		return a.reported(m), true
	case failedMsg:
		return a.again(m), true
	case didMsg:
		return a.did(m), true
	case jobs.Asked:
		return a.asked(m), true
	case endedMsg:
		return a.undoEnded(m), true
	case plannedMsg:
		return a.planned(m), true
	case startedMsg:
		return a.startedJob(m), true
	}
	return a.answered(msg)
}

func (a *Acts) answered(msg tea.Msg) (cmd tea.Cmd, mine bool) {
	switch m := msg.(type) {
	case dialog.ConfirmAnswered[undoTag]:
		return a.cancelRest(m), true
	case dialog.PlanAnswered:
		return a.decided(m.Plan, m.Choice), true
	case dialog.ConflictAnswered:
		return a.conflict(m), true
	case dialog.ErrorAnswered:
		return a.errorAnswered(m), true
	case dialog.ResumeAnswered:
		return a.resume(m), true
	case dialog.NewFolderAsked:
		return a.Plan(Wish{Origin: a.Origin(), Picker: m.Dialog, Req: client.Request{
			Op: model.OpMakeFolder, Items: []model.Place{m.Place.Join(m.Name)},
		}}), true
	}
	return nil, false
}
