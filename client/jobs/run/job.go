package run

import (
	"sync"
	"sync/atomic"
	"time"

	"aloft/client"
	"aloft/client/holder"
	"aloft/client/jobs/journal"
	"aloft/client/jobs/listing"
	"aloft/client/jobs/patience"
	"aloft/client/jobs/step"
	"aloft/model"
)

// job is one job of the store. registry.mu guards its fields; those of the last
// group belong to the queue that runs it.
type job struct {
	id       string
	dir      string
	sum      string // digest of the plan file
	from, to model.Place
	parts    [][]int
	*journal.Progress
	mem  []memory        // of each step
	jn   *journal.Writer // nil: this process is not the writer
	held bool            // another process is
	// Of such a job: what somebody here waits for, how long its process has been
	// stopped, why it was not overtaken all the same, and how often in a row.
	wanted   string
	watch    holder.Watch
	stopped  time.Duration
	refusal  error
	refusals int
	// taken is why this process is the writer no more, "" when that was its own wish.
	taken string
	// settling: only what is unsettled is of interest here.
	settling bool
	light    bool             // ended long ago: only the summary was read
	bad      error            // its plan cannot be read
	others   journal.Follower // of the log, when another process writes it
	snap     atomic.Pointer[model.JobSnapshot]

	wantPause, wantCancel bool
	notBefore             time.Time // its next turn
	blockedBy, blockedHow string    // the job it waits for, and who has that

	logging  sync.Mutex      // records are durable and true in one order
	stop     func()          // of a session; registry.mu guards it
	src      client.Source   // of the service
	disk     client.Source   // the other side of a transfer
	walked   *listing.Walker // lookups that are still good, where ids are steady
	walkedAt time.Time
	moved    []model.Place // touched, but not to be listed after the end
	checked  bool          // the targets are known to be as planned
	current  string
	stale    int            // lookups in a row that became stale
	lost     map[string]int // folders that were not found, how often
	tries    int            // in a row, of the outage
	outage   patience.Outage
	allowed  int           // failures before it pauses to be looked at
	slot     time.Duration // time of one request: by plan, then measured
	measured bool
	leftReqs int
	leftMuts int
	touched  map[string]model.Place
	arrivals map[string]*arrivalFolder // folders that imports are put into
	large    map[string]bool           // folders that are known to have many entries
	audit    *audit                    // what is left to do after its end; registry.mu guards it
}

func newJob(id, dir string, p *model.Plan, sum string) *job {
	j := &job{id: id, dir: dir, Progress: &journal.Progress{Plan: p}, sum: sum, others: journal.Follow(dir),
		lost: map[string]int{}, touched: map[string]model.Place{}, arrivals: map[string]*arrivalFolder{}, large: map[string]bool{}, allowed: manyFailed}
	j.replay(nil, journal.Clock{})
	j.from, j.to = ends(p)
	j.parts = make([][]int, len(p.Items))
	for i := range j.Steps {
		n := j.Steps[i].Item
		j.parts[n] = append(j.parts[n], i)
	}
	if p.Estimate.Requests > 0 {
		j.slot = p.Estimate.Time / time.Duration(p.Estimate.Requests)
	}
	j.price()
	return j
}

func (j *job) root() model.Place { return model.Place{Account: j.Plan.Account, Scheme: j.Plan.Scheme} }

// queueName of the job: transfers have one of their own, beside the quick jobs.
func (j *job) queueName() string {
	k := step.Service(j.root())
	if j.Plan.Op.Transfers() {
		k += "\x00transfer"
	}
	return k
}

// srcAt is the source of one of the job's places.
func (j *job) srcAt(p model.Place) client.Source {
	if j.disk != nil && p.Scheme == j.disk.Root().Scheme {
		return j.disk
	}
	return j.src
}

func (j *job) class() client.Class {
	if j.Plan.Bulk {
		return client.Bulk
	}
	return client.Interactive
}

// standing: nothing happens to it until somebody says so.
func (j *job) standing() bool {
	switch j.State {
	case model.JobPaused, model.JobNeedsLogin, model.JobInterrupted:
		return true
	}
	return j.State.Ended()
}

// outOfReach is why nothing comes of what was asked of another process's job: it
// is stopped, and cannot be overtaken. nil = something may.
func (j *job) outOfReach() error {
	if j.held && j.wanted != wantSettle && j.refusals >= mostRefusals {
		return j.refusal
	}
	return nil
}

// price reckons what is left.
func (j *job) price() {
	e := j.Price()
	j.leftReqs, j.leftMuts = e.Requests, e.Calls
}
