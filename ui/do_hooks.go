package ui

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/ui/webhook"
)

// hookEventMsg: the receiver has told that something changed.
type hookEventMsg struct {
	event client.HookEvent
	ok    bool // the receiver is there still
}

// hooks is what the screen knows of the webhook receiver.
type hooks struct {
	over webhook.View // has the place of the panes, nil = none
}

// watchHooks waits for the receiver's next event.
func (a *App) watchHooks() tea.Cmd {
	if a.d.Hooks == nil {
		return nil
	}
	events, ctx := a.d.Hooks.Events(), a.ctx
	return func() tea.Msg {
		select {
		case e, ok := <-events:
			return hookEventMsg{e, ok}
		case <-ctx.Done():
			return nil
		}
	}
}

// openHookView shows a view of the receiver over the panes.
func (a *App) openHookView(v webhook.View) tea.Cmd {
	if a.hooks.over != nil {
		a.hooks.over.Close()
	}
	a.hooks.over = v
	a.refocus()
	return v.Changed()
}

// closeHookView gives its place and the keys back to the panel.
func (a *App) closeHookView() {
	if a.hooks.over != nil {
		a.hooks.over.Close()
	}
	a.hooks.over = nil
	a.refocus()
}

// hookAsked carries out a wish of the panel. What opens a view or a dialog stands
// in do_hookviews.go:
//
//	openDelivery(id string) tea.Cmd             Enter
//	openTalks() tea.Cmd                         v
//	openHookLines() tea.Cmd                     l
//	copyHookBody(id string) tea.Cmd             y
//	copyHookRequest(id string) tea.Cmd          Y
//	saveDeliveries(all []*model.Delivery) tea.Cmd  e: those that the filter shows
//	askAllow(d *model.Delivery) tea.Cmd         a; also by itself when one asks
//	askTaken(s model.HookStatus) tea.Cmd        s while the port is taken
//	hookAnswered(msg tea.Msg) (tea.Cmd, bool)   answers of those dialogs, wishes of the views
func (a *App) hookAsked(m webhook.Asked) tea.Cmd { return nil }

// callHooks asks the receiver for something, off the update loop, and says done
// when it went well.
func (a *App) callHooks(done string, f func(ctx context.Context, h client.Hooks) error) tea.Cmd {
	h, ctx := a.d.Hooks, a.ctx
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(ctx, hookWait)
		defer cancel()
		return hookDidMsg{done, f(ctx, h)}
	}
}

// hookWait bounds what is asked of the receiver.
const hookWait = 20 * time.Second

// hookDidMsg: the receiver has done what was asked, or not.
type hookDidMsg struct {
	done string // said when it went well, "" = nothing
	err  error
}
