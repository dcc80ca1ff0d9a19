package webhook

import (
	"cmp"
	"context"
	"time"

	"aloft/client"
	"aloft/client/webhook/store"
	"aloft/model"
	"aloft/model/text"
)

// Start listens again.
func (s *Service) Start(ctx context.Context, port int) error {
	for {
		s.mu.Lock()
		s.wanted = true
		s.mu.Unlock()
		_, own, err := s.known(ctx)
		if own != nil {
			return own.start(ctx, port)
		}
		s.mu.Lock()
		alive, why, ends := s.alive, s.why, s.closing
		if !alive && why.IsZero() && !ends {
			s.unsettle()
		}
		s.mu.Unlock()
		switch {
		case ends:
			return s.nobody()
		case alive && s.o.Headless:
			return nil // the status says which process listens
		case alive:
			return s.startOther(ctx, port)
		case !why.IsZero():
			return &client.Error{Kind: client.KindLocal, Op: "hook", What: text.HookStoreFailed, Args: []any{why}}
		case ctx.Err() != nil:
			return err
		}
		s.nudge()
	}
}

// otherTime is how long the owner may take for a follower's request.
const otherTime = 5 * time.Second

// startOther lets the owner listen, and returns the result.
func (s *Service) startOther(ctx context.Context, port int) error {
	before, _, err := store.Owner(s.dir)
	if err != nil {
		return err
	}
	h, err := s.wish(ctx, store.Wish{Do: store.DoStart, Port: port}, func(h store.Holder) bool {
		return h.State != before.State || !h.Since.Equal(before.Since) || h.Why != before.Why
	})
	if err != nil || h.State == model.HookUp {
		return err
	}
	return &client.Error{Kind: client.KindConflict, Op: "hook", What: text.HookOtherSays, Args: []any{h.PID, h.Why}}
}

// wish leaves a request for the owner and waits until it is granted.
func (s *Service) wish(ctx context.Context, w store.Wish, granted func(store.Holder) bool) (store.Holder, error) {
	if err := store.PutWish(s.dir, w); err != nil {
		return store.Holder{}, err
	}
	limit := time.NewTimer(otherTime)
	defer limit.Stop()
	look := time.NewTicker(50 * time.Millisecond)
	defer look.Stop()
	for {
		h, alive, err := store.Owner(s.dir)
		switch {
		case err != nil:
			return h, err
		case !alive:
			return h, s.nobody()
		case granted(h):
			s.lookUp()
			return h, nil
		}
		select {
		case <-ctx.Done():
			return h, ctx.Err()
		case <-limit.C:
			return h, &client.Error{Kind: client.KindLocal, Op: "hook", What: text.HookNoAnswer, Args: []any{h.PID},
				Hint: text.HookNoAnswerHint, Retry: true}
		case <-look.C:
		}
	}
}

// Stop ends listening; running work goes on.
func (s *Service) Stop(ctx context.Context) error {
	_, own, err := s.known(ctx)
	switch {
	case own != nil:
		return own.close(ctx)
	case !s.another():
		return cmp.Or(err, s.nobody())
	}
	_, err = s.wish(ctx, store.Wish{Do: store.DoStop}, func(h store.Holder) bool { return h.State == model.HookOff })
	return err
}

// Pause answers 503 until it is called with false.
func (s *Service) Pause(ctx context.Context, on bool) error {
	_, own, err := s.known(ctx)
	switch {
	case own != nil:
		return own.pause(ctx, on)
	case !s.another():
		return cmp.Or(err, s.nobody())
	}
	w, want := store.Wish{Do: store.DoResume}, model.HookUp
	if on {
		w, want = store.Wish{Do: store.DoPause}, model.HookPaused
	}
	_, err = s.wish(ctx, w, func(h store.Holder) bool { return h.State == want })
	return err
}

// Allow answers a delivery's question.
func (s *Service) Allow(ctx context.Context, id string, yes bool) error {
	do := store.DoDeny
	if yes {
		do = store.DoAllow
	}
	return s.ask(ctx, id, do, func(o *owner) error { return o.dispatcher.Allow(id, yes) })
}

// Kill stops the work of a delivery.
func (s *Service) Kill(ctx context.Context, id string) error {
	return s.ask(ctx, id, store.DoKill, func(o *owner) error { return o.dispatcher.Kill(id) })
}

// Clear removes ended deliveries from the list.
func (s *Service) Clear(ctx context.Context) error {
	return s.ask(ctx, "", store.DoClear, func(o *owner) error {
		o.st.Clear()
		return nil
	})
}

// ask does something in this process or requests it from the owner.
func (s *Service) ask(ctx context.Context, id, do string, here func(*owner) error) error {
	_, own, err := s.known(ctx)
	switch {
	case own != nil:
		return here(own)
	case !s.another():
		return cmp.Or(err, s.nobody())
	}
	return store.PutWish(s.dir, store.Wish{Do: do, ID: id})
}

// another reports whether another instance owns the store.
func (s *Service) another() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.alive
}
