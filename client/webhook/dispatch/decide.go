package dispatch

import (
	"cmp"
	"context"
	"math"

	"aloft/client"
	"aloft/client/webhook/platform"
	"aloft/client/webhook/receive"
	"aloft/client/webhook/run"
	"aloft/client/webhook/store"
	"aloft/model"
	"aloft/model/text"
)

// Bounds of prompts.
const (
	maxQueued = 5         // of one busy session
	maxPrompt = 256 << 10 // bytes of a prompt in a conversation
)

// decide is the second stage: it decides what to do with a delivery. The goroutine of its session calls it for one
// delivery after the other. It may block, since a platform may look up its address first. The next stage is start,
// once there is a place.
func (k *Dispatcher) decide(d *delivery) {
	post, err := k.open(d)
	if err != nil {
		k.end(d, model.DeliveryIgnored, client.Sentence(err))
		return
	}
	if !d.opened(post) {
		return // the user was quicker
	}
	_, known := d.rules.Projects[d.projectName]
	switch {
	case !known: // the settings changed between its check and now
		k.end(d, model.DeliveryIgnored, model.Say(text.HookNoProject, model.Clean(d.projectName)))
	case !d.command:
		k.queuePrompt(d)
	case d.project.Exec == ExecOff:
		k.end(d, model.DeliveryIgnored, model.Say("commands are off for the project %s", model.Clean(d.projectName)))
	case d.project.Exec == ExecAsk:
		// The question shows where the command would run.
		k.rec.SetDetail(d.id, store.Ran{Dir: k.folder(cmp.Or(d.workDir, d.project.Dir))})
		if !d.asked {
			k.notify(d, "%s: asks to run %s; a person has to allow it", named(d.event), quoted(d.exec))
		}
		d.asks()
	default:
		k.queueCommand(d)
	}
}

// open finds where to post. Nothing runs if a platform is missing or cannot post by itself: "Work after acceptance"
// in the drive specification.
func (k *Dispatcher) open(d *delivery) (platform.Post, error) {
	if len(d.session) > MaxSession {
		return nil, &client.Error{Kind: client.KindInvalid, Op: "hook", What: "the session key is longer than %d {byte|bytes}",
			Args: []any{MaxSession}}
	}
	p, err := d.rules.Platforms.Find(d.session)
	if err != nil {
		return nil, err
	}
	return p.Open(d.session)
}

// queueCommand queues a command behind the others of its route, as its overlap says.
func (k *Dispatcher) queueCommand(d *delivery) {
	if d.lane == "" {
		k.queueForPlace(d)
		return
	}
	most := maxWaiting
	switch d.overlap {
	case receive.OverlapDrop:
		most = 0
	case receive.OverlapLatest:
		for _, w := range k.lanes.waiting(d) {
			if w.replaced(k.Now()) {
				k.notify(w, "%s: the command was skipped because a later delivery of the same route replaced it", named(w.event))
				k.release(w)
			}
		}
	}
	begins, full, _ := k.lanes.enter(d, most, func(ahead int) {
		if ahead >= 0 {
			k.announce(d, text.HookSaysWaits, named(d.event), ahead, quoted(d.exec))
			d.waits(ahead)
		}
	})
	switch {
	case begins:
		k.queueForPlace(d)
	case full:
		k.awaitHere(d, k.notify(d, "%s: command skipped, its route is already running one", named(d.event)))
		k.end(d, model.DeliveryBusy, model.Say("its route was already running a command"))
	}
}

// queueForPlace starts a command if there is a place, or else queues it.
func (k *Dispatcher) queueForPlace(d *delivery) {
	begins, _, _ := k.commands.enter(d, math.MaxInt, func(ahead int) {
		if ahead < 0 {
			k.notify(d, "%s: runs %s", named(d.event), quoted(d.exec))
			return
		}
		k.announce(d, text.HookSaysWaits, named(d.event), ahead, quoted(d.exec))
		d.waits(ahead)
	})
	if begins {
		k.start(d)
	}
}

// queuePrompt passes a prompt to its session, or drops it if the session is busy: "Work after acceptance" in the
// drive specification.
func (k *Dispatcher) queuePrompt(d *delivery) {
	k.announce(d, "%s: a prompt came in", named(d.event))
	if len(d.project.Agent) == 0 && !k.turns.busy(d.session) {
		// The next one is decided after this, so such a session is never busy.
		k.keep(d)
		return
	}
	most := 0
	if d.rules.Busy == BusyQueue {
		most = maxQueued
	}
	begins, full, waiting := k.turns.enter(d, most, func(ahead int) {
		if ahead >= 0 {
			d.waits(ahead)
			k.announce(d, "%s: prompt queued, the session is busy (%d ahead)", named(d.event), ahead)
		}
	})
	switch {
	case begins:
		k.takeTurn(d)
	case full:
		reason := model.Say("its session was busy with another prompt")
		if most > 0 {
			reason = model.Say("its session was busy, and %d {prompt was|prompts were} already waiting", waiting)
		}
		k.awaitHere(d, k.notify(d, "%s: prompt skipped, the session is busy", named(d.event)))
		k.end(d, model.DeliveryBusy, reason)
	}
}

// takeTurn continues with the prompt whose turn it is in its session. Without an agent it
// takes none of the agents' places.
func (k *Dispatcher) takeTurn(d *delivery) {
	if len(d.project.Agent) == 0 {
		k.arrivals.add(d.session, 0, func() { k.keep(d) })
	} else if begins, _, _ := k.agents.enter(d, math.MaxInt, d.waits); begins {
		k.start(d)
	}
}

// keep is for a project without an agent. The prompt becomes a message, and the turn ends at once.
func (k *Dispatcher) keep(d *delivery) {
	prompt, payload, ok := d.composes()
	if !ok {
		return // the user was quicker
	}
	if err := k.converse(d, model.MessagePrompt, Speaker, run.Prompt(prompt, payload)); err != nil {
		k.end(d, model.DeliveryFailed, model.Say(text.HookNotConversed, err))
		return
	}
	k.end(d, model.DeliveryDone, model.Sentence{})
}

// converse adds to the session's conversation, after pending notices.
func (k *Dispatcher) converse(d *delivery, kind model.MessageKind, from string, words []byte) error {
	s := string(words[:min(len(words), maxPrompt+1)])
	if len(s) > maxPrompt {
		s = model.FirstBytes(s, maxPrompt) + cutMark
	}
	m := model.Message{At: k.Now(), Kind: kind, From: from, Text: s, Event: d.event, Delivery: d.id}
	k.rec.Conversation(d.session, d.projectName)
	if !d.rules.Here(d.session) {
		return k.rec.Post(d.session, m)
	}
	posted := make(chan error, 1)
	k.messages.after(d.session, func(context.Context) { posted <- k.rec.Post(d.session, m) })
	return <-posted
}

// end ends a delivery: the next one in its queue gets its place or its turn.
func (k *Dispatcher) end(d *delivery, s model.DeliveryState, reason model.Sentence) {
	if d.end(s, reason, k.Now()) {
		k.release(d)
	}
}

// release frees the place, the turn or the queue position of an ended delivery.
func (k *Dispatcher) release(d *delivery) {
	k.room.leave(d)
	if d.command {
		if next := k.commands.leave(d); next != nil {
			k.start(next)
		}
		if next := k.lanes.leave(d); next != nil {
			k.queueForPlace(next)
		}
		return
	}
	if next := k.agents.leave(d); next != nil {
		k.start(next)
	}
	if next := k.turns.leave(d); next != nil {
		k.takeTurn(next)
	}
}
