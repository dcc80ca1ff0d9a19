package webhook

import (
	"context"
	"maps"
	"slices"

	"aloft/client"
	"aloft/client/webhook/store"
	"aloft/model"
	"aloft/model/text"
)

// Reload applies a changed configuration. Projects, platforms and time-outs apply from the next delivery. For another
// address, port or path it listens again.
func (s *Service) Reload(set Settings) {
	s.mu.Lock()
	old, own := s.set, s.own
	if s.o.Headless { // it was started by hand, and ends by hand
		set.Enabled = old.Enabled
	}
	s.set = set
	s.changes++
	if set.Enabled != old.Enabled {
		s.wanted = set.Enabled
	}
	s.mu.Unlock()
	if own != nil {
		own.reload(old, set)
	}
	s.nudge()
}

// Close ends the service: it accepts nothing more and stops running work. It returns what was stopped or had not
// started.
func (s *Service) Close(ctx context.Context) []model.Delivery {
	s.mu.Lock()
	own, again := s.own, s.closing
	s.closing = true
	s.mu.Unlock()
	var stopped []model.Delivery
	if own != nil && !again {
		stopped = own.end(ctx)
	}
	s.stop()
	select {
	case <-s.done:
	case <-ctx.Done():
	}
	return stopped
}

// Status is the receiver's status.
func (s *Service) Status() model.HookStatus {
	s.mu.Lock()
	defer s.mu.Unlock()
	var h model.HookStatus
	other, alive := s.other()
	switch {
	case s.own != nil:
		h = s.own.status()
	case alive:
		h = s.othersStatus(other)
	case !s.why.IsZero():
		h = model.HookStatus{State: model.HookRefused, Why: model.Say(text.HookStoreFailed, s.why)}
	case s.wanted:
		h = model.HookStatus{State: model.HookOff, Why: model.Say("the receiver is starting")}
	default:
		h = model.HookStatus{State: model.HookOff, Why: model.Say(text.HookDisabled)}
	}
	s.place(&h)
	h.Projects = slices.Sorted(maps.Keys(s.set.Projects))
	if s.st != nil {
		c := s.st.Counters()
		h.Arrived, h.Failed = c.Arrived, c.Failed
		if s.own != nil || alive { // otherwise it waits for the next owner
			h.Live, h.Asking = c.Live, c.Asking
		}
	}
	return h
}

// othersStatus returns the status published by the owner.
func (s *Service) othersStatus(o store.Holder) model.HookStatus {
	h := model.HookStatus{State: o.State, Address: o.Address, URL: o.URL, Instead: o.Instead, Open: o.Open, Why: o.Why, PID: o.PID, At: o.At, Since: o.Since}
	if o.Host != s.o.Host {
		h.Host = o.Host
	}
	switch o.State {
	case model.HookUp, "":
		h.State = model.HookOther
	case model.HookPaused:
		h.State, h.Paused = model.HookOther, true
	default:
		if !h.Why.IsZero() {
			h.Why = model.Say(text.HookOtherSays, o.PID, o.Why)
		}
	}
	return h
}

// Deliveries returns the deliveries, the newest first.
func (s *Service) Deliveries() []*model.Delivery {
	s.mu.Lock()
	st, own := s.st, s.own
	s.mu.Unlock()
	if st == nil {
		return nil
	}
	all := st.Deliveries()
	if own == nil {
		return all
	}
	at := own.dispatcher.Positions()
	if len(at) == 0 {
		return all
	}
	out := make([]*model.Delivery, len(all))
	for i, d := range all {
		if n, ok := at[d.ID]; ok && n != d.Ahead && d.State == model.DeliveryWaiting {
			c := *d
			c.Ahead = n
			d = &c
		}
		out[i] = d
	}
	return out
}

// Delivery reads all details of a delivery.
func (s *Service) Delivery(ctx context.Context, id string) (*model.DeliveryDetail, error) {
	st, _, err := s.known(ctx)
	if err != nil {
		return nil, err
	}
	return st.Delivery(ctx, id)
}

// Output reads a part of a possibly growing output.
func (s *Service) Output(ctx context.Context, id string, offset int64, most int) ([]byte, int64, int64, error) {
	st, _, err := s.known(ctx)
	if err != nil {
		return nil, 0, 0, err
	}
	return st.Output(ctx, id, offset, most)
}

// Conversations returns the conversations, newest message first.
func (s *Service) Conversations() []model.Conversation {
	s.mu.Lock()
	st := s.st
	s.mu.Unlock()
	if st == nil {
		return nil
	}
	return st.Conversations()
}

// Messages returns the newest ones of a session.
func (s *Service) Messages(ctx context.Context, session string, most int) ([]model.Message, error) {
	st, _, err := s.known(ctx)
	if err != nil {
		return nil, err
	}
	return st.Messages(ctx, session, most)
}

// Routes returns the routes.
func (s *Service) Routes(ctx context.Context) ([]model.HookRoute, error) {
	st, _, err := s.known(ctx)
	if err != nil {
		return nil, err
	}
	return Routes(s.settings(), s.Status().Lines, s.o.Secret, st.Deliveries()), nil
}

// Events reports that something changed.
func (s *Service) Events() <-chan client.HookEvent { return s.events.out }

// Token returns the token that senders need.
func (s *Service) Token(ctx context.Context) (string, error) {
	s.mu.Lock()
	set := s.set
	if other, alive := s.other(); alive {
		set.Open = other.Open // required by the instance that listens
	}
	s.mu.Unlock()
	return token(s.o.Data, set)
}
