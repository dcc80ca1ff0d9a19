// Package fault has the faults that the embedded service can simulate: the friction
// switches and the random numbers. Tests have words for them: client/clienttest/faultwords.
package fault

import "time"

// Rate is how often a fault strikes: with a probability, or at every N-th request
// that it could strike. The zero value never does.
type Rate struct {
	P     float64
	Every int
}

// Span is a time between two bounds, drawn each time it is needed.
type Span struct {
	Min, Max time.Duration
}

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
}

// LoginPage is the answer of a proxy or login wall instead of JSON.
const LoginPage = "<!DOCTYPE html>\n<html><head><title>Sign in</title></head><body><form>…</form></body></html>\n"
