package ui

import (
	tea "charm.land/bubbletea/v2"

	"aloft/model"
	"aloft/ui/webhook"
)

// hookEnv is what the views of the receiver are given.
func (a *App) hookEnv() *webhook.Env {
	return &webhook.Env{
		Env: a.env, Ctx: a.ctx, Hooks: a.d.Hooks, Now: a.now, Boxed: a.paneEnv.Boxed, Bare: a.paneEnv.Bare,
	}
}

// openDelivery shows one delivery over the panes.
func (a *App) openDelivery(id string) tea.Cmd {
	return a.openHookView(webhook.NewDetail(a.hookEnv(), id))
}

// openTalks shows the conversations.
func (a *App) openTalks() tea.Cmd {
	return a.openHookView(webhook.NewTalk(a.hookEnv(), ""))
}

// hookAnswered goes on with what a dialog of the receiver has answered, and with
// what the commands of this file have brought. The root asks it before others.
func (a *App) hookAnswered(tea.Msg) (cmd tea.Cmd, mine bool) { return nil, false }

// openHookLines offers the ready-made lines.
func (a *App) openHookLines() tea.Cmd { return nil }

// copyHookBody, copyHookRequest and copyHookOutput put parts of a delivery into the clipboard.
func (a *App) copyHookBody(string) tea.Cmd    { return nil }
func (a *App) copyHookRequest(string) tea.Cmd { return nil }
func (a *App) copyHookOutput(string) tea.Cmd  { return nil }

// saveDeliveries asks where the deliveries are saved, as lines of JSON.
func (a *App) saveDeliveries([]*model.Delivery) tea.Cmd { return nil }

// askAllow asks whether a command may run.
func (a *App) askAllow(*model.Delivery) tea.Cmd { return nil }

// askTaken asks what to do about a port that somebody else has; it opens by
// itself.
func (a *App) askTaken(model.HookStatus) tea.Cmd { return nil }
