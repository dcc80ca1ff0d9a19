package webhook

import (
	"context"

	"aloft/client"
)

var _ client.HookSleeper = (*Service)(nil)

// Sleep stops listening until Wake, for a program about to be suspended: it would accept connections without
// answering, and later act on requests whose senders got no answer. Running work continues.
func (s *Service) Sleep(ctx context.Context) error {
	s.sleeps(true)
	if o := s.owner(); o != nil {
		return o.sleep(ctx)
	}
	return nil
}

// Wake listens as before Sleep.
func (s *Service) Wake(ctx context.Context) error {
	s.sleeps(false)
	if o := s.owner(); o != nil {
		return o.wake(ctx)
	}
	return nil
}

// sleeps notes that a follower can, or cannot, take over.
func (s *Service) sleeps(on bool) {
	s.mu.Lock()
	s.asleep = on
	s.mu.Unlock()
	s.await()
}

// owner returns this instance as the owner of the store, or nil.
func (s *Service) owner() *owner {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.own
}

func (o *owner) sleep(ctx context.Context) error {
	if err := o.acquire(ctx); err != nil {
		return err
	}
	defer o.release()
	o.mu.Lock()
	up, paused := o.l != nil, o.paused
	if up {
		o.asleep, o.pausedAsleep = true, paused
	}
	o.mu.Unlock()
	if !up {
		return nil
	}
	return o.down(ctx, "the program of the receiver is suspended; fg in its terminal brings it back")
}

func (o *owner) wake(ctx context.Context) error {
	if err := o.acquire(ctx); err != nil {
		return err
	}
	defer o.release()
	o.mu.Lock()
	up, slept := o.l != nil, o.asleep
	o.asleep = false
	if slept && !up {
		o.paused = o.pausedAsleep
	}
	o.mu.Unlock()
	if !slept || up {
		return nil
	}
	return o.open(ctx)
}
