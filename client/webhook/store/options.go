package store

import (
	"cmp"
	"time"

	"aloft/client/system"
	"aloft/model"
)

// Options of a store; the zero value is right.
type Options struct {
	Now func() time.Time // nil = time.Now
	// Resumes says that the next owner begins what had not begun: it is not cut.
	Resumes bool
	// Watches end with others, nil = by themselves.
	Watches *system.Watches

	// Tests set the rest.
	commit func() error  // before each commit
	fast   bool          // nothing is flushed to the disk
	lazy   time.Duration // how long what changes often waits to be written
	retry  time.Duration // after a write that failed
	poll   time.Duration // how often a follower polls
	limits limits
}

func (o Options) filled() Options {
	if o.Now == nil {
		o.Now = time.Now
	}
	o.lazy, o.retry, o.poll = cmp.Or(o.lazy, time.Second), cmp.Or(o.retry, time.Second), cmp.Or(o.poll, time.Second)
	o.limits = o.limits.filled()
	return o
}

// Stored is the part of a request that is only read for details.
type Stored struct {
	Method, Path string             // the path with its query, a token in it masked
	Header       []model.HeaderLine // secrets masked
	Body         []byte             `json:"-"` // not referenced after Add returns
	WorkDir      string             // as requested
	Key          string             `json:"-"` // Idempotency-Key, "" = none
}

// Ran is how the work of a delivery was started.
type Ran struct {
	Dir    string
	Argv   []string
	Prompt []byte `json:"-"` // as passed to the agent
}

// Leftover is the process of a delivery that ran when the owner died.
type Leftover struct {
	ID    string
	PID   int // 0: it was not stored any more
	Start string
}

// Counters count what happened since the store was opened, and what goes on.
type Counters struct {
	Arrived      uint64 // deliveries, refused ones too
	Failed       uint64 // of them, those that failed
	Live, Asking int
}

// limits bound what is kept; deliveries that have not ended are never
// dropped.
type limits struct {
	rows, files       int           // deliveries; outputs, and deliveries with a body
	bodies, out, talk int64         // bytes
	age               time.Duration // of all of them
	grown             int64         // bytes after which they are checked
}

func (l limits) filled() limits {
	return limits{rows: cmp.Or(l.rows, 50_000), files: cmp.Or(l.files, 20_000), bodies: cmp.Or(l.bodies, 256<<20), out: cmp.Or(l.out, 2<<30),
		talk: cmp.Or(l.talk, 64<<20), age: cmp.Or(l.age, 30*24*time.Hour), grown: cmp.Or(l.grown, 64<<20)}
}
