package dispatch

import (
	"cmp"
	"context"
	"errors"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"aloft/client"
	"aloft/client/webhook/run"
	"aloft/client/webhook/store"
	"aloft/model"
	"aloft/model/text"
)

// Bounds of what processes print.
const (
	maxReply   = 64 << 10 // bytes of an agent's reply
	keptHead   = 16 << 10 // bytes of output for messages
	keptTail   = 1 << 10
	grownEvery = 2 * time.Second
)

// Why running work is cancelled.
var (
	errByPerson = errors.New("stopped by a person")
	errByEnd    = errors.New("stopped with the program")
)

// start is the third stage: it does the work of a delivery with a place. Its result goes to the fourth, outcome.
func (k *Dispatcher) start(d *delivery) {
	ctx, stop := context.WithCancelCause(k.ctx)
	if !d.begins(stop, &k.work, k.Now()) {
		stop(nil)
		return // the user was quicker and has released its place
	}
	go func() {
		defer k.work.Done()
		defer stop(nil)
		if d.command {
			k.runCommand(ctx, d)
		} else {
			k.runAgent(ctx, d)
		}
	}()
}

// runCommand runs a command by sh and reports how it ended: "Work after acceptance"
// in the drive specification.
func (k *Dispatcher) runCommand(ctx context.Context, d *delivery) {
	c := run.Command{Argv: []string{"sh", "-c", d.exec}, Limit: cmp.Or(max(d.rules.Exec, 0), defaultExec)}
	res := k.process(ctx, d, c, cmp.Or(d.workDir, d.project.Dir), nil)
	state, reason := judge(ctx, res, c.Limit)
	k.finish(d, res, state, reason, k.report(d, res, state, reason))
}

// runAgent runs the project's agent on a prompt.
func (k *Dispatcher) runAgent(ctx context.Context, d *delivery) {
	c := k.rec.Conversation(d.session, d.projectName)
	words, payload, ok := d.composes()
	if !ok {
		return
	}
	prompt := run.Prompt(words, payload)
	if err := k.converse(d, model.MessagePrompt, Speaker, prompt); err != nil {
		d.note(model.Say(text.HookNotConversed, err))
	}
	cmd := run.Command{
		Argv: run.Argv(d.project.Agent, d.project.AgentAgain, c.Turns,
			run.Turn{Conversation: c.ID, Project: d.projectName, Delivery: d.id}),
		Stdin: prompt, Limit: cmp.Or(max(d.rules.Agent, 0), defaultAgent), Reply: maxReply,
	}
	res := k.process(ctx, d, cmd, d.project.Dir, prompt)
	state, reason := judge(ctx, res, cmd.Limit)
	if state == model.DeliveryDone {
		k.rec.Turned(d.session)
		k.finish(d, res, state, reason, k.reply(d, res))
		return
	}
	k.finish(d, res, state, reason, k.report(d, res, state, reason))
}

// process runs the delivery's process in its folder, or fails.
func (k *Dispatcher) process(ctx context.Context, d *delivery, c run.Command, dir string, prompt []byte) run.Result {
	c.Dir = k.folder(dir)
	k.rec.SetDetail(d.id, store.Ran{Dir: c.Dir, Argv: c.Argv, Prompt: prompt})
	c.File, c.MaxFile, c.Head, c.Tail = k.rec.OutputFile(d.id), d.rules.OutputMax, keptHead, keptTail
	if !filepath.IsAbs(c.Dir) {
		return run.Result{Err: &client.Error{Kind: client.KindLocal, Op: "run", What: "the receiver's current folder is unknown; nothing was run", Hint: text.HookRunDir}}
	}
	c.Env = k.environment(d)
	c.Left = d.rules.Background
	c.Started = func(pid int, start string) { k.rec.Started(d.id, pid, start) }
	c.Grown = k.grown(d)
	return k.Run(ctx, c)
}

// folder returns the full path of a process's folder, whether it exists or not. Without a name it
// is the receiver's current folder, and a relative name starts there; ~ is the home.
func (k *Dispatcher) folder(dir string) string {
	switch dir = client.InHome(dir, k.Home); {
	case dir == "":
		return k.Dir
	case !filepath.IsAbs(dir):
		return filepath.Join(k.Dir, dir)
	}
	return dir
}

// grown shows the size of the output as it grows, and stores it now and then.
func (k *Dispatcher) grown(d *delivery) func(int64) {
	last := k.Now()
	return func(size int64) {
		k.Changed()
		if now := k.Now(); now.Sub(last) >= grownEvery {
			last = now
			d.change(model.Sentence{}, func(row *model.Delivery) { row.Output = size })
		}
	}
}

// judge returns the state for a process's result.
func judge(ctx context.Context, res run.Result, limit time.Duration) (model.DeliveryState, model.Sentence) {
	switch {
	case res.Err != nil:
		return model.DeliveryFailed, client.Sentence(res.Err)
	case res.TimedOut:
		return model.DeliveryTimeout, model.Say("it was stopped at its time limit of %s", model.Duration(limit))
	case res.Stopped && errors.Is(context.Cause(ctx), errByPerson):
		return model.DeliveryStopped, model.Say("a person stopped it")
	case res.Stopped:
		return model.DeliveryStopped, model.Say("it was stopped because aloft ended")
	case res.Signal != "":
		return model.DeliveryFailed, model.Say("it was ended by the signal %s", res.Signal)
	case res.Crowd:
		return model.DeliveryFailed, model.Say(text.HookRestCrowd, run.MaxLeft)
	case res.Exit != 0:
		return model.DeliveryFailed, model.Say("it ended with exit status %d", res.Exit)
	}
	return model.DeliveryDone, model.Sentence{}
}

// report posts the outcome of a process.
func (k *Dispatcher) report(d *delivery, res run.Result, s model.DeliveryState, reason model.Sentence) <-chan struct{} {
	event, what := named(d.event), d.work()
	var m words
	switch s {
	case model.DeliveryDone:
		m.say("%s: done: %s", event, what)
	case model.DeliveryTimeout:
		m.say("%s: timed out: %s (%s)", event, what, reason)
	case model.DeliveryStopped:
		m.say(text.HookSaysStopped, event, what, reason)
	default:
		m.say("%s: failed: %s (%s)", event, what, reason)
	}
	if !res.Began.IsZero() { // otherwise there is no output
		if m.text = block(slices.Concat(res.Head, res.Tail), res.Between == 0); m.text == "" {
			m.say("(no output)")
		}
	}
	return k.outcome(d, model.MessageOutcome, m, s.Bad())
}

// reply adds the agent's reply to the conversation, and posts it.
func (k *Dispatcher) reply(d *delivery, res run.Result) <-chan struct{} {
	r := run.Reply(res.Reply)
	if r == "" {
		return k.outcome(d, model.MessageOutcome, said("%s: the agent ended without a reply", named(d.event)), false)
	}
	if res.ReplyCut {
		r += cutMark
		d.note(model.Say("the reply was cut after %s", sized(maxReply)))
	}
	if err := k.converse(d, model.MessageReply, d.projectName, []byte(r)); err != nil {
		d.note(model.Say(text.HookNotConversed, err))
	}
	return k.outcome(d, model.MessageReply, words{text: r}, false)
}

// finish stores how a process ended, and ends the delivery.
func (k *Dispatcher) finish(d *delivery, res run.Result, s model.DeliveryState, reason model.Sentence, posted <-chan struct{}) {
	d.ran(res.Exit, res.Size)
	if res.Children != nil {
		k.background.follow(d, res.Children)
	}
	if res.FileErr != nil {
		d.note(model.Say("the output is incomplete: %s", res.FileErr))
	}
	k.awaitPost(d, posted)
	at := res.Ended
	if at.IsZero() { // never ran
		at = k.Now()
	}
	if d.end(s, reason, at) {
		k.release(d)
	}
	k.Log.Info("webhook delivery ended", "delivery", d.id, "state", string(s), "exit", res.Exit)
}

// tokenVariable is for senders. Processes started here must not have it.
const tokenVariable = "ALOFT_WEBHOOK_TOKEN"

// WithoutToken removes the senders' token from an environment.
func WithoutToken(env []string) []string {
	return model.Only(env, func(line string) bool {
		name, _, _ := strings.Cut(line, "=")
		return name != tokenVariable
	})
}

// environment is that of a process. It has the id, event, project and session of the delivery and
// the program's own path, never the token.
func (k *Dispatcher) environment(d *delivery) []string {
	// Of two lines with the same name, the last counts.
	return append(append(WithoutToken(k.Env), d.env...), "ALOFT_DELIVERY="+d.id,
		run.Variable("ALOFT_EVENT", d.event),
		run.Variable("ALOFT_PROJECT", d.projectName),
		run.Variable("ALOFT_SESSION", d.session),
		run.Variable("ALOFT_PROGRAM", k.Program))
}
