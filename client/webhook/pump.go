package webhook

import (
	"context"
	"errors"
	"sync"
	"time"

	"aloft/client"
	"aloft/model/text"
)

// eventGap: events are told at most ten times a second (client.Hooks).
const eventGap = 100 * time.Millisecond

// mostNotifications wait for a screen that does not look.
const mostNotifications = 20

// pump tells a screen that something changed. Whoever pokes it never waits, and
// a screen that is slow is told once of many changes.
type pump struct {
	out  chan client.HookEvent
	wake chan struct{}

	mu    sync.Mutex
	notes []client.Notification
}

func newPump() *pump {
	return &pump{out: make(chan client.HookEvent), wake: make(chan struct{}, 1)}
}

func (p *pump) poke() {
	select {
	case p.wake <- struct{}{}:
	default:
	}
}

// notify is the desktop platform's way to the terminal.
func (p *pump) notify(n client.Notification) error {
	p.mu.Lock()
	full := len(p.notes) >= mostNotifications
	if !full {
		p.notes = append(p.notes, n)
	}
	p.mu.Unlock()
	p.poke()
	if full {
		return errors.New(say(text.HookPostsFull))
	}
	return nil
}

func (p *pump) take() client.HookEvent {
	p.mu.Lock()
	defer p.mu.Unlock()
	e := client.HookEvent{Notify: p.notes}
	p.notes = nil
	return e
}

// run hands out events until ctx ends.
func (p *pump) run(ctx context.Context) {
	defer close(p.out)
	gap := time.NewTimer(0)
	defer gap.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-p.wake:
		}
		select {
		case <-ctx.Done():
			return
		case <-gap.C:
		}
		select {
		case <-ctx.Done():
			return
		case p.out <- p.take(): // what comes meanwhile makes another one
		}
		gap.Reset(eventGap)
	}
}
