package hooks

import (
	"context"
	"encoding/json"

	tea "charm.land/bubbletea/v2"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
	"aloft/ui/act"
	"aloft/ui/dialog"
	"aloft/ui/keys"
	"aloft/ui/status"
)

// questions are about commands that wait for permission.
type questions struct {
	*act.Screen

	known    *known
	asked    map[string]bool // deliveries with an open question
	offered  map[string]bool // deliveries that ask, and whether the question opened by itself
	offering string          // the current one, "" = none
}

// allow asks about the delivery if it waits for permission, or else about the one that has waited longest.
func (q *questions) allow(d *model.Delivery) tea.Cmd {
	if d != nil && d.State == model.DeliveryAsking {
		return q.ask(d, true)
	}
	for i := len(q.known.all) - 1; i >= 0; i-- {
		if q.known.all[i].State == model.DeliveryAsking {
			return q.ask(q.known.all[i], true)
		}
	}
	return q.Note.SayText(status.Info, text.HookPaneNothingAsks)
}

// closeAnswered closes questions that need no answer any more.
func (q *questions) closeAnswered() tea.Cmd {
	var cmds []tea.Cmd
	for id := range q.asked {
		if d := q.delivery(id); d == nil || d.State != model.DeliveryAsking {
			delete(q.asked, id)
			cmds = append(cmds, q.Dialogs.Update(dialog.HookAsksNoMore{Delivery: id}))
		}
	}
	return tea.Batch(cmds...)
}

// delivery returns the delivery with that id, or nil.
func (q *questions) delivery(id string) *model.Delivery {
	for _, d := range q.known.all {
		if d.ID == id {
			return d
		}
	}
	return nil
}

// askReadMsg carries all details of a delivery that asks.
type askReadMsg struct {
	d      *model.Delivery
	detail *model.DeliveryDetail // nil: it could not be read
	wanted bool
}

// ask shows the command of a delivery to the user, on request or by itself. It reads the whole command first, since
// the list has only its beginning.
func (q *questions) ask(d *model.Delivery, wanted bool) tea.Cmd {
	h, ctx := q.Client.Hooks, q.Env.Ctx
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

func (q *questions) read(m askReadMsg) tea.Cmd {
	if d := q.delivery(m.d.ID); q.asked[m.d.ID] || d == nil || d.State != model.DeliveryAsking {
		return nil
	}
	q.asked[m.d.ID] = true
	c := dialog.HookCommand{
		Delivery: m.d.ID, Command: m.d.Work, Project: m.d.Project, Event: m.d.Event, Session: m.d.Session, From: m.d.Remote,
	}
	if m.detail != nil {
		c.Command = commandOf(m.detail)
		if c.Folder = m.detail.Dir; c.Folder == "" {
			c.Folder = m.detail.WorkDir
		}
	}
	if c.Command == m.d.Work && len(c.Command) >= model.MaxWork {
		c.Cut = max(1, m.d.Bytes-int64(len(c.Command)))
	}
	q.Ungreet()
	if m.wanted && q.Dialogs.Len() == 0 {
		return q.Dialogs.Push(dialog.NewHookAsk(q.Env, c))
	}
	return q.Dialogs.Offer(dialog.NewHookAsk(q.Env, c))
}

// commandOf returns a delivery's command, complete if its body can be read.
func commandOf(d *model.DeliveryDetail) string {
	if len(d.Work) < model.MaxWork || d.Route != "" { // the body of a route's request is not ours
		return d.Work
	}
	var body map[string]json.RawMessage
	var whole string
	if json.Unmarshal(d.Body, &body) != nil || json.Unmarshal(body["exec"], &whole) != nil || whole == "" {
		return d.Work
	}
	return whole
}

func (q *questions) answered(m dialog.HookAskAnswered) tea.Cmd {
	delete(q.asked, m.Delivery)
	c := q.Env.Text
	done, yes := text.Text("Allowed: the command runs."), true
	switch m.Choice {
	case dialog.ChoseGo:
	case dialog.ChoseDeny:
		done, yes = "Denied: the command does not run.", false
	default:
		q.later()
		return q.Note.SayText(status.Info, "The command waits. Press %s, then %s, to be asked again.", q.Env.Keys.Key(keys.FocusHook), q.Env.Keys.Key(keys.HookAllow))
	}
	return call(q.Env.Ctx, q.Client.Hooks, c.Say(done), func(ctx context.Context, h client.Hooks) error { return h.Allow(ctx, m.Delivery, yes) })
}

// offer asks by itself about the command that has waited longest, one at a time and each once: a sender of a hundred
// must not bury the screen.
func (q *questions) offer() tea.Cmd {
	asking := map[string]bool{} // and whether the question has opened
	var next *model.Delivery
	for _, d := range q.known.all {
		if d.State != model.DeliveryAsking {
			continue
		}
		asking[d.ID] = q.offered[d.ID]
		if !q.offered[d.ID] {
			next = d
		}
	}
	q.offered = asking
	if _, open := asking[q.offering]; open || next == nil {
		return nil
	}
	q.offering, q.offered[next.ID] = next.ID, true
	return q.ask(next, false)
}

// later postpones all waiting questions: postponing one is not followed by the others.
func (q *questions) later() {
	q.offering = ""
	for id := range q.offered {
		q.offered[id] = true
	}
}
