package webhook

import (
	"context"
	"slices"
	"strings"
	"sync"
	"time"

	"aloft/client"
	"aloft/model"
	"aloft/model/text"
)

// find gives a job that has not ended. The lock is held.
func (k *desk) find(id string) (*job, error) {
	if j := k.jobs[id]; j != nil {
		return j, nil
	}
	return nil, &client.Error{Kind: client.KindConflict, Op: "hook", What: "the delivery %s has ended already", Args: []any{model.Clean(id)}}
}

// allow answers a job that asks.
func (k *desk) allow(id string, yes bool) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	j, err := k.find(id)
	switch {
	case err != nil:
		return err
	case j.d.State != model.DeliveryAsking:
		return &client.Error{Kind: client.KindConflict, Op: "hook", What: "the delivery %s does not ask", Args: []any{model.Clean(id)}}
	case yes:
		k.enterExec(j)
	default:
		k.notify(j, say("%s: was not allowed: %s", named(j.d.Event), quoted(j.r.Exec)))
		k.end(j, model.DeliveryDenied, say("a person did not allow it"))
	}
	return nil
}

// kill stops a job: what runs, waits or asks.
func (k *desk) kill(id string) error {
	k.mu.Lock()
	defer k.mu.Unlock()
	if x := k.rests[id]; x != nil {
		x.end("a person stopped what it had left running")
		return nil
	}
	j, err := k.find(id)
	if err != nil {
		return err
	}
	if j.stop != nil {
		j.stop(errByPerson)
		return nil
	}
	if j.post != nil {
		k.notify(j, say(text.HookSaysStopped, named(j.d.Event), k.what(j), say(text.HookByPersonWait)))
	}
	k.end(j, model.DeliveryStopped, say(text.HookByPersonWait))
	return nil
}

// what names the work of a job in a message.
func (k *desk) what(j *job) string {
	if j.r.Exec != "" {
		return quoted(j.r.Exec)
	}
	return agentOf(&j.d)
}

func agentOf(d *model.Delivery) string {
	return say("the agent of the project %s", model.Clean(d.Project))
}

// lastPosts is how long the end waits for messages: a service that does not
// answer must not hold it up.
const lastPosts = 2 * time.Second

// wait for a group, or until ctx ends.
func wait(ctx context.Context, g *sync.WaitGroup) bool {
	all := make(chan struct{})
	go func() {
		g.Wait()
		close(all)
	}()
	select {
	case <-all:
		return true
	case <-ctx.Done():
		return false
	}
}

// close ends all work, and gives what was stopped or had not begun. It waits
// until the processes are dead and the last messages are posted, or ctx ends.
func (k *desk) close(ctx context.Context) []model.Delivery {
	k.mu.Lock()
	k.closed = true
	var stopped []*job
	for _, j := range k.jobs {
		stopped = append(stopped, j)
		if j.stop == nil {
			k.end(j, model.DeliveryStopped, say(text.HookByEndWait))
		}
	}
	k.mu.Unlock()
	k.stop(errByEnd)
	wait(ctx, &k.wg)
	k.endRests(ctx)
	last, cancel := context.WithTimeout(ctx, lastPosts)
	defer cancel()
	if !wait(last, &k.talking) {
		k.hush()
		wait(ctx, &k.talking)
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	out := make([]model.Delivery, 0, len(stopped))
	for _, j := range stopped {
		k.end(j, model.DeliveryStopped, say("the receiver ended before the outcome was known")) // those that would not end in time
		if j.d.State == model.DeliveryStopped {
			out = append(out, j.d)
		}
	}
	slices.SortFunc(out, func(a, b model.Delivery) int { return strings.Compare(a.ID, b.ID) })
	return out
}
