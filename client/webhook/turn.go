package webhook

import (
	"context"
	"slices"

	"aloft/client/webhook/agent"
	"aloft/client/webhook/run"
	"aloft/model"
	"aloft/model/text"
)

// arrivePrompt hands a prompt to its session, or drops it when that is busy:
// "Work after acceptance" in the drive specification. The lock is held.
func (k *desk) arrivePrompt(j *job) {
	k.notify(j, say("%s: a prompt came in", named(j.d.Event)))
	waiting, busy := k.turns[j.r.Session]
	switch {
	case !busy && len(j.project.Agent) == 0:
		// The next arrival of the session is judged after this one was kept, so
		// an inbox is never busy.
		k.mu.Unlock()
		k.keep(j)
		k.mu.Lock()
	case !busy:
		k.turns[j.r.Session] = nil
		k.giveTurn(j)
	case j.rules.busy == BusyQueue && len(waiting) < mostQueued:
		k.turns[j.r.Session] = append(waiting, j)
		j.d.Ahead = len(waiting)
		k.rec.Set(j.d)
		k.notify(j, say("%s: the prompt waits, the session is busy (%d before it)", named(j.d.Event), len(waiting)))
	default:
		reason := say("its session had a turn running")
		if j.rules.busy == BusyQueue {
			reason = say("its session had a turn running, and %d {prompt|prompts} waited already", len(waiting))
		}
		k.notify(j, say("%s: the prompt was skipped, the session is busy", named(j.d.Event)))
		k.end(j, model.DeliveryBusy, reason)
	}
}

// giveTurn lets a prompt be the one its session is busy with. The inbox takes
// none of the agents' places. The lock is held.
func (k *desk) giveTurn(j *job) {
	j.turn = true
	if len(j.project.Agent) == 0 {
		k.inLane(j.r.Session, arrivals, func() { k.keep(j) })
		return
	}
	k.enter(&k.agents, j)
}

// passTurn gives the session's turn to the prompt that waits longest. The lock
// is held.
func (k *desk) passTurn(j *job) {
	j.turn = false
	waiting := k.turns[j.r.Session]
	if len(waiting) == 0 || k.closed {
		delete(k.turns, j.r.Session)
		return
	}
	k.turns[j.r.Session] = slices.Clone(waiting[1:])
	k.giveTurn(waiting[0])
	k.moveUp(k.turns[j.r.Session])
}

// keep is the built-in inbox: the prompt becomes an unread message, and the turn
// ends at once ("Platforms and sessions" of design/webhook.md).
func (k *desk) keep(j *job) {
	prompt, ok := k.composed(j)
	if !ok {
		return // a person was quicker
	}
	err := k.converse(j, model.MessagePrompt, webhookUser, prompt, true)
	k.mu.Lock()
	defer k.mu.Unlock()
	if err != nil {
		k.end(j, model.DeliveryFailed, say(text.HookNotConversed, err.Error()))
		return
	}
	k.end(j, model.DeliveryDone, "")
}

// composed is what the prompt of a job says with its payload, which are let go of;
// false: it has ended.
func (k *desk) composed(j *job) ([]byte, bool) {
	k.mu.Lock()
	over, prompt, payload := j.over, j.r.Prompt, j.r.Payload
	j.r.Prompt, j.r.Payload = "", nil
	k.mu.Unlock()
	if over {
		return nil, false
	}
	return agent.Prompt(prompt, payload), true
}

// takeTurn runs the project's agent on a prompt.
func (k *desk) takeTurn(ctx context.Context, j *job) {
	c := k.rec.Conversation(j.r.Session, j.d.Project)
	prompt, ok := k.composed(j)
	if !ok {
		return
	}
	if err := k.converse(j, model.MessagePrompt, webhookUser, prompt, false); err != nil {
		k.noteOf(j, text.HookNotConversed, err.Error())
	}
	k.rec.SetBusy(j.r.Session, true)
	cmd := run.Command{
		Argv: agent.Argv(j.project.Agent, j.project.AgentAgain, c.Turns,
			agent.Turn{Conversation: c.ID, Project: j.d.Project, Delivery: j.d.ID}),
		Stdin: prompt, Limit: or(j.rules.agent, defaultAgent), Reply: mostReply,
	}
	res := k.process(ctx, j, cmd, j.project.Dir, prompt)
	state, reason := k.judge(ctx, res, cmd.Limit)
	k.rec.SetBusy(j.r.Session, false)
	if state == model.DeliveryDone {
		k.rec.Turned(j.r.Session)
		k.finish(j, res, state, reason, k.reply(j, res))
		return
	}
	k.finish(j, res, state, reason, k.tell(j, res, state, reason))
}

// leaveRow takes a prompt out of those that wait for the session's turn. The
// lock is held.
func (k *desk) leaveRow(j *job) {
	waiting := k.turns[j.r.Session]
	if i := slices.Index(waiting, j); i >= 0 {
		k.turns[j.r.Session] = slices.Concat(waiting[:i], waiting[i+1:])
		k.moveUp(k.turns[j.r.Session])
	}
}

// reply puts what the agent answered into the conversation, and posts it.
func (k *desk) reply(j *job, res run.Result) <-chan struct{} {
	r := agent.Reply(res.Reply)
	if r == "" {
		return k.outcome(j, model.MessageOutcome, say("%s: the agent ended without a reply", named(j.d.Event)), false)
	}
	if res.ReplyCut {
		r += cutMark
		k.noteOf(j, "the reply was cut after %s", sized(mostReply))
	}
	if err := k.converse(j, model.MessageReply, j.d.Project, []byte(r), !j.d.Silent && j.rules.here(j.r.Session)); err != nil {
		k.noteOf(j, text.HookNotConversed, err.Error())
	}
	return k.outcome(j, model.MessageReply, r, false)
}

// converse adds to the session's conversation, after the notices that belong
// before it.
func (k *desk) converse(j *job, kind model.MessageKind, from string, text []byte, unread bool) error {
	s := string(text[:min(len(text), mostPrompt+1)])
	if len(s) > mostPrompt {
		s = model.FirstBytes(s, mostPrompt) + cutMark
	}
	m := model.Message{At: k.now(), Kind: kind, From: from, Text: s, Event: j.d.Event, Delivery: j.d.ID}
	k.rec.Conversation(j.r.Session, j.d.Project)
	if !j.rules.here(j.r.Session) {
		return k.rec.Post(j.r.Session, m, unread)
	}
	posted := make(chan error, 1)
	k.mu.Lock()
	k.inLane(j.r.Session, posts, func() { posted <- k.rec.Post(j.r.Session, m, unread) })
	k.mu.Unlock()
	return <-posted
}

func (k *desk) noteOf(j *job, t text.Text, args ...any) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.note(j, say(t, args...))
}
