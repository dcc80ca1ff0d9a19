package webhook

import (
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
		before, alive := s.other()
		why, ends := s.why, s.closing
		if !alive && why.IsZero() && !ends {
			s.looked = false
		}
		s.mu.Unlock()
		switch {
		case ends:
			return s.nobody()
		case alive && s.o.Headless:
			return nil // the status says which process listens
		case alive:
			return s.startOther(ctx, port, before)
		case !why.IsZero():
			return storeFailed(why)
		case ctx.Err() != nil:
			return err
		}
		s.nudge()
	}
}

// startOther lets the owner listen, and returns the result.
func (s *Service) startOther(ctx context.Context, port int, before store.Holder) error {
	var h store.Holder
	err := s.do(ctx, store.Wish{Do: store.DoStart, Port: port}, func(now store.Holder) bool {
		h = now
		return h.State != before.State || !h.Since.Equal(before.Since) || h.Why != before.Why
	})
	if err != nil || h.State == model.HookUp {
		return err
	}
	return &client.Error{Kind: client.KindConflict, Op: "hook", What: text.HookOtherSays, Args: []any{h.PID, h.Why}}
}

// otherTime is how long the owner may take for a follower's request.
const otherTime = 5 * time.Second

// do grants a wish here, or leaves it for the owner and waits until granted.
func (s *Service) do(ctx context.Context, w store.Wish, granted func(store.Holder) bool) error {
	st, own, err := s.known(ctx)
	if own != nil {
		return own.grant(ctx, w)
	}
	if err != nil {
		return err
	}
	if _, alive := st.Owner(); !alive {
		return s.nobody()
	}
	limit, cancel := context.WithTimeout(ctx, otherTime)
	defer cancel()
	h, alive, err := st.Ask(limit, w, granted)
	switch {
	case !alive:
		return s.nobody()
	case err != nil && ctx.Err() == nil && limit.Err() != nil:
		return &client.Error{Kind: client.KindLocal, Op: "hook", What: text.HookNoAnswer, Args: []any{h.PID},
			Hint: text.HookNoAnswerHint, Retry: true}
	}
	return err
}

// Stop ends listening; running work goes on.
func (s *Service) Stop(ctx context.Context) error {
	return s.do(ctx, store.Wish{Do: store.DoStop}, func(h store.Holder) bool { return h.State == model.HookOff })
}

// Pause answers 503 until it is called with false.
func (s *Service) Pause(ctx context.Context, on bool) error {
	w, want := store.Wish{Do: store.DoResume}, model.HookUp
	if on {
		w, want = store.Wish{Do: store.DoPause}, model.HookPaused
	}
	return s.do(ctx, w, func(h store.Holder) bool { return h.State == want })
}

// told is for a wish whose outcome the deliveries show.
func told(store.Holder) bool { return true }

// Allow answers a delivery's question.
func (s *Service) Allow(ctx context.Context, id string, yes bool) error {
	w := store.Wish{Do: store.DoDeny, ID: id}
	if yes {
		w.Do = store.DoAllow
	}
	return s.do(ctx, w, told)
}

// Kill stops the work of a delivery.
func (s *Service) Kill(ctx context.Context, id string) error {
	return s.do(ctx, store.Wish{Do: store.DoKill, ID: id}, told)
}

// Clear removes ended deliveries from the list.
func (s *Service) Clear(ctx context.Context) error {
	return s.do(ctx, store.Wish{Do: store.DoClear}, told)
}
