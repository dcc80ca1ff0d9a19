package state

import (
	"context"
	"errors"
	"time"

	"aloft/client"
	"aloft/client/holder"
	"aloft/model/text"
)

// ErrHeld: another process has held the lock for a long time.
var ErrHeld = errors.New("the lock is held")

// Health is the result of reading a state.
type Health int

const (
	OK      Health = iota
	New            // there was none: this process, or another one just before, began it
	Lost           // there is none any more
	Foreign        // its times are of another clock, so they are not valid
	Garbage        // not a state at all
)

// Lock is held by one goroutine of one process at a time.
type Lock interface {
	// Lock waits for it; ErrHeld after a long time.
	Lock(ctx context.Context) error
	Unlock()
	// Drop ends it without waiting; a lock that is held is released.
	Drop() error
}

// Store is a State that processes share, and the lock under which it is changed.
// Times are those of this host's clock, whatever clock the store has.
type Store interface {
	Lock
	// Identity names the clock of the times.
	Identity() Identity
	// Peek reads the state without the lock. It may be out of date at once, so it
	// only helps to decide what to wait for.
	Peek() (State, Health)
	// Read and Write are called by the holder of the lock.
	Read() (State, Health)
	Write(*State) error
	// Current: the lock is still held. A process that was stopped for long may have
	// been taken for dead.
	Current() bool
	// Stuck reports whether a process of this host that has lost the lock may still
	// be in the middle of sending, and names it.
	Stuck() (holder.Holder, bool)
	// Reading is why nothing may be changed for now, although requests are sent;
	// nil = it may. It does not block.
	Reading() *client.Error
	// Fault is the error for people when the state cannot be used.
	Fault(err error) *client.Error
	// Close waits for the holder of the lock; nobody gets it afterwards.
	Close() error
}

// ErrLost: the lock was not held any more when the state was to be written.
var ErrLost = errors.New("the lock was lost")

// Far is a place that several machines share.
type Far interface {
	// Store is a state there and on this host: a process has the lock of its host
	// first, so the far one is asked once for each.
	Store(near Store, o Sharing) Store
	// Turn is a lock there and on this host, held for as long as an operation lasts.
	Turn(near Lock, o Sharing) Lock
	// Close ends the connections.
	Close() error
}

// Sharing is what a Far place needs to know.
type Sharing struct {
	Name  string // of the lock, the same on all machines
	Clock Clock
	Gap   time.Duration // the configured one
	Late  time.Duration // how much longer an unanswered request blocks the next one
	Retry time.Duration // between two tries to lock
	Limit time.Duration // how long to wait for the lock
	// Say is told what the lock is waited for, for people.
	Say func(text.Text, ...any)
}

// Clock is what a place needs of a host.
type Clock interface {
	// Now is a clock that never steps and that all processes of the host share; it
	// keeps running while the machine is suspended.
	Now() time.Duration
	// Rand is a random number.
	Rand() uint64
}
