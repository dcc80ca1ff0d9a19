package webhook

import (
	"context"

	"aloft/client"
)

var _ client.HookSleeper = (*Service)(nil)

// Sleep stops listening until Wake, for a program about to be suspended: it would accept connections without
// answering, and later act on requests whose senders got no answer. Running work continues.
func (s *Service) Sleep(ctx context.Context) error {
	return s.sleeps(ctx, true, (*owner).sleep)
}

// Wake listens as before Sleep.
func (s *Service) Wake(ctx context.Context) error {
	return s.sleeps(ctx, false, (*owner).wake)
}

// sleeps notes that a follower can, or cannot, take over; do is for an owner.
func (s *Service) sleeps(ctx context.Context, on bool, do func(*owner, context.Context) error) error {
	s.mu.Lock()
	s.asleep = on
	o := s.own
	s.mu.Unlock()
	s.await()
	if o == nil {
		return nil
	}
	return o.alone(ctx, func(ctx context.Context) error { return do(o, ctx) })
}

// sleep stops listening. one is held.
func (o *owner) sleep(ctx context.Context) error {
	o.mu.Lock()
	up := o.l != nil
	if up {
		o.asleep, o.pausedAsleep = true, o.paused
	}
	o.mu.Unlock()
	if !up {
		return nil
	}
	return o.down(ctx, "the receiver is suspended; run fg in its terminal to resume it")
}

// wake listens again. one is held.
func (o *owner) wake(ctx context.Context) error {
	o.mu.Lock()
	wakes := o.asleep && o.l == nil
	o.asleep = false
	if wakes {
		o.paused = o.pausedAsleep
	}
	o.mu.Unlock()
	if !wakes {
		return nil
	}
	return o.open(ctx)
}
