package jobs

import (
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"aloft/client"
	"aloft/client/durable"
	"aloft/client/holder"
	"aloft/model"
)

// job is one job of the store. Engine.mu guards its fields; those of the last
// group belong to the lane that runs it.
type job struct {
	id       string
	dir      string
	plan     *model.Plan
	sum      string // digest of the plan file
	from, to model.Place
	parts    [][]int
	*progress
	jn   *journal // nil: this process is not the writer
	held bool     // another process is
	// Of such a job: what somebody here waits for, how long its process has been
	// stopped, why it was not overtaken all the same, and how often in a row.
	wanted   string
	watch    holder.Watch
	stopped  time.Duration
	kept     error
	refusals int
	// taken is why this process is the writer no more, "" when that was its own wish.
	taken string
	// settling: only what is unsettled is of interest here.
	settling bool
	light    bool             // ended long ago: only the summary was read
	bad      error            // its plan cannot be read
	others   durable.Follower // of the log, when another process writes it
	snap     atomic.Pointer[model.JobSnapshot]

	wantPause, wantCancel bool
	notBefore             time.Time // its next turn
	blockedBy, blockedHow string    // the job it waits for, and who has that

	logging  sync.Mutex    // records are durable and true in one order
	stop     func()        // of a session; Engine.mu guards it
	src      client.Source // of the service
	disk     client.Source // the other side of a transfer
	walked   *walker       // lookups that are still good, where ids are steady
	walkedAt time.Time
	moved    []model.Place // touched, but not to be listed after the end
	checked  bool          // the targets are known to be as planned
	current  string
	stale    int            // lookups in a row that became stale
	lost     map[string]int // folders that were not found, how often
	tries    int            // in a row, of the outage
	outage   outage
	allowed  int           // failures before it pauses to be looked at
	slot     time.Duration // time of one request: by plan, then measured
	measured bool
	leftReqs int
	leftMuts int
	touched  map[string]model.Place
	shelves  map[string]*shelf // folders that imports are put into
	large    map[string]bool   // folders that are known to have many entries
	audit    *audit            // what is left to do after its end; Engine.mu guards it
}

func newJob(id, dir string, p *model.Plan, sum string) *job {
	j := &job{id: id, dir: dir, plan: p, sum: sum, progress: newProgress(p), others: follow(dir),
		lost: map[string]int{}, touched: map[string]model.Place{}, shelves: map[string]*shelf{}, large: map[string]bool{}, allowed: manyFailed}
	j.from, j.to = ends(p)
	j.parts = make([][]int, len(p.Items))
	for i := range j.steps {
		n := j.steps[i].item
		j.parts[n] = append(j.parts[n], i)
	}
	if p.Estimate.Requests > 0 {
		j.slot = p.Estimate.Time / time.Duration(p.Estimate.Requests)
	}
	j.price()
	return j
}

func (j *job) root() model.Place { return model.Place{Account: j.plan.Account, Scheme: j.plan.Scheme} }

// lane of the job: transfers have one of their own, beside the quick jobs.
func (j *job) lane() string {
	k := service(j.root())
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
	switch j.state {
	case model.JobPaused, model.JobNeedsLogin, model.JobInterrupted:
		return true
	}
	return j.state.Ended()
}

// outOfReach is why nothing comes of what was asked of another process's job: it
// is stopped, and cannot be overtaken. nil = something may.
func (j *job) outOfReach() error {
	if j.held && j.wanted != wantSettle && j.refusals >= mostRefusals {
		return j.kept
	}
	return nil
}

// unsettledPlaces are what nobody else may touch.
func (j *job) unsettledPlaces() *touched {
	var t *touched
	for i := range j.st {
		if j.st[i].unsettled() {
			if t == nil {
				t = newTouched()
			}
			t.add(&j.steps[i])
		}
	}
	return t
}

// count counts the steps for which f is true.
func (j *job) count(f func(*stepState) bool) int {
	n := 0
	for i := range j.st {
		if f(&j.st[i]) {
			n++
		}
	}
	return n
}

func (j *job) failures() int {
	return j.count(func(s *stepState) bool { return s.final() && s.state != model.ItemDone })
}

// left are the steps that are still to be sent, as items: what the price of the
// rest of the job depends on.
func (j *job) left(of []int) []model.Item {
	gone := map[string][]int{}
	for i := range j.steps {
		s := &j.steps[i]
		if j.st[i].state == model.ItemDone && s.op.Row().Leaves() {
			k := key(s.parent)
			gone[k] = append(gone[k], s.pos)
		}
	}
	for _, ps := range gone {
		slices.Sort(ps)
	}
	out := make([]model.Item, 0, len(of))
	for _, n := range of {
		s := &j.steps[n]
		it := model.Item{ID: n, Op: s.op, Parent: s.parent, Name: s.name, Kind: s.kind, Target: s.to, Mode: s.mode,
			Decision: model.DecideGo, Pos: s.pos}
		before, _ := slices.BinarySearch(gone[key(s.parent)], s.pos)
		it.PageHint = 1
		if size := j.plan.PageSize; size > 0 {
			it.PageHint = max(0, s.pos-before)/size + 1
		}
		out = append(out, it)
	}
	return out
}

// price reckons what is left.
func (j *job) price() {
	var open []int
	for i := range j.st {
		if !j.st[i].final() {
			open = append(open, i)
		}
	}
	e := model.EstimateItems(j.left(open), model.Pricing{Batch: j.plan.Batch, PageSize: j.plan.PageSize, Steady: j.plan.Steady})
	j.leftReqs, j.leftMuts = e.Requests, e.Calls
}
