// Package webhook is the receiver: it listens, stores what it accepted, does the
// work and posts the outcome. One process of a user is the owner of the store;
// every other one follows what the owner writes, and takes over when the owner
// ends.
package webhook

import (
	"context"
	"log/slog"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"time"

	"aloft/client"
	"aloft/client/webhook/dispatch"
	"aloft/client/webhook/receive"
	"aloft/client/webhook/run"
	"aloft/client/webhook/store"
	"aloft/model"
	"aloft/model/text"
)

// folder is the store's folder in the program's state folder.
const folder = "webhook"

// Service is the receiver, as an owner or a follower.
type Service struct {
	o      Options
	dir    string
	ctx    context.Context
	stop   context.CancelFunc
	done   chan struct{} // closed when the background part has ended
	events *events
	wake   chan struct{} // capacity 1: wanted has changed

	mu      sync.Mutex
	set     Settings
	changes int // of set
	kept    kept
	wanted  bool          // this instance should listen
	ready   chan struct{} // closed once the owner of the store is known
	readied bool
	st      *store.Store // nil: not open yet
	own     *owner       // nil: another process owns the store, or none
	other   store.Holder // the owner, when it is another process
	alive   bool         // that process is running
	why     string       // why the store cannot be opened
	unread  string       // why the owner is not known
	closing bool
}

var _ client.Hooks = (*Service)(nil)

// New starts in the background: it returns before anything was read or a port was
// opened. Close ends it.
func New(o Options) *Service {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Foreign == nil {
		o.Foreign = func(address string, port int) (int, bool) { return receive.Foreign(address, port, os.Geteuid()) }
	}
	ctx, stop := context.WithCancel(context.Background())
	s := &Service{o: o, dir: filepath.Join(o.State, folder), ctx: ctx, stop: stop, set: o.Settings, wanted: o.Settings.Enabled,
		done: make(chan struct{}), ready: make(chan struct{}), wake: make(chan struct{}, 1), events: newEvents()}
	go s.events.run(ctx)
	go s.live()
	return s
}

// live is the background part: it owns the store, or follows it until the owner
// ends.
func (s *Service) live() {
	defer close(s.done)
	if s.o.Delay > 0 {
		select {
		case <-time.After(s.o.Delay):
		case <-s.ctx.Done():
		}
	}
	for s.ctx.Err() == nil {
		if s.wants() {
			held, err := store.Lock(s.dir)
			if err == nil {
				err = s.ownStore(held)
			}
			s.failed(err)
		}
		if s.ctx.Err() == nil {
			s.follow()
		}
	}
}

// wants reports whether this instance should own the store.
func (s *Service) wants() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.wanted && !s.closing
}

// nudge makes the background part check again at once.
func (s *Service) nudge() {
	select {
	case s.wake <- struct{}{}:
	default:
	}
}

// settled wakes those who wait for the owner to be known. The lock is held.
func (s *Service) settled() {
	if !s.readied {
		s.readied = true
		close(s.ready)
	}
}

// unsettle makes callers wait for the next settled. The lock is held.
func (s *Service) unsettle() {
	if s.readied {
		s.readied = false
		s.ready = make(chan struct{})
	}
}

// known waits until the owner of the store is known, and returns the store, and the
// owner when it is this instance.
func (s *Service) known(ctx context.Context) (*store.Store, *owner, error) {
	for {
		s.mu.Lock()
		ready, readied, st, own, why := s.ready, s.readied, s.st, s.own, s.why
		s.mu.Unlock()
		switch {
		case readied && st != nil:
			return st, own, nil
		case readied && why != "":
			return nil, nil, &client.Error{Kind: client.KindLocal, Op: "hook", What: text.HookStoreFailed, Args: []any{why}}
		case readied:
			return nil, nil, s.nobody()
		}
		select {
		case <-ready:
		case <-ctx.Done():
			return nil, nil, ctx.Err()
		case <-s.ctx.Done():
			return nil, nil, s.nobody()
		}
	}
}

func (s *Service) nobody() error {
	return &client.Error{Kind: client.KindNotFound, Op: "hook", What: "no receiver is running",
		Hint: "start one with aloft hook serve, or open aloft"}
}

// Reload applies the settings of a changed configuration. Projects, platforms and
// time-outs count from the next delivery on; for another address, port or path it
// listens again.
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

func sameListening(a, b Settings) bool {
	return a.Address == b.Address && a.Port == b.Port && a.Path == b.Path && a.Open == b.Open && a.Token == b.Token && a.MaxBody == b.MaxBody
}

// Close ends the service: nothing more is accepted, what runs is stopped. It
// returns what was stopped, or had not started.
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
	switch {
	case s.own != nil:
		h = s.own.status()
	case s.alive:
		h = s.othersStatus()
	case s.why != "":
		h = model.HookStatus{State: model.HookRefused, Why: english(text.HookStoreFailed, s.why)}
	case s.wanted:
		h = model.HookStatus{State: model.HookOff, Why: english("the receiver is starting")}
	default:
		h = model.HookStatus{State: model.HookOff, Why: english(text.HookDisabled)}
	}
	s.place(&h)
	h.Projects = slices.Sorted(maps.Keys(s.set.Projects))
	if s.st != nil {
		c := s.st.Counters()
		h.Inbox = s.st.Crowded()
		h.Live, h.Asking, h.Arrived, h.Failed = c.Live, c.Asking, c.Arrived, c.Failed
	}
	return h
}

// othersStatus is the status as published by the owner. The lock is held.
func (s *Service) othersStatus() model.HookStatus {
	o := s.other
	h := model.HookStatus{State: o.State, Address: o.Address, URL: o.URL, Instead: o.Instead, Open: o.Open, Why: o.Why, PID: o.PID, Since: o.Since}
	switch o.State {
	case model.HookUp, "":
		h.State = model.HookOther
	case model.HookPaused:
		h.State, h.Paused = model.HookOther, true
	default:
		if h.Why != "" {
			h.Why = english(text.HookOtherSays, o.PID, o.Why)
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

// Delivery reads all details of one.
func (s *Service) Delivery(ctx context.Context, id string) (*model.DeliveryDetail, error) {
	st, _, err := s.known(ctx)
	if err != nil {
		return nil, err
	}
	return st.Delivery(ctx, id)
}

// Output reads from the output as it grows.
func (s *Service) Output(ctx context.Context, id string, offset int64, most int) ([]byte, int64, int64, error) {
	st, _, err := s.known(ctx)
	if err != nil {
		return nil, 0, 0, err
	}
	return st.Output(ctx, id, offset, most)
}

// Conversations returns those with the newest message first.
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

// Read marks a session's messages as seen.
func (s *Service) Read(ctx context.Context, session string) error {
	st, _, err := s.known(ctx)
	if err != nil {
		return err
	}
	return st.Read(ctx, session)
}

// Events reports that something changed.
func (s *Service) Events() <-chan client.HookEvent { return s.events.out }

// Token is the token that senders need.
func (s *Service) Token(ctx context.Context) (string, error) {
	s.mu.Lock()
	set := s.set
	if s.own == nil && s.alive {
		set.Open = s.other.Open // what the instance that listens requires
	}
	s.mu.Unlock()
	return token(s.o.Data, set)
}

// token is the one of the environment, or else the one of the data folder.
func token(data string, set Settings) (string, error) {
	switch {
	case set.Open:
		return "", nil
	case set.Token != "":
		return set.Token, nil
	}
	return receive.Token(data)
}

// dispatcher makes the dispatcher of an owner.
func (s *Service) dispatcher(st *store.Store, set Settings) *dispatch.Dispatcher {
	return dispatch.New(st, dispatch.Options{Run: run.Run, Now: s.o.Now, Log: s.o.Log, Env: s.o.Env, Program: s.o.Program, Dir: s.o.Dir,
		Changed: s.events.changed}, s.rules(set, st))
}

// english is a sentence as it is stored and published.
func english(t text.Text, args ...any) string { return (*text.Catalogue)(nil).Say(t, args...) }
