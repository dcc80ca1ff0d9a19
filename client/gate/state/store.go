package state

import (
	"context"
	"errors"
	"time"

	"aloft/client"
	"aloft/client/system"
	"aloft/model/text"
)

// Health is the result of reading a state.
type Health int

const (
	OK      Health = iota
	New            // there was none: this process, or another one just before, began it
	Lost           // there is none any more
	Foreign        // its times are of another clock, so they are not valid
	Garbage        // not a state at all
)

// Store is a State that processes share, and the lock under which it is changed. Times are those of this host's clock,
// whatever clock the store has. Its errors are those of the context, ErrLost, or *client.Error.
type Store interface {
	// Lock waits for the lock, which one goroutine of one process holds at a time.
	Lock(ctx context.Context) error
	Unlock()
	// Peek reads the state without the lock. It may be out of date at once, so it
	// only helps to decide what to wait for.
	Peek() (State, Health)
	// Read and Write are called by the holder of the lock. A state without an identity gets that of the store's clock.
	Read() (State, Health)
	Write(*State) error
	// Current: the lock is still held. A process that was stopped for long may have
	// been taken for dead.
	Current() bool
	// Reading is why nothing may be changed for now, although requests are sent; nil = it may. It does not block. A Lock
	// makes the store look, from time to time, whether that is over.
	Reading() *client.Error
	// Close waits for the holder of the lock, unless it is that of a turn, which is released.
	Close() error
}

// LookAgain is the time between two checks whether what Reading names is over.
const LookAgain = 2 * time.Second

// ErrLost: the lock was not held any more when the state was to be written, or the state is kept elsewhere from now on.
// The claim begins again.
var ErrLost = errors.New("the lock was lost")

// Far is a place that several machines share.
type Far interface {
	// Store is a state there and on this host: a process has the lock of its host
	// first, so the far one is asked once for each.
	Store(near Store, host Clock, o Rules) Store
	// Close ends the connections.
	Close() error
}

// Rules are those of one store.
type Rules struct {
	Name  string        // the same on all machines
	Self  system.Holder // this process
	Turn  bool          // the lock is held for an operation, and there is no state
	Gap   time.Duration // the configured one
	Late  time.Duration // how much longer an unanswered request blocks the next one
	Retry time.Duration // between two tries to lock
	Limit time.Duration // how long to wait for the lock
	// Say, when set, is told what the lock is waited for, for people.
	Say func(text.Text, ...any)
}

// Waits says what a lock is waited for.
func (r *Rules) Waits(ctx context.Context, t text.Text, args ...any) {
	client.WaitsFor(ctx, t, args...)
	if r.Say != nil {
		r.Say(t, args...)
	}
}

// Again waits before the next try to lock, at random, so that no process is always first. The lock is held for about a
// millisecond; a holder for longer waits out a gap or is stopped.
func (r *Rules) Again(ctx context.Context, host Clock, wait *time.Duration) error {
	err := client.Sleep(ctx, *wait/2+time.Duration(host.Rand()%uint64(*wait)))
	*wait = min(*wait*5/4, 10*r.Retry)
	return err
}

// Clock is what a place needs of a host.
type Clock interface {
	// Now is a clock that never steps and that all processes of the host share; it
	// keeps running while the machine is suspended.
	Now() time.Duration
	// Rand is a random number.
	Rand() uint64
}
