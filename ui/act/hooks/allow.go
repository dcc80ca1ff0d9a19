package hooks

import (
	"context"
	"encoding/json"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
	"aloft/ui/dialog"
	"aloft/ui/keys"
	"aloft/ui/status"
)

// allow asks about the delivery, when it asks, else about the one that has waited
// longest.
func (a *Acts) allow(d *model.Delivery) tea.Cmd {
	if d != nil && d.State == model.DeliveryAsking {
		return a.askAllow(d, true)
	}
	for i := len(a.known.all) - 1; i >= 0; i-- {
		if a.known.all[i].State == model.DeliveryAsking {
			return a.askAllow(a.known.all[i], true)
		}
	}
	return a.SayText(status.Info, text.HookPaneNothingAsks)
}

// closeAnswered closes questions that nobody needs to answer any more.
func (a *Acts) closeAnswered() tea.Cmd {
	var cmds []tea.Cmd
	for id := range a.asked {
		if d := a.delivery(id); d == nil || d.State != model.DeliveryAsking {
			delete(a.asked, id)
			cmds = append(cmds, a.Dialogs.Update(dialog.HookAsksNoMore{Delivery: id}))
		}
	}
	return tea.Batch(cmds...)
}

// delivery of the list, nil when it has none of that id.
func (a *Acts) delivery(id string) *model.Delivery {
	for _, d := range a.known.all {
		if d.ID == id {
			return d
		}
	}
	return nil
}

// askReadMsg: everything of a delivery that asks.
type askReadMsg struct {
	d      *model.Delivery
	detail *model.DeliveryDetail // nil: it could not be read
	wanted bool
}

// askAllow puts the command of a delivery before the person, who wanted that, or
// may be busy with something else. It is read whole first: the list has its
// beginning only.
func (a *Acts) askAllow(d *model.Delivery, wanted bool) tea.Cmd {
	h, ctx := a.Hooks, a.Ctx
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(ctx, hookWait)
		defer cancel()
		detail, err := h.Delivery(ctx, d.ID)
		if err != nil {
			detail = nil
		}
		return askReadMsg{d, detail, wanted}
	}
}

func (a *Acts) askRead(m askReadMsg) tea.Cmd {
	if d := a.delivery(m.d.ID); a.asked[m.d.ID] || d == nil || d.State != model.DeliveryAsking {
		return nil
	}
	a.asked[m.d.ID] = true
	c := dialog.HookCommand{
		Delivery: m.d.ID, Command: m.d.Work, Project: m.d.Project, Event: m.d.Event, Session: m.d.Session, From: m.d.Remote,
	}
	if m.detail != nil {
		c.Command = commandOf(m.detail)
		if c.Folder = m.detail.Dir; c.Folder == "" {
			c.Folder = m.detail.WorkDir
		}
	}
	if c.Command == m.d.Work && len(c.Command) >= model.MostWork {
		c.Cut = max(1, m.d.Bytes-int64(len(c.Command)))
	}
	a.Ungreet()
	if m.wanted && a.Dialogs.Len() == 0 {
		return a.Dialogs.Push(dialog.NewHookAsk(a.Env, c))
	}
	return a.Dialogs.Offer(dialog.NewHookAsk(a.Env, c))
}

// commandOf is a delivery's command, whole where its body can be read.
func commandOf(d *model.DeliveryDetail) string {
	if len(d.Work) < model.MostWork {
		return d.Work
	}
	var body map[string]json.RawMessage
	var whole string
	if json.Unmarshal(d.Body, &body) != nil || json.Unmarshal(body["exec"], &whole) != nil || whole == "" {
		return d.Work
	}
	return whole
}

func (a *Acts) askAnswered(m dialog.HookAskAnswered) tea.Cmd {
	delete(a.asked, m.Delivery)
	c := a.Env.Text
	done, yes := text.Text("Allowed: the command runs."), true
	switch m.Choice {
	case dialog.ChoseGo:
	case dialog.ChoseDeny:
		done, yes = "Denied: the command does not run.", false
	default:
		a.askLater()
		return a.SayText(status.Info, "The command waits. %s asks again.", a.Env.Keys.Key(keys.HookAllow))
	}
	return a.call(c.Say(done), func(ctx context.Context, h client.Hooks) error { return h.Allow(ctx, m.Delivery, yes) })
}

// offerAllow asks by itself about the command that waits longest, one at a time
// and each once: a sender that sends a hundred must not bury the screen.
func (a *Acts) offerAllow() tea.Cmd {
	asking := map[string]bool{} // and whether it was offered
	var next *model.Delivery
	for _, d := range a.known.all {
		if d.State != model.DeliveryAsking {
			continue
		}
		asking[d.ID] = a.offered[d.ID]
		if !a.offered[d.ID] {
			next = d
		}
	}
	a.offered = asking
	if _, open := asking[a.offering]; open || next == nil {
		return nil
	}
	a.offering, a.offered[next.ID] = next.ID, true
	return a.askAllow(next, false)
}

// askLater: who puts one question off is not asked the others that wait now.
func (a *Acts) askLater() {
	a.offering = ""
	for id := range a.offered {
		a.offered[id] = true
	}
}
