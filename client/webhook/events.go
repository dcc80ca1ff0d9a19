package webhook

import (
	"context"
	"sync"
	"time"

	"aloft/client"
	"aloft/model/text"
)

// eventGap is the least time between events: at most ten a second (client.Hooks).
const eventGap = 100 * time.Millisecond

// maxNotifications is how many notifications are queued for a screen that does not read.
const maxNotifications = 20

// events notify a screen that something changed. A call of changed never blocks,
// and a slow screen gets one event for many changes.
type events struct {
	out  chan client.HookEvent
	wake chan struct{}

	mu    sync.Mutex
	notes []client.Notification
}

func newEvents() *events {
	return &events{out: make(chan client.HookEvent), wake: make(chan struct{}, 1)}
}

func (e *events) changed() { client.Nudge(e.wake) }

// notify passes the notifications of the desktop platform to the terminal.
func (e *events) notify(n client.Notification) error {
	e.mu.Lock()
	full := len(e.notes) >= maxNotifications
	if !full {
		e.notes = append(e.notes, n)
	}
	e.mu.Unlock()
	e.changed()
	if full {
		return &client.Error{Kind: client.KindLocal, Op: "hook", What: text.HookPostsFull}
	}
	return nil
}

func (e *events) take() client.HookEvent {
	e.mu.Lock()
	defer e.mu.Unlock()
	event := client.HookEvent{Notify: e.notes}
	e.notes = nil
	return event
}

// run sends events until ctx ends.
func (e *events) run(ctx context.Context) {
	defer close(e.out)
	gap := time.NewTimer(0)
	defer gap.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-e.wake:
		}
		select {
		case <-ctx.Done():
			return
		case <-gap.C:
		}
		select {
		case <-ctx.Done():
			return
		case e.out <- e.take(): // later changes make another event
		}
		gap.Reset(eventGap)
	}
}
