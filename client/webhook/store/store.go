// Package store keeps what the webhook receiver was sent and what was done with it:
// the deliveries with their requests and outputs, the conversations, which instance
// is the receiver, and the wishes of other instances. One process, the owner,
// writes; any number of others follow.
//
// The folder, all of it for this user only:
//
//	lock, owner.json  the owner, and its published state
//	heirs             locked by those who wait to be the next owner
//	log/              deliveries: JSON lines in segments, 4 MiB each, 64 MiB and 30 days in all
//	bodies/           bodies and prompts over 16 KiB, 256 MiB and 30 days in all
//	out/              outputs, 2 GiB and 30 days in all
//	talk/             conversations, a file each: 500 of them with 1,000 messages, 2 MiB each, 64 MiB in all
//	wishes/           requests of other processes to the owner
package store

import (
	"context"
	"errors"
	"path/filepath"
	"sync"
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
// ErrReader. Its parts have their own state and their own locks; the index's is
// locked before that of the queue and of the files.
type Store struct {
	*index // the deliveries in memory
	*files // bodies and outputs
	*talks // the conversations
	*inbox // the wishes of other processes

	dir     string
	o       Options
	held    *Held // nil: followed
	left    []Leftover
	cuts    []*model.Delivery
	unbegun []*model.Delivery
	last    time.Time // last sign of life of the last owner
	queue   *queue    // what is to be written to the log

	closing chan struct{}
	written chan struct{} // the writer has ended
	closed  sync.Once
	tasks   sync.WaitGroup
}

func newStore(dir string, o Options) *Store {
	o = o.filled()
	s := &Store{dir: dir, o: o, index: newIndex(), queue: newQueue(), closing: make(chan struct{}), written: make(chan struct{})}
	s.files = &files{folder: dir, o: o, get: s.Get, prune: make(chan struct{}, 1)}
	s.inbox = &inbox{folder: filepath.Join(dir, wishName), now: o.Now, poll: o.poll, wishes: make(chan Wish, 16)}
	return s
}

// Open opens the store in dir as its owner, and ends what a killed owner did not:
// such deliveries are cut, or are in Unbegun.
func Open(dir string, held *Held, o Options) (*Store, error) {
	if held == nil || held.dir != dir {
		return nil, readerError()
	}
	s := newStore(dir, o)
	s.held = held
	for _, d := range []string{logName, bodyName, outName, talkName, wishName} {
		if err := own(filepath.Join(dir, d)); err != nil {
			return nil, err
		}
	}
	var err error
	l := &log{s: s}
	if s.last, err = l.open(); err != nil {
		return nil, folderError(dir, err)
	}
	if s.talks, err = openTalks(dir, s.o, true, s.tell); err != nil {
		return nil, folderError(dir, err)
	}
	s.recover()
	s.base = s.counted()
	go l.run()
	s.tasks.Go(func() { s.keepWithinBounds(s.closing) })
	s.tasks.Go(func() { s.hear(s.closing) })
	return s, nil
}

// Close writes what is left to write.
func (s *Store) Close() error {
	s.closed.Do(func() { close(s.closing) })
	<-s.written
	s.tasks.Wait()
	s.finish()
	return nil
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

// Settle waits until everything stored so far is written.
func (s *Store) Settle(ctx context.Context) error {
	if s.held == nil {
		return nil
	}
	done := make(chan error, 1)
	it := &item{done: done}
	if !s.queue.put(it) {
		return closedError()
	}
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return ctx.Err()
	}
}
