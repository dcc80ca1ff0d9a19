package hooks

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
)

// sleepWait is how long suspending may wait for the receiver.
const sleepWait = 2 * time.Second

// Suspend suspends the program. The receiver stops listening first, since a suspended process answers nobody.
func (a *Acts) Suspend() tea.Cmd {
	h, ok := a.Client.Hooks.(client.HookSleeper)
	if !ok {
		return tea.Suspend
	}
	ctx := a.Env.Ctx
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(ctx, sleepWait)
		defer cancel()
		_ = h.Sleep(ctx) // suspended anyway
		return tea.Suspend()
	}
}

// Resumed is called after the program was continued.
func (a *Acts) Resumed() tea.Cmd {
	h, ok := a.Client.Hooks.(client.HookSleeper)
	if !ok {
		return tea.ClearScreen
	}
	return tea.Batch(tea.ClearScreen, call(a.Env.Ctx, a.Client.Hooks, "", func(ctx context.Context, _ client.Hooks) error { return h.Wake(ctx) }))
}
