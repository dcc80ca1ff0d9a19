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
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"aloft/client"
	"aloft/client/durable/sqlite"
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

// Open opens the store in dir as its owner, and ends what a killed owner did not: such deliveries are cut, or are in
// Unbegun. durable.ErrHeld: another process is the owner.
func Open(dir string, o Options) (*Store, error) {
	held, err := take(dir)
	if err != nil {
		return nil, err
	}
	s := newStore(dir, o)
	s.held = held
	s.last = s.w.lastSign()
	if err = own(filepath.Join(dir, outName)); err == nil {
		// This makes the database. The state of an earlier owner is out of date.
		if err = s.w.update(func(l *sqlite.Link) error {
			return l.Do("UPDATE meta SET owner = ?", encoded(Holder{PID: os.Getpid(), State: model.HookOff}))
		}); err == nil {
			err = s.load()
		}
		if err != nil {
			err = dbError(dir, err)
		}
	}
	if err != nil {
		return nil, errors.Join(err, s.w.close(), s.r.close(), held.close())
	}
	s.recover()
	s.list.arrived, s.list.failed = 0, 0
	s.alive = true
	go s.write()
	s.tasks.Go(s.keepWithinBounds)
	s.tasks.Go(s.hear)
	return s, nil
}

// Close writes what is left to write.
func (s *Store) Close() error {
	s.closed.Do(func() { close(s.closing) })
	<-s.written
	s.tasks.Wait()
	s.finish()
	err := errors.Join(s.w.close(), s.r.close())
	if s.held != nil {
		err = errors.Join(err, s.held.close())
	}
	return err
}

// Leftovers are the processes that were running when the last owner died.
func (s *Store) Leftovers() []Leftover { return s.left }

// Cuts are the deliveries that had not ended when the last owner died, in the order
// in which they came. They must not be changed.
func (s *Store) Cuts() []*model.Delivery { return s.cuts }

// Unbegun are the deliveries that the last owner had not begun, in the order in which they came. The new owner begins
// them, or cuts them.
func (s *Store) Unbegun() []*model.Delivery { return s.unbegun }

func readerError() error {
	return &client.Error{Kind: client.KindConflict, Op: op,
		What: "this instance only follows the webhook receiver of another process", Err: ErrReader}
}
