// Package webhook is the receiver. It listens, stores accepted requests, does the work and posts the outcome. One
// process of a user owns the store; the others follow what the owner writes, and one takes over when the owner ends.
package webhook

import (
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"time"

	"aloft/client"
	"aloft/client/webhook/receive"
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
	wanted  bool           // this instance should listen
	looked  bool           // it is known who owns the store
	moved   chan struct{}  // closed when that becomes known
	st      *store.Store   // nil: not open yet
	own     *owner         // nil: another process, or none, owns the store
	why     model.Sentence // why the store cannot be opened
	closing bool
	follows bool     // it follows the owner
	asleep  bool     // between Sleep and Wake
	heir    *os.File // while it waits for the store
}

var _ client.Hooks = (*Service)(nil)

// New starts in the background: it returns before anything is read or a port is opened. Close ends it.
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
		done: make(chan struct{}), moved: make(chan struct{}), wake: make(chan struct{}, 1), events: newEvents()}
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
			s.failed(s.ownStore())
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
func (s *Service) nudge() { client.Nudge(s.wake) }

// settled wakes callers that wait for the owner to be known. The lock is held.
func (s *Service) settled() {
	s.looked = true
	close(s.moved)
	s.moved = make(chan struct{})
}

// other is the owner, if it is another process. The lock is held.
func (s *Service) other() (h store.Holder, alive bool) {
	if s.st == nil || s.own != nil {
		return h, false
	}
	return s.st.Owner()
}

// known waits until the owner of the store is known. It returns the store, and the owner if it is this instance.
func (s *Service) known(ctx context.Context) (*store.Store, *owner, error) {
	for {
		s.mu.Lock()
		moved, looked, st, own, why := s.moved, s.looked, s.st, s.own, s.why
		s.mu.Unlock()
		switch {
		case looked && st != nil:
			return st, own, nil
		case looked && !why.IsZero():
			return nil, nil, storeFailed(why)
		case looked:
			return nil, nil, s.nobody()
		}
		select {
		case <-moved:
		case <-ctx.Done():
			return nil, nil, ctx.Err()
		case <-s.ctx.Done():
			return nil, nil, s.nobody()
		}
	}
}

func (s *Service) settings() Settings {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.set
}

func (s *Service) storeOptions() store.Options {
	return store.Options{Now: s.o.Now, Resumes: true, Watches: s.o.Watches}
}

func storeFailed(why model.Sentence) error {
	return &client.Error{Kind: client.KindLocal, Op: "hook", What: text.HookStoreFailed, Args: []any{why}}
}

func (s *Service) nobody() error {
	return &client.Error{Kind: client.KindNotFound, Op: "hook", What: "no receiver is running",
		Hint: "start one with aloft hook serve, or open aloft"}
}

// kept is the port in use since the configured one belonged to another user. The receiver stays there even when the
// configured port is free again: otherwise the first receiver after a restart would get that port, and commands
// pasted meanwhile would send the token to another user's program. Changing webhook.port ends it.
type kept struct {
	Configured int `json:"configured"`
	Port       int `json:"port"`
}

func (s *Service) warn(err error) {
	if err != nil {
		s.o.Log.Warn("webhook", "error", err)
	}
}
