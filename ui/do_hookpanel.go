package ui

import (
	"context"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
	"aloft/ui/dialog"
	"aloft/ui/keys"
	"aloft/ui/status"
	"aloft/ui/webhook"
)

// toggleHooks shows the panel and gives it the keys; where it has them already it
// goes.
func (a *App) toggleHooks() tea.Cmd {
	if a.OnHooks() && a.Switches.Panel && a.hooks.over == nil {
		a.Switches.Panel = false
		a.LeavePanel()
		return nil
	}
	return a.openHooks()
}

// openHooks shows the panel in the place of the jobs' and gives it the keys.
func (a *App) openHooks() tea.Cmd {
	if a.Hooks == nil {
		return a.SayText(status.Warn, text.NoHooks)
	}
	a.dropHookView()
	a.Switches.Panel, a.Switches.Hook, a.Switches.OnPanel = true, true, true
	a.sawHooks()
	a.Settle()
	return a.hookTick()
}

// openHookView shows a view of the receiver over the panes.
func (a *App) openHookView(v webhook.View) tea.Cmd {
	a.dropHookView()
	a.hooks.over = v
	a.Switches.Panel, a.Switches.Hook, a.Switches.OnPanel = true, true, true
	a.Settle()
	return v.Changed()
}

// closeHookView gives its place and the keys back to the panel, or to the
// conversation that it was opened from.
func (a *App) closeHookView() tea.Cmd {
	back := a.hooks.views.back
	a.dropHookView()
	if back != "" {
		return a.openTalk(back)
	}
	a.Settle()
	return nil
}

// dropHookView ends the view over the panes, when there is one.
func (a *App) dropHookView() {
	v := a.hooks.over
	if v == nil {
		return
	}
	v.Close()
	a.hooks.over, a.hooks.views.back = nil, ""
}

// doHooks carries out an action on the panel, or on the view over the panes.
func (a *App) doHooks(id keys.Action) tea.Cmd {
	if a.hooks.over == nil {
		cmd, _ := a.hooks.panel.Do(id)
		return cmd
	}
	if cmd, ok := a.hooks.over.Do(id); ok {
		return cmd
	}
	if v, ok := a.hooks.over.(*webhook.Detail); ok {
		return a.doDelivery(id, v)
	}
	return nil
}

// doDelivery does with the delivery that shows what the panel does with the one
// under its cursor.
func (a *App) doDelivery(id keys.Action, v *webhook.Detail) tea.Cmd {
	switch id {
	case keys.DeliveryNext, keys.DeliveryPrev:
		return a.stepDelivery(v.ID(), id == keys.DeliveryNext)
	case keys.DeliveryOutput:
		return a.copyHookOutput(v.ID())
	}
	same := map[keys.Action]keys.Action{
		keys.DeliveryReplay: keys.HookReplay, keys.DeliveryStop: keys.HookStop, keys.DeliveryAllow: keys.HookAllow,
		keys.DeliveryBody: keys.HookCopyBody, keys.DeliveryRequest: keys.HookCopyRequest,
	}
	d := v.Current()
	switch {
	case d == nil:
		return nil
	case id == keys.DeliverySave:
		return a.saveDeliveries([]*model.Delivery{d})
	case same[id] != keys.None:
		return a.hookAsked(webhook.Asked{Action: same[id], Delivery: d})
	}
	return nil
}

// stepDelivery shows the next older or newer delivery of those in the list.
func (a *App) stepDelivery(id string, older bool) tea.Cmd {
	rows := a.hooks.panel.Shown()
	i := slices.IndexFunc(rows, func(d *model.Delivery) bool { return d.ID == id })
	to, edge := i+1, text.Text("This is the oldest delivery of the list.")
	if !older {
		to, edge = i-1, "This is the newest delivery of the list."
	}
	switch {
	case i < 0:
		return a.SayText(status.Info, "This delivery is not in the list.")
	case to < 0 || to >= len(rows):
		return a.SayText(status.Info, edge)
	}
	a.hooks.panel.Select(rows[to].ID) // where it is closed, the cursor is there
	return a.openDelivery(rows[to].ID)
}

// hookAsked carries out a wish of the panel. What opens a view or a dialog stands
// in do_hookviews.go.
func (a *App) hookAsked(m webhook.Asked) tea.Cmd {
	d := m.Delivery
	switch m.Action {
	case keys.HookFollow:
		if a.hooks.panel.Following() {
			return a.SayText(status.Info, "The cursor stays on the newest delivery.")
		}
		return a.SayText(status.Info, "The cursor stays on its delivery.")
	case keys.HookListen:
		return a.listen()
	case keys.HookPause:
		return a.pauseHooks()
	case keys.HookClear:
		return a.clearHooks()
	case keys.HookToken:
		return a.showToken()
	case keys.HookTalks:
		return a.openTalks()
	case keys.HookLines:
		return a.openHookLines()
	case keys.HookAllow:
		return a.allow(d)
	case keys.HookSave:
		all := a.hooks.panel.Shown()
		if len(all) == 0 {
			return a.SayText(status.Warn, "There is no delivery to save.")
		}
		return a.saveDeliveries(all)
	}
	if d == nil {
		return a.SayText(status.Warn, text.NoDelivery)
	}
	switch m.Action {
	case keys.HookDetails:
		return a.openDelivery(d.ID)
	case keys.HookCopyBody:
		return a.copyHookBody(d.ID)
	case keys.HookCopyRequest:
		return a.copyHookRequest(d.ID)
	case keys.HookStop:
		return a.stopDelivery(d)
	case keys.HookReplay:
		return a.askReplay(d)
	}
	return nil
}

// listen starts the receiver, or stops it.
func (a *App) listen() tea.Cmd {
	s, c := &a.hooks.status, a.Env.Text
	switch s.State {
	case model.HookUp, model.HookPaused, model.HookOther:
		return a.callHooks(c.Say("The receiver is off; work that runs goes on."), func(ctx context.Context, h client.Hooks) error {
			return h.Stop(ctx)
		})
	case model.HookTaken:
		return a.askTaken(*s)
	}
	return a.startHooks(0)
}

// startHooks listens on a port: 0 is the configured one, client.AnyPort a free
// one.
func (a *App) startHooks(port int) tea.Cmd {
	return a.callHooks(a.Env.Text.Say("The receiver listens."), func(ctx context.Context, h client.Hooks) error {
		return h.Start(ctx, port)
	})
}

func (a *App) pauseHooks() tea.Cmd {
	s := &a.hooks.status
	done, on := text.Text("The receiver is paused: senders are answered 503."), true
	switch {
	case s.State == model.HookPaused || s.Paused:
		done, on = "The receiver takes deliveries again.", false
	case s.State != model.HookUp && s.State != model.HookOther:
		return a.SayText(status.Warn, text.HookPaneNotListening, a.Env.Keys.Key(keys.HookListen))
	}
	return a.callHooks(a.Env.Text.Say(done), func(ctx context.Context, h client.Hooks) error { return h.Pause(ctx, on) })
}

func (a *App) clearHooks() tea.Cmd {
	if !slices.ContainsFunc(a.hooks.all, func(d *model.Delivery) bool { return d.State.Ended() }) {
		return a.SayText(status.Info, "No delivery has ended: there is nothing to clear.")
	}
	return a.callHooks(a.Env.Text.Say("What has ended is off the list; aloft hook ls --all still shows it."), func(ctx context.Context, h client.Hooks) error { return h.Clear(ctx) })
}

// allow asks about the delivery, when it asks, else about the one that has waited
// longest.
func (a *App) allow(d *model.Delivery) tea.Cmd {
	if d != nil && d.State == model.DeliveryAsking {
		return a.askAllow(d, true)
	}
	for i := len(a.hooks.all) - 1; i >= 0; i-- {
		if a.hooks.all[i].State == model.DeliveryAsking {
			return a.askAllow(a.hooks.all[i], true)
		}
	}
	return a.SayText(status.Info, text.HookPaneNothingAsks)
}

func (a *App) stopDelivery(d *model.Delivery) tea.Cmd {
	if !d.Works() {
		return a.SayText(status.Info, text.HookPaneHasEnded)
	}
	id := d.ID
	return a.callHooks(a.Env.Text.Say("Stopped: %s.", webhook.Name(a.Env.Text, d)), func(ctx context.Context, h client.Hooks) error {
		return h.Kill(ctx, id)
	})
}

// replayTag marks the question whether a delivery is made again.
type replayTag struct{ id string }

// askReplay delivers the same request again. What runs a command is asked for
// first: a stray key must not deploy twice.
func (a *App) askReplay(d *model.Delivery) tea.Cmd {
	c := a.Env.Text
	if d.Kind != model.DeliveryExec {
		return a.replay(d.ID)
	}
	return a.Dialogs.Push(dialog.NewConfirm(a.Env, dialog.ConfirmOptions{
		Tag: replayTag{d.ID}, Title: c.Say("Deliver it again?"), Yes: c.Say("Deliver again"),
		Body: []string{c.Say("This runs once more: %s", webhook.Said(c, d))}, Danger: true,
	}))
}

// replayedMsg: a request was delivered again.
type replayedMsg struct {
	of, id string
	err    error
}

func (a *App) replay(id string) tea.Cmd {
	h, ctx := a.Hooks, a.Ctx
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(ctx, hookWait)
		defer cancel()
		again, err := h.Replay(ctx, id)
		return replayedMsg{id, again, err}
	}
}

// replayed: who looks at the old delivery looks at the new one.
func (a *App) replayed(m replayedMsg) tea.Cmd {
	did := a.hookDid(hookDidMsg{a.Env.Text.Say("Delivered again."), m.err})
	if d, ok := a.hooks.over.(*webhook.Detail); ok && m.err == nil && m.id != "" && d.ID() == m.of {
		return tea.Batch(did, a.openDelivery(m.id))
	}
	return did
}

// tokenMsg: the token that senders need.
type tokenMsg struct {
	token string
	err   error
}

// showToken shows the token above the list, or takes it away.
func (a *App) showToken() tea.Cmd {
	if a.hooks.panel.HideToken() {
		return nil
	}
	h, ctx := a.Hooks, a.Ctx
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(ctx, hookWait)
		defer cancel()
		token, err := h.Token(ctx)
		return tokenMsg{token, err}
	}
}

func (a *App) tokenTold(m tokenMsg) tea.Cmd {
	if m.err != nil {
		return a.Fail(m.err)
	}
	if a.seesHooks() {
		a.hooks.panel.ShowToken(m.token)
	}
	return nil
}

// lookedAt is the delivery that shows in full, else the one under the cursor; nil
// when there is none.
func (a *App) lookedAt() *model.Delivery {
	switch v := a.hooks.over.(type) {
	case nil:
		return a.hooks.panel.Current()
	case *webhook.Detail:
		return v.Current()
	}
	return nil
}

// isHook reports whether an action is one of the receiver's.
func isHook(id keys.Action) bool {
	switch c, _, _ := strings.Cut(string(id), "."); keys.Context(c) {
	case keys.InHook, keys.InDelivery, keys.InTalk:
		return true
	}
	return id == keys.HookPanel || id == keys.FocusHook
}

// refuseHook says why an action of the receiver's cannot be done now, "" when it
// can.
func (a *App) refuseHook(id keys.Action) string {
	c, s := a.Env.Text, &a.hooks.status
	d := a.lookedAt()
	switch id {
	case keys.HookPanel, keys.FocusHook:
		if a.Hooks == nil {
			return c.Say(text.NoHooks)
		}
	case keys.HookDetails, keys.HookCopyBody, keys.HookCopyRequest, keys.HookReplay:
		if d == nil {
			return c.Say(text.NoDelivery)
		}
	case keys.HookStop, keys.DeliveryStop:
		switch {
		case d == nil:
			return c.Say(text.NoDelivery)
		case !d.Works():
			return c.Say(text.HookPaneHasEnded)
		}
	case keys.HookAllow, keys.DeliveryAllow:
		if s.Asking == 0 {
			return c.Say(text.HookPaneNothingAsks)
		}
	case keys.HookPause:
		switch s.State {
		case model.HookUp, model.HookPaused, model.HookOther:
		default:
			return c.Say(text.HookPaneNotListening, a.Env.Keys.Key(keys.HookListen))
		}
	}
	return ""
}
