package ui

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
)

// sleepWait is how long going to the shell may wait for the receiver.
const sleepWait = 2 * time.Second

// suspend goes to the shell. The receiver stops listening first: a suspended
// process answers nobody.
func (a *App) suspend() tea.Cmd {
	h, ok := a.Hooks.(client.HookSleeper)
	if !ok {
		return tea.Suspend
	}
	ctx := a.Ctx
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(ctx, sleepWait)
		defer cancel()
		_ = h.Sleep(ctx) // the person goes to the shell all the same
		return tea.Suspend()
	}
}

// resumed is back from the shell.
func (a *App) resumed() tea.Cmd {
	h, ok := a.Hooks.(client.HookSleeper)
	if !ok {
		return tea.ClearScreen
	}
	return tea.Batch(tea.ClearScreen, a.callHooks("", func(ctx context.Context, _ client.Hooks) error { return h.Wake(ctx) }))
}
