// Package store keeps what the webhook receiver was sent and what became of it:
// the deliveries with their requests and outputs, the conversations, which
// instance is the receiver, and what other instances wish of it. One process,
// the owner, writes; any number of others follow.
package store

import (
	"context"
	"errors"
	"time"

	"aloft/model"
)

// Errors that callers ask for with errors.Is.
var (
	// ErrHeld: another process is the owner.
	ErrHeld = errors.New("another process holds the store")
	// ErrReader: the store is only followed here.
	ErrReader = errors.New("the store is followed, not owned")
	// ErrUnknown: there is no such delivery, or no longer.
	ErrUnknown = errors.New("no such delivery")
)

// Options of a store; the zero value is right.
type Options struct {
	Now func() time.Time // nil = time.Now
}

// Stored is the part of a request that is only read for details.
type Stored struct {
	Method, Path string             // the path with its query, a token in it masked
	Header       []model.HeaderLine // secrets masked
	Body         []byte             // not kept after Add returns
	WorkDir      string             // as it was asked for
	Key          string             // Idempotency-Key, "" = none
}

// Ran is how the work of a delivery was begun.
type Ran struct {
	Dir    string
	Argv   []string
	Prompt string // as it was handed to the agent
}

// Leftover is the process of a delivery that ran when the owner died.
type Leftover struct {
	ID    string
	PID   int
	Start string
}

// Counters tell what happened since the store was opened, and what goes on.
type Counters struct {
	Arrived      uint64 // deliveries, refused ones too
	Failed       uint64 // of them, those that ended badly
	Live, Asking int
}

// Store is the shared store, owned or followed. Its methods may be called from
// any goroutine. Those that write do nothing, or give ErrReader, when it is
// only followed.
type Store struct{}

// Open takes the store in dir as its owner, and closes what a killed owner
// left open: such deliveries are cut.
func Open(dir string, held *Held, o Options) (*Store, error) { return nil, ErrReader }

// Follow reads the store in dir, which another process writes, until ctx ends
// or it is closed. What is there already has been read when it returns.
func Follow(ctx context.Context, dir string, o Options) (*Store, error) { return nil, ErrReader }

// Close writes what is left to write.
func (s *Store) Close() error { return nil }

// Leftovers are the processes that were running when the last owner died.
func (s *Store) Leftovers() []Leftover { return nil }

// Changes tells that something changed since it was last received from. It is
// closed with the store.
func (s *Store) Changes() <-chan struct{} { return nil }

// Counters of the store.
func (s *Store) Counters() Counters { return Counters{} }

// Add stores a delivery; it is on the disk when Add returns. Without an id in d
// it is not stored: see NewID.
func (s *Store) Add(ctx context.Context, d model.Delivery, r Stored) error { return ErrReader }

// Refuse notes a request that was refused. Equal ones that follow within ten
// seconds are counted in one row.
func (s *Store) Refuse(d model.Delivery, r Stored) {}

// Set notes what became of a delivery. It is seen at once, and written soon.
func (s *Store) Set(d model.Delivery) {}

// SetDetail notes how its work was begun.
func (s *Store) SetDetail(id string, r Ran) {}

// Started notes its process, so that it can be found when this one is killed.
func (s *Store) Started(id string, pid int, start string) {}

// Clear takes what has ended off the list.
func (s *Store) Clear() {}

// Seen finds the delivery that had the idempotency key in the last 24 hours.
func (s *Store) Seen(key string, now time.Time) (id string, ok bool) { return "", false }

// Claim is Seen, and reserves the key for the id in the same step when it was
// not seen. An Add of that id that fails gives it back.
func (s *Store) Claim(key, id string, now time.Time) (first string, seen bool) { return "", false }

// Deliveries are the newest first, at most 1,000: neither the list nor what it
// points to may be changed.
func (s *Store) Deliveries() []*model.Delivery { return nil }

// Get gives one delivery of the list, nil when it is not there.
func (s *Store) Get(id string) *model.Delivery { return nil }

// All gives the newest first, older ones too, until f returns false.
func (s *Store) All(ctx context.Context, f func(*model.Delivery) bool) error { return nil }

// Delivery reads everything of one delivery.
func (s *Store) Delivery(ctx context.Context, id string) (*model.DeliveryDetail, error) {
	return nil, ErrUnknown
}

// Body reads the body of a delivery.
func (s *Store) Body(ctx context.Context, id string) ([]byte, error) { return nil, ErrUnknown }

// Output reads at most most bytes of what a delivery printed, from an offset
// (negative: from the end), where the part begins, and the size so far.
func (s *Store) Output(ctx context.Context, id string, offset int64, most int) (part []byte, at, size int64, err error) {
	return nil, 0, 0, ErrUnknown
}

// OutputFile is where the output of a delivery belongs. Its folder exists.
func (s *Store) OutputFile(id string) string { return "" }
