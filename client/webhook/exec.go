package webhook

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"aloft/client/webhook/run"
	"aloft/client/webhook/store"
	"aloft/model"
	"aloft/model/text"
)

// exec runs a command through sh and says how it ended: "Work after acceptance"
// in the drive specification.
func (k *desk) exec(ctx context.Context, j *job) {
	c := run.Command{Argv: []string{"sh", "-c", j.r.Exec}, Limit: or(j.rules.exec, defaultExec)}
	res := k.process(ctx, j, c, cmp.Or(j.r.WorkDir, j.project.Dir), nil)
	state, reason := k.judge(ctx, res, c.Limit)
	k.finish(j, res, state, reason, k.tell(j, res, state, reason))
}

// process runs the job's process in its folder, and nowhere else.
func (k *desk) process(ctx context.Context, j *job, c run.Command, dir string, prompt []byte) run.Result {
	id := j.d.ID
	c.Dir = k.place(dir)
	k.rec.SetDetail(id, store.Ran{Dir: c.Dir, Argv: c.Argv, Prompt: prompt})
	c.File, c.MostFile, c.Head, c.Tail = k.rec.OutputFile(id), j.rules.outputMax, keptHead, keptTail
	c.Env, c.Mark = k.environ(j)
	c.Left = j.rules.background
	c.Started = func(pid int, start string) { k.rec.Started(id, pid, start) }
	c.Grown = k.grown(j)
	return k.run(ctx, c)
}

// place is the folder that is meant, whether it is there or not: "Folder of a
// command" in design/webhook.md.
func (k *desk) place(dir string) string {
	switch {
	case dir == "":
		return k.dir
	case !filepath.IsAbs(dir):
		return filepath.Join(k.dir, dir)
	}
	return dir
}

// grown shows the size of the output as it grows, and writes it now and then.
func (k *desk) grown(j *job) func(int64) {
	last := k.now()
	return func(size int64) {
		k.poke()
		if now := k.now(); now.Sub(last) >= grownEvery {
			last = now
			k.mu.Lock()
			defer k.mu.Unlock()
			j.d.Output = size
			k.rec.Set(j.d)
		}
	}
}

// judge says how a process ended.
func (k *desk) judge(ctx context.Context, res run.Result, limit time.Duration) (model.DeliveryState, string) {
	switch {
	case res.Err != nil:
		return model.DeliveryFailed, res.Err.Error()
	case res.TimedOut:
		return model.DeliveryTimeout, say("it was stopped at its limit of %s", spoken(limit))
	case res.Stopped && errors.Is(context.Cause(ctx), errByPerson):
		return model.DeliveryStopped, say("a person stopped it")
	case res.Stopped:
		return model.DeliveryStopped, say("it was stopped because the program ended")
	case res.Signal != "":
		return model.DeliveryFailed, say("it was ended by the signal %s", res.Signal)
	case res.Crowd:
		return model.DeliveryFailed, say(text.HookRestCrowd, run.MostLeft)
	case res.Exit != 0:
		return model.DeliveryFailed, say("it ended with exit status %d", res.Exit)
	}
	return model.DeliveryDone, ""
}

// tell posts the outcome of a process.
func (k *desk) tell(j *job, res run.Result, s model.DeliveryState, reason string) <-chan struct{} {
	event, what := named(j.d.Event), k.what(j)
	var m string
	switch s {
	case model.DeliveryDone:
		m = say("%s: done: %s", event, what)
	case model.DeliveryTimeout:
		m = say("%s: timed out: %s (%s)", event, what, reason)
	case model.DeliveryStopped:
		m = say(text.HookSaysStopped, event, what, reason)
	default:
		m = say("%s: failed: %s (%s)", event, what, reason)
	}
	if !res.Began.IsZero() { // else there is no output to speak of
		m += "\n" + block(slices.Concat(res.Head, res.Tail), res.Between == 0)
	}
	return k.outcome(j, model.MessageOutcome, m, s.Bad())
}

// finish notes how a process ended, and ends the job.
func (k *desk) finish(j *job, res run.Result, s model.DeliveryState, reason string, posted <-chan struct{}) {
	k.mu.Lock()
	j.d.Exit, j.d.Output = res.Exit, res.Size
	if res.Rest != nil {
		k.keepRest(j, res.Rest)
	}
	if res.FileErr != nil {
		k.note(j, say("the output was not kept whole: %s", res.FileErr.Error()))
	}
	k.mu.Unlock()
	awaitPost(posted)
	k.mu.Lock()
	j.d.Ended = res.Ended
	k.end(j, s, reason)
	d := j.d
	k.mu.Unlock()
	k.log.Info("webhook delivery ended", "delivery", d.ID, "state", string(d.State), "exit", d.Exit)
}

// tokenVariable is for senders; what we start must not have it.
const tokenVariable = "ALOFT_WEBHOOK_TOKEN"

// deliveryVariable marks the processes of one delivery.
const deliveryVariable = "ALOFT_DELIVERY="

// environ is the environment of a process, and the line of it that no other
// process has: "Processes started" in design/webhook.md.
func (k *desk) environ(j *job) (env []string, mark string) {
	mark = deliveryVariable + j.d.ID
	// Of two lines with one name the last counts.
	return append(without(k.env, tokenVariable), mark,
		run.Variable("ALOFT_EVENT", j.d.Event),
		run.Variable("ALOFT_PROJECT", j.d.Project),
		run.Variable("ALOFT_SESSION", j.d.Session),
		run.Variable("ALOFT_PROGRAM", k.program),
	), mark
}

func or(d, other time.Duration) time.Duration {
	if d > 0 {
		return d
	}
	return other
}

// spoken is a duration without the zero parts.
func spoken(d time.Duration) string {
	s := d.String()
	if strings.HasSuffix(s, "m0s") {
		s = strings.TrimSuffix(s, "0s")
	}
	if strings.HasSuffix(s, "h0m") {
		s = strings.TrimSuffix(s, "0m")
	}
	return s
}

// sized is a number of bytes.
func sized(n int64) string {
	if n < 1<<20 {
		return fmt.Sprintf("%d KiB", n>>10)
	}
	return fmt.Sprintf("%d MiB", n>>20)
}
