package hooks

import (
	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/ui/dialog"
	"aloft/ui/webhook"
)

// Update handles the receiver's events, its views' requests, and dialogs. mine is false for every other message.
func (a *Acts) Update(msg tea.Msg) (cmd tea.Cmd, mine bool) {
	switch m := msg.(type) {
	case eventMsg:
		return a.event(m), true
	case didMsg:
		return a.did(m), true
	case tickMsg:
		a.ticking = false
		return a.tick(), true
	case replayedMsg:
		return a.replayed(m), true
	case tokenMsg:
		return a.tokenTold(m), true
	case askReadMsg:
		return a.questions.read(m), true
	}
	if cmd, mine := a.answered(msg); mine {
		return cmd, true
	}
	for _, v := range a.views() {
		if cmd, mine := v.Update(msg); mine {
			return cmd, true
		}
	}
	return nil, false
}

// answered handles requests of the views and answers of the dialogs.
func (a *Acts) answered(msg tea.Msg) (cmd tea.Cmd, mine bool) {
	switch m := msg.(type) {
	case webhook.Asked:
		return a.asks(m), true
	case dialog.ConfirmAnswered[replayTag]:
		if m.Yes {
			cmd = a.replay(m.Tag.ids)
		}
		return cmd, true
	case routesMsg:
		return a.routesRead(m), true
	case dialog.HookRouteChosen:
		return a.routeChosen(m), true
	case dialog.HookAskAnswered:
		return a.questions.answered(m), true
	case dialog.HookTakenAnswered:
		return a.takenAnswered(m), true
	case webhook.CopyAsked:
		return a.copyText(m.Text, "copied: %s", m.What), true
	case dialog.HookLineChosen:
		return a.copyText(m.Line.Text, "Copied: %s; %s.", m.Line.Title, m.Line.Next), true
	case partMsg:
		return a.part(m), true
	}
	return nil, false
}

func (a *Acts) takenAnswered(m dialog.HookTakenAnswered) tea.Cmd {
	switch m.Choice {
	case dialog.ChoseRetry:
		return a.start(0)
	case dialog.ChoseFreePort:
		return a.start(client.AnyPort)
	}
	return nil
}
