package run

import (
	"time"

	"aloft/client/jobs/journal"
	"aloft/client/jobs/transfer"
	"aloft/client/jobs/verify"
	"aloft/client/system"
	"aloft/model"
)

// The parts of a job, each of what changes together.

// theirs is what this process does about a job that another process runs: what is wanted of
// it, how long that process has been stopped, why it was not overtaken all the same, and how
// often in a row.
type theirs struct {
	wanted   string
	watch    system.Stopwatch
	stopped  time.Duration
	refusal  error
	refusals int
	log      journal.Follower
}

// wait is why a job has no turn now.
type wait struct {
	until      time.Time      // time of its next turn
	blockedBy  string         // the job it waits for
	blockedHow model.Sentence // which process runs that
	after      string         // the job that goes before it by the order
}

// looked is what a job knows of folders: what it has looked up, and what it has changed since.
type looked struct {
	checked  bool           // the targets are still as planned
	walked   *verify.Walker // lookups that are still valid, where ids never change
	walkedAt time.Time
	stale    int                      // lookups in a row that became stale
	lost     map[string]int           // folders that were not found, with the number of tries
	large    map[string]bool          // folders that are known to have many entries
	touched  map[string]model.Place   // folders to be listed after the end
	moved    []model.Place            // touched, but not to be listed then
	lists    map[string]model.Listing // whole listings since the job has changed the folder, by PlaceKey; nil = not kept
	proving  *verify.Walker           // looks since the last call
}

// trouble is what has failed for a job lately.
type trouble struct {
	tries   int // failed tries in a row
	outage  journal.Outage
	allowed int // failures before it pauses for a person to look
	// since is when it went on here with something done, zero = it has not. setBack is what
	// a listing has shown since.
	since   time.Time
	setBack error
}

// pace is how long a job's requests take.
type pace struct {
	slot     time.Duration // time of one request: by plan, then measured
	measured bool
	worked   time.Duration // of all turns in this process
	sent     int           // their requests, and those of others that they waited behind
	priced   pricing
}

// pricing is what was left of a job at some time.
type pricing struct {
	left                  model.Estimate
	open, calls, requests int
}

// measure updates the time of a request, its wait for a slot included; slots are all
// requests meanwhile that waited for one.
func (p *pace) measure(took time.Duration, requests, slots int) {
	if requests == 0 {
		return
	}
	p.worked += took
	p.sent += max(requests, slots)
	each := took / time.Duration(requests)
	if !p.measured {
		p.measured, p.slot = true, each
		return
	}
	p.slot += (each - p.slot) / 5
}

// carrying is the state of a job's transfers in this process.
type carrying struct {
	live     map[int]transfer.Live // of those under way, by step
	arrivals transfer.Arrivals
	seen     transfer.Seen
	rate     rate // of the bytes that this process carries
}
