package store

import (
	"os"
	"time"

	"aloft/client/durable"
	"aloft/model"
)

// Options of a store; the zero value is right.
type Options struct {
	Now func() time.Time // nil = time.Now
	// Resumes says that the next owner begins what had not begun: it is not cut.
	Resumes bool

	// Tests set the rest.
	sync    func(*os.File) error
	lazy    time.Duration // how long what changes often waits to be written
	retry   time.Duration // after a write that failed
	poll    time.Duration // how often a follower and the owner poll
	segment int64         // size of a segment
	limits  limits
}

func (o Options) filled() Options {
	set := func(d *time.Duration, v time.Duration) {
		if *d == 0 {
			*d = v
		}
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.sync == nil {
		o.sync = durable.Flush
	}
	set(&o.lazy, time.Second)
	set(&o.retry, time.Second)
	set(&o.poll, time.Second)
	if o.segment == 0 {
		o.segment = 4 << 20
	}
	o.limits = o.limits.filled()
	return o
}

// Stored is the part of a request that is only read for details.
type Stored struct {
	Method, Path string             // the path with its query, a token in it masked
	Header       []model.HeaderLine // secrets masked
	Body         []byte             // not referenced after Add returns
	WorkDir      string             // as requested
	Key          string             // Idempotency-Key, "" = none
}

// Ran is how the work of a delivery was started.
type Ran struct {
	Dir    string
	Argv   []string
	Prompt []byte // as passed to the agent
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

// limits bound the folder's content; deliveries that have not ended are never
// dropped.
type limits struct {
	log, bodies, out int64         // bytes
	talk             int64         // of all conversations
	files            int           // of bodies, and of outputs
	age              time.Duration // of all of them
	grown            int64         // bytes of new bodies and outputs after which they are checked
}

func (l limits) filled() limits {
	set := func(n *int64, v int64) {
		if *n == 0 {
			*n = v
		}
	}
	set(&l.log, 64<<20)
	set(&l.bodies, 256<<20)
	set(&l.out, 2<<30)
	set(&l.talk, 64<<20)
	set(&l.grown, 64<<20)
	if l.files == 0 {
		l.files = 20_000
	}
	if l.age == 0 {
		l.age = 30 * 24 * time.Hour
	}
	return l
}
