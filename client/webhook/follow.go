package webhook

import (
	"errors"
	"time"

	"aloft/client"
	"aloft/client/system"
	"aloft/client/webhook/store"
	"aloft/model"
)

// lookAgain is the time between two attempts to read the store, or to own it.
const lookAgain = time.Second

// follow reads the tables of the owner until this instance should try to become the owner.
func (s *Service) follow() {
	if s.st == nil {
		st, err := store.Follow(s.ctx, s.dir, s.storeOptions())
		if err != nil {
			s.failed(err)
		}
		s.mu.Lock()
		s.st = st
		s.mu.Unlock()
		s.events.changed()
	}
	s.recall()
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
	if s.st != nil {
		changes = s.st.Changes()
	}
	for {
		s.await()
		var again <-chan time.Time
		if s.st == nil || s.orphan() { // nothing reports its end
			again = look.C
		}
		select {
		case <-s.ctx.Done():
			return
		case <-changes:
			s.events.changed()
		case <-s.wake:
		case <-again:
		}
		if s.st == nil || s.orphan() {
			return
		}
	}
}

// orphan reports whether this instance should be the owner, and there is none.
func (s *Service) orphan() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, alive := s.other()
	orphan := s.wanted && !s.closing && !alive
	if !orphan && !s.looked {
		s.settled()
	}
	return orphan
}

// await tells the owner whether this instance waits for the store, so that the owner leaves it what has not begun.
func (s *Service) await() {
	s.mu.Lock()
	defer s.mu.Unlock()
	waits := s.follows && s.wanted && !s.closing && !s.asleep
	if s.heir != nil && (!waits || !system.Named(s.heir, s.heir.Name())) {
		_ = s.heir.Close()
		s.heir = nil
	}
	if s.heir == nil && waits {
		// Without a folder, or while the owner asks who waits, the next change is soon.
		s.heir, _ = store.Await(s.dir)
	}
}

// failed logs why the store cannot be opened. Another instance having it is not a failure.
func (s *Service) failed(err error) {
	if errors.Is(err, system.ErrHeld) {
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
