// Package fault is the laboratory of the embedded service, for tests and for programs that are built with -tags lab:
// the switches of its faults, the random numbers, and the handler around it that breaks requests and answers on their
// way, counts them, and is the other end of a sign-in by a QR code. Words for the switches: client/clienttest/faultwords.
package fault

import (
	"sync"
	"time"

	"aloft/client/embedded/flow"
)

// Faults are the fault switches of the service.
type Faults struct {
	Seed uint64 // of everything random; 0 = 1

	// Visibility and identity.
	Rotate bool   // every mutation changes the fids of all entries, folders too
	Stale  string // listing a stale fid answers: "" or "empty" (success, no entries), "error", "other" (another folder's entries)
	Lag    Span   // new, moved, renamed and deleted entries show their old state for that long
	Dup    bool   // a taken name is allowed: folders may have a name twice
	Names  string // "" or "escaped" (stored as given, escaped when listed), "raw" (as given both ways), "unescaped" (un-escaped when given)

	// Time.
	Async    Rate          // moves, renames and deletions become tasks
	Task     Span          // how long such a task takes; default 1 s to 3 s
	TaskFail Rate          // a task fails and changes nothing
	Stuck    Rate          // a task does its work but never reports its end
	Slow     Rate          // the answer comes late by Delay
	Delay    Span          // default 1 s to 5 s
	Strict   time.Duration // 429 for a request closer than this to the one before

	// Lost and broken answers.
	LoseBefore Rate // a mutation is lost: it is not done and not answered
	LoseAfter  Rate // a mutation is applied, its answer is lost
	LoseRead   Rate // the answer to any other request is lost
	Half       Rate // the first half of a filelist is applied, then the answer is lost
	Late       Rate // a mutation's answer is lost, and it is applied LateBy later
	LateBy     Span // default 5 s to 60 s
	Cut        Rate // the JSON of the answer ends in the middle, after the change
	HTML       Rate // 200 with a login page; nothing is changed
	FailBefore Rate // 503 before the change
	FailAfter  Rate // 503 after the change
	Error500   bool // a mutation is refused with 500 and a code of the service
	Quota      bool // a mutation is refused, because the quota is used up
	Code200    Rate // HTTP 200, but an error code in the envelope; nothing is changed
	Inner      Rate // success outside, a failed task_resp inside; nothing is changed

	// Listings.
	RepeatPage bool // _page is ignored: each page is the first
	ShortTotal bool // _total counts the page instead of the folder
	Shuffle    bool // the order changes from request to request

	// Session.
	Expire       Rate          // sessions expire at such a request (Every N: the N-th)
	ExpireAfter  time.Duration // sessions expire that long after login
	RotateCookie time.Duration // __puus is replaced that often; the old one is valid for CookieGrace
	CookieGrace  time.Duration // default 1 min
	AuthStatus   int           // 401 or 403; default 401

	// Hints and limits.
	TqGap   string // value of tq_gap as JSON, or "none"; default 500
	TqPlace string // "metadata" (default), "data", "top", comma-separated
	Batch   int    // largest filelist; 0 = 500

	Docs  Docs
	Blobs Blobs
	Bytes Bytes

	Watch *Watch // nil = nobody counts
}

// Arrival is one request as seen by the laboratory.
type Arrival struct {
	flow.Trial
	N        int           // order number of the request at this half, from 1
	Time     time.Time     // when it arrived
	Gap      time.Duration // since the one before it; -1 for the first
	Method   string
	Path     string
	Tool     string // name of the tool of the document half, "" for the drive
	Mutation bool
	Status   int // HTTP status of the answer; 0 when it was lost on purpose
}

// Counters are sums since the service was opened.
type Counters struct {
	Requests       int
	Mutations      int
	Close          int           // requests less than 500 ms after the one before
	LeastGap       time.Duration // smallest gap seen; -1 before the second request
	StaleLists     int           // listings that named a stale fid
	StaleMutations int           // mutations that named a stale fid; they were refused
	Throttled      int           // answered 429
	Lost           int           // answers lost on purpose
	Async          int           // mutations that became tasks
	Late           int           // mutations whose work was deferred beyond their lost answer
	BigBatches     int           // more than 30 fids in one call
}

// Watch counts the requests of a service, or of several that follow each other, and passes each to Observe before its
// answer is sent.
type Watch struct {
	Observe func(Arrival) // may be nil

	mu          sync.Mutex // never held while waiting for anything
	drive, docs counted
	change      func(func(*Faults))
}

// Change changes the faults of the service.
func (w *Watch) Change(do func(*Faults)) {
	w.change(do)
}

// counted is one half.
type counted struct {
	last time.Time
	Counters
}

// Drive are the sums of the drive's requests, Docs those of the document half's calls.
func (w *Watch) Drive() Counters { return w.sums(&w.drive) }
func (w *Watch) Docs() Counters  { return w.sums(&w.docs) }

func (w *Watch) sums(c *counted) Counters {
	w.mu.Lock()
	defer w.mu.Unlock()
	out := c.Counters
	if out.Requests < 2 {
		out.LeastGap = -1
	}
	return out
}

// arrive sets the time of a request, in the order of arrival.
func (w *Watch) arrive(c *counted, a *Arrival, now time.Time) {
	w.mu.Lock()
	defer w.mu.Unlock()
	a.Time, a.Gap = now, -1
	c.Requests++
	a.N = c.Requests
	if a.N > 1 {
		a.Gap = max(0, a.Time.Sub(c.last))
		if a.Gap < flow.NearGap {
			c.Close++
		}
		if a.N == 2 || a.Gap < c.LeastGap {
			c.LeastGap = a.Gap
		}
	}
	c.last = now
}

// leave counts the result of a request and passes it on.
func (w *Watch) leave(c *counted, a *Arrival) {
	w.mu.Lock()
	c.add(a)
	w.mu.Unlock()
	if w.Observe != nil {
		w.Observe(*a)
	}
}

func (c *Counters) add(a *Arrival) {
	if a.Mutation {
		c.Mutations++
	}
	switch {
	case a.Stale && a.Mutation:
		c.StaleMutations++
	case a.Stale:
		c.StaleLists++
	}
	if a.Batch > flow.RecommendedBatch {
		c.BigBatches++
	}
	switch a.Fault {
	case "strict", "429":
		c.Throttled++
	case "async":
		c.Async++
	case "late":
		c.Late++
	}
	if a.Status == 0 {
		c.Lost++
	}
}
