// Package webhook is the receiver beside the program: it listens, stores what
// it accepted, does the work and posts the outcome. One process of a user is
// the owner of the store; every other follows what the owner writes, and takes
// over when the owner ends.
package webhook

import (
	"context"
	"errors"
	"sync"

	"aloft/client"
	"aloft/model"
)

// Service is the receiver, as an owner or a follower.
type Service struct {
	o Options

	mu     sync.Mutex
	events chan client.HookEvent
}

var _ client.Hooks = (*Service)(nil)

// New begins in the background: it returns before anything was read or
// listened on. Close ends it.
func New(o Options) *Service {
	return &Service{o: o, events: make(chan client.HookEvent)}
}

// Reload takes the settings of a changed configuration. Projects, platforms and
// time-outs count from the next delivery on; another address, port or path
// makes it listen anew.
func (s *Service) Reload(set Settings) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.o.Settings = set
}

// Close ends it: nothing more is accepted, what runs is stopped. It gives what
// was stopped, or had not begun.
func (s *Service) Close(ctx context.Context) []model.Delivery { return nil }

// Status is where the receiver stands.
func (s *Service) Status() model.HookStatus { return model.HookStatus{State: model.HookOff} }

// Deliveries are the newest first.
func (s *Service) Deliveries() []*model.Delivery { return nil }

// Delivery reads everything of one.
func (s *Service) Delivery(ctx context.Context, id string) (*model.DeliveryDetail, error) {
	return nil, errNotYet
}

// Output reads from the output as it grows.
func (s *Service) Output(ctx context.Context, id string, offset int64, most int) ([]byte, int64, int64, error) {
	return nil, 0, 0, errNotYet
}

// Conversations are those with the newest message first.
func (s *Service) Conversations() []model.Conversation { return nil }

// Messages of a session.
func (s *Service) Messages(ctx context.Context, session string) ([]model.Message, error) {
	return nil, errNotYet
}

// Events tells that something changed.
func (s *Service) Events() <-chan client.HookEvent { return s.events }

// Start listens again.
func (s *Service) Start(ctx context.Context, port int) error { return errNotYet }

// Stop ends listening; work goes on.
func (s *Service) Stop(ctx context.Context) error { return errNotYet }

// Pause answers 503 until it is called with false.
func (s *Service) Pause(ctx context.Context, on bool) error { return errNotYet }

// Allow answers a delivery that asks.
func (s *Service) Allow(ctx context.Context, id string, yes bool) error { return errNotYet }

// Kill stops the work of a delivery.
func (s *Service) Kill(ctx context.Context, id string) error { return errNotYet }

// Replay delivers the same request again.
func (s *Service) Replay(ctx context.Context, id string) (string, error) {
	return "", errNotYet
}

// Clear takes what has ended off the list.
func (s *Service) Clear(ctx context.Context) error { return errNotYet }

// Read marks a session's messages as seen.
func (s *Service) Read(ctx context.Context, session string) error { return errNotYet }

// Token is the token that senders need.
func (s *Service) Token(ctx context.Context) (string, error) { return "", errNotYet }

var errNotYet = errors.New("webhook")
