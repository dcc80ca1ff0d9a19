// Package store keeps what the webhook receiver was sent and what was done with it:
// the deliveries with their requests and outputs, the conversations, which instance
// is the receiver, and the wishes of other instances. One process, the owner,
// writes; any number of others follow.
//
// The folder, all of it for this user only:
//
//	lock, heirs  locked by the owner, and by those who wait to be the next one
//	webhook.db   deliveries, 30 days and 50,000 of them; their bodies and prompts, 256 MiB;
//	             500 conversations with 1,000 messages each, 64 MiB; the owner's published state;
//	             wishes of other processes
//	out/         outputs, 2 GiB and 30 days in all
package store

import (
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"aloft/client"
	"aloft/model"
)

// Errors for errors.Is.
var (
	// ErrReader: the store is only followed here.
	ErrReader = errors.New("the store is followed, not owned")
	// ErrUnknown: there is no such delivery, or no longer.
	ErrUnknown = errors.New("no such delivery")
)

// Store is the shared store, owned or followed. Its methods may be called from any
// goroutine. When it is only followed, methods that write do nothing, or return
// ErrReader.
type Store struct {
	dir   string
	o     Options
	held  *lock // nil: followed
	w, r  *db   // to write, and to read
	talks talks
	queue queue // what is to be written

	rev  int64       // what was read of the database
	gen  int         // of the file that was read
	look atomic.Bool // other processes may have left wishes

	mu      sync.Mutex
	list    *list  // in memory
	holder  Holder // the owner
	alive   bool   // it is running
	refused refusals
	claimed map[string]string // ids of deliveries that are being stored, by their keys
	later   map[*entry]bool   // to be written before long
	timer   *time.Timer       // after which they are
	clears  int
	changes chan struct{}
	over    bool // it is closed

	left    []Leftover
	cuts    []*model.Delivery
	unbegun []*model.Delivery
	last    time.Time // last sign of life of the last owner

	claiming sync.Mutex // held while an idempotency key is looked up and reserved
	grown    atomic.Int64
	prune    chan struct{} // capacity 1: it has grown

	closing chan struct{}
	written chan struct{} // the writer has ended
	closed  sync.Once
	tasks   sync.WaitGroup
}

func newStore(dir string, o Options) *Store {
	o = o.filled()
	return &Store{dir: dir, o: o, r: &db{dir: dir}, w: &db{dir: dir, writes: true, fast: o.fast}, talks: talks{by: map[string]*talk{}},
		list: newList(), claimed: map[string]string{}, later: map[*entry]bool{}, changes: make(chan struct{}, 1),
		queue: queue{work: make(chan struct{}, 1)}, prune: make(chan struct{}, 1), closing: make(chan struct{}), written: make(chan struct{})}
}

func readerError() error {
	return &client.Error{Kind: client.KindConflict, Op: op,
		What: "another process runs the webhook receiver; this instance only shows its deliveries", Err: ErrReader}
}

// finish tells receivers that there will be no more changes.
func (s *Store) finish() {
	s.mu.Lock()
	defer s.mu.Unlock()
	if !s.over {
		close(s.changes)
	}
	s.over = true
}

// Changes receives when something changed since the last receive. It is closed with
// the store.
func (s *Store) Changes() <-chan struct{} { return s.changes }

// changed sends to Changes. The lock is held.
func (s *Store) changed() {
	if !s.over {
		client.Nudge(s.changes)
	}
}

// tell reports a change made elsewhere.
func (s *Store) tell() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.changed()
}

// Counters of the store.
func (s *Store) Counters() Counters {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := Counters{Arrived: s.list.arrived, Failed: s.list.failed}
	c.Live, c.Asking = s.list.live()
	return c
}

// Deliveries returns at most 1,000, the newest first: neither the list nor its
// elements may be changed.
func (s *Store) Deliveries() []*model.Delivery {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.list.deliveries()
}

// Get returns a delivery in memory, nil when there is none.
func (s *Store) Get(id string) *model.Delivery {
	s.mu.Lock()
	defer s.mu.Unlock()
	if e := s.list.byID[id]; e != nil {
		return e.d
	}
	return nil
}
