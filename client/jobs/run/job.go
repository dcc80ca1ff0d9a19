package run

import (
	"slices"
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
	plan     *model.Plan
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
	j := &job{id: id, dir: dir, plan: p, sum: sum, others: journal.Follow(dir),
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

func (j *job) root() model.Place { return model.Place{Account: j.plan.Account, Scheme: j.plan.Scheme} }

// queueName of the job: transfers have one of their own, beside the quick jobs.
func (j *job) queueName() string {
	k := step.Service(j.root())
	if j.plan.Op.Transfers() {
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
	if j.plan.Bulk {
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

// unsettledPlaces are what nobody else may touch.
func (j *job) unsettledPlaces() *step.Touched {
	var t *step.Touched
	for i := range j.States {
		if j.States[i].Unsettled() {
			if t == nil {
				t = step.NewTouched()
			}
			t.Add(&j.Steps[i])
		}
	}
	return t
}

// count counts the steps for which f is true.
func (j *job) count(f func(*journal.State) bool) int {
	n := 0
	for i := range j.States {
		if f(&j.States[i]) {
			n++
		}
	}
	return n
}

func (j *job) failures() int {
	return j.count(func(s *journal.State) bool { return s.Final() && s.State != model.ItemDone })
}

// left are the steps that are still to be sent, as items: what the price of the
// rest of the job depends on.
func (j *job) left(of []int) []model.Item {
	gone := map[string][]int{}
	for i := range j.Steps {
		s := &j.Steps[i]
		if j.States[i].State == model.ItemDone && s.Op.Row().Leaves() {
			k := step.PlaceKey(s.Parent)
			gone[k] = append(gone[k], s.Pos)
		}
	}
	for _, ps := range gone {
		slices.Sort(ps)
	}
	out := make([]model.Item, 0, len(of))
	for _, n := range of {
		s := &j.Steps[n]
		it := model.Item{ID: n, Op: s.Op, Parent: s.Parent, Name: s.Name, Kind: s.Kind, Target: s.To, Mode: s.Mode,
			Decision: model.DecideGo, Pos: s.Pos}
		before, _ := slices.BinarySearch(gone[step.PlaceKey(s.Parent)], s.Pos)
		it.PageHint = 1
		if size := j.plan.PageSize; size > 0 {
			it.PageHint = max(0, s.Pos-before)/size + 1
		}
		out = append(out, it)
	}
	return out
}

// price reckons what is left.
func (j *job) price() {
	var open []int
	for i := range j.States {
		if !j.States[i].Final() {
			open = append(open, i)
		}
	}
	e := model.EstimateItems(j.left(open), model.Pricing{Batch: j.plan.Batch, PageSize: j.plan.PageSize, Steady: j.plan.Steady})
	j.leftReqs, j.leftMuts = e.Requests, e.Calls
}
