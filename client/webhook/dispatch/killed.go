package dispatch

import (
	"context"

	"aloft/client/webhook/platform"
	"aloft/model"
	"aloft/model/text"
)

// maxCuts is how many deliveries a message names.
const maxCuts = 10

// TellCut posts what a killed instance left unfinished: its readers expect an outcome. Each session gets one message.
func (k *Dispatcher) TellCut(cuts []*model.Delivery) {
	rules := k.rules.Load()
	of := map[string][]*model.Delivery{}
	var sessions []string
	for _, d := range cuts {
		if d.Silent && !rules.despite(d.State.Bad()) {
			continue
		}
		if of[d.Session] == nil {
			sessions = append(sessions, d.Session)
		}
		of[d.Session] = append(of[d.Session], d)
	}
	for _, s := range sessions {
		k.postTo(rules.Platforms, k.cutMessage(s, of[s]))
	}
}

// cutMessage is the message to one session.
func (k *Dispatcher) cutMessage(session string, ds []*model.Delivery) platform.Message {
	var lines words
	for _, d := range ds[:min(len(ds), maxCuts)] {
		work := any(agentOf(d.Project))
		if d.Kind == model.DeliveryExec {
			work = quoted(d.Work)
		}
		lines.say("%s: cut off: %s (%s)", named(d.Event), work, d.Reason)
	}
	if more := len(ds) - maxCuts; more > 0 {
		lines.say("%d more {was|were} cut off", more)
	}
	m := platform.Message{Session: session, Kind: model.MessageOutcome, Event: ds[0].Event, Project: ds[0].Project,
		Said: lines.said, Bad: true, At: k.Now()}
	if len(ds) == 1 {
		m.Delivery = ds[0].ID
	}
	return m
}

// tellStopped posts that deliveries were stopped before they had begun. Of many in a session only the first are named.
func (k *Dispatcher) tellStopped(ds []*delivery) {
	rest := map[string][]*delivery{}
	told := map[string]int{}
	for _, d := range ds {
		switch {
		case d.silent && !d.rules.despite(model.DeliveryStopped.Bad()):
		case told[d.session] < maxCuts:
			told[d.session]++
			k.postStopped(d, text.HookSaysStopped, named(d.event), d.work(), text.HookByEndWait)
		default:
			rest[d.session] = append(rest[d.session], d)
		}
	}
	for _, ds := range rest {
		k.postStopped(ds[0], "%d more {was|were} stopped (%s)", len(ds), text.HookByEndWait)
	}
}

func (k *Dispatcher) postStopped(d *delivery, t text.Text, args ...any) {
	k.postTo(d.rules.Platforms, platform.Message{Session: d.session, Kind: model.MessageOutcome, Event: d.event, Project: d.projectName,
		Delivery: d.id, Said: said(t, args...).said, Bad: model.DeliveryStopped.Bad(), At: k.Now()})
}

// postTo posts to a session that no delivery has opened.
func (k *Dispatcher) postTo(all Platforms, m platform.Message) {
	k.messages.put(m.Session, func(ctx context.Context) {
		p, err := all.Find(m.Session)
		if err == nil {
			var post platform.Post
			if post, err = p.Open(m.Session); err == nil {
				err = post(ctx, m)
			}
		}
		if err != nil {
			k.Log.Warn("webhook message not posted", "session", m.Session, "delivery", m.Delivery, "error", err)
		}
	})
}
