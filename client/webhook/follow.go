package webhook

import (
	"context"
	"errors"
	"time"

	"aloft/client"
	"aloft/client/durable"
	"aloft/client/webhook/store"
	"aloft/model"
)

// lookAgain is the time between two attempts to read or become the owner.
const lookAgain = time.Second

// follow reads what the owner writes until this instance should try to become the owner.
func (s *Service) follow() {
	ctx, stop := context.WithCancel(s.ctx)
	defer stop()
	st, err := store.Follow(ctx, s.dir, s.storeOptions())
	if err != nil {
		s.failed(err)
	} else {
		s.mu.Lock()
		before := s.st
		s.st = st
		s.mu.Unlock()
		if before != nil {
			s.warn(before.Close())
		}
	}
	s.recall()
	s.lookUp()
	s.mu.Lock()
	s.follows = true
	s.settled()
	s.mu.Unlock()
	defer func() {
		s.mu.Lock()
		s.follows = false
		s.mu.Unlock()
		s.await()
	}()
	look := time.NewTicker(lookAgain)
	defer look.Stop()
	var changes <-chan struct{}
	if st != nil {
		changes = st.Changes()
	}
	for {
		s.await()
		var again <-chan time.Time
		if st == nil || s.unsure() { // nothing reports its end
			again = look.C
		}
		select {
		case <-s.ctx.Done():
			return
		case _, ok := <-changes:
			if !ok {
				changes = nil
				continue
			}
			s.events.changed()
		case <-s.wake:
		case <-again:
		}
		if alive := s.lookUp(); !alive && s.wants() || st == nil {
			return
		}
	}
}

// await tells the owner whether this instance waits for the store, so that the owner leaves it what has not begun.
func (s *Service) await() {
	s.mu.Lock()
	defer s.mu.Unlock()
	waits := s.follows && s.wanted && !s.closing && !s.asleep
	if s.heir != nil && (!waits || !s.heir.Known(s.dir)) {
		_ = s.heir.Close()
		s.heir = nil
	}
	if s.heir == nil && waits {
		// Without a folder, or while the owner asks who waits, the next change is soon.
		s.heir, _ = store.Await(s.dir)
	}
}

// unsure reports whether the owner is unknown, or this instance should be the owner and cannot.
func (s *Service) unsure() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.unread != "" || !s.alive && s.wanted
}

// lookUp reads who the owner is.
func (s *Service) lookUp() (alive bool) {
	h, alive, err := store.Owner(s.dir)
	s.mu.Lock()
	if err != nil {
		before := s.unread
		s.unread = err.Error()
		s.mu.Unlock()
		if before != err.Error() { // read every second
			s.warn(err)
		}
		return false
	}
	changed := h != s.other || alive != s.alive
	s.other, s.alive, s.unread = h, alive, ""
	s.mu.Unlock()
	if changed {
		s.events.changed()
	}
	return alive
}

// failed logs why the store cannot be opened. Another instance having it is not a failure.
func (s *Service) failed(err error) {
	if errors.Is(err, durable.ErrHeld) {
		err = nil
	}
	s.mu.Lock()
	old := s.why
	s.why = model.Sentence{}
	if err != nil {
		s.why = client.Sentence(err)
	}
	changed := old != s.why
	s.mu.Unlock()
	if changed {
		s.warn(err)
		s.events.changed()
	}
}
