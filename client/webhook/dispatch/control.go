package dispatch

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

// Allow answers a delivery's question.
func (k *Dispatcher) Allow(id string, yes bool) error {
	d, err := k.room.find(id)
	switch {
	case err != nil:
		return err
	case !d.answered():
		return &client.Error{Kind: client.KindConflict, Op: "hook", What: "the delivery %s is not waiting for permission", Args: []any{model.Clean(id)}}
	case yes:
		k.queueCommand(d)
	default:
		k.awaitHere(d, k.notify(d, "%s: denied: %s", named(d.event), quoted(d.exec)))
		k.end(d, model.DeliveryDenied, model.Say("a person denied it"))
	}
	return nil
}

// Kill stops a delivery, whether it runs, waits or asks, and its background processes.
func (k *Dispatcher) Kill(id string) error {
	if k.background.stop(id, "a person stopped it") {
		return nil
	}
	d, err := k.room.find(id)
	if err != nil {
		return err
	}
	if d.halt(errByPerson, model.Say(text.HookByPersonWait), k.Now()) {
		if d.poster() != nil {
			k.notify(d, text.HookSaysStopped, named(d.event), d.work(), text.HookByPersonWait)
		}
		k.release(d)
	}
	return nil
}

// Wait waits until a delivery has ended, or until ctx ends.
func (k *Dispatcher) Wait(ctx context.Context, id string) {
	d, err := k.room.find(id)
	if err != nil {
		return // it has ended
	}
	select {
	case <-d.done:
	case <-ctx.Done():
	}
}

// Positions returns how many are before each delivery far back in a long queue. Those rows are not updated at each
// move.
func (k *Dispatcher) Positions() map[string]int {
	at := map[string]int{}
	for _, t := range []*turns{k.commands, k.agents, k.lanes} {
		t.far(at)
	}
	return at
}

// lastPosts is how long Close waits for messages, so that a silent service does not delay it.
const lastPosts = 2 * time.Second

// Close ends all work and returns what was stopped or had not started. It waits until the processes are dead and the
// last messages are posted, or until ctx ends.
func (k *Dispatcher) Close(ctx context.Context) []model.Delivery {
	return k.close(ctx, (*delivery).halt)
}

// HandOver is Close, but what had not begun stays as it is in the store, for the next owner.
func (k *Dispatcher) HandOver(ctx context.Context) []model.Delivery {
	k.left.Store(true)
	return k.close(ctx, func(d *delivery, cause error, _ model.Sentence, _ time.Time) bool {
		if d.leave(cause) {
			k.release(d)
		}
		return false
	})
}

// close ends all work. halt reports whether it ended a delivery that had not begun.
func (k *Dispatcher) close(ctx context.Context, halt func(*delivery, error, model.Sentence, time.Time) bool) []model.Delivery {
	stopped := k.room.close()
	slices.SortFunc(stopped, func(a, b *delivery) int { return strings.Compare(a.id, b.id) })
	k.commands.close()
	k.agents.close()
	var waited []*delivery
	for _, d := range stopped {
		if halt(d, errByEnd, model.Say(text.HookByEndWait), k.Now()) {
			k.release(d)
			waited = append(waited, d)
		}
	}
	k.tellStopped(waited)
	k.cancel(errByEnd)
	wait(ctx, &k.work)
	k.background.close(ctx)
	last, cancel := context.WithTimeout(ctx, lastPosts)
	defer cancel()
	if !wait(last, &k.orders) {
		k.messages.cancel()
		wait(ctx, &k.orders)
	}
	out := make([]model.Delivery, 0, len(stopped))
	for _, d := range stopped {
		k.end(d, model.DeliveryStopped, model.Say("the receiver stopped before the result was known")) // deliveries that did not end in time
		if row := d.snapshot(); row.State == model.DeliveryStopped {
			out = append(out, row)
		}
	}
	return out
}

// wait waits for a group, or until ctx ends.
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
