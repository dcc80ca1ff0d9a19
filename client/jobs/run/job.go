package run

import (
	"sync"
	"sync/atomic"
	"time"

	"aloft/client"
	"aloft/client/holder"
	"aloft/client/jobs/journal"
	"aloft/client/jobs/listing"
	"aloft/client/jobs/retry"
	"aloft/client/jobs/step"
	"aloft/client/jobs/transfer"
	"aloft/client/jobs/verify"
	"aloft/model"
)

// job is one job of the store. registry.mu guards its fields; those of the last
// group belong to the queue that runs it.
type job struct {
	id       string
	dir      string
	sum      string // digest of the plan file
	from, to model.Place
	name     string // of its first item
	*journal.Progress
	mem  []*memory             // of each step, nil = nothing yet
	live map[int]transfer.Live // of the transfers under way, by step
	jn   *journal.Writer       // nil: this process is not the writer
	held bool                  // another process is the writer
	// inTurn: the queue's goroutine reads and writes all of the job, also when this process
	// is not the writer any more.
	inTurn bool
	// Of a job of another process: what is wanted here, how long that process has
	// been stopped, why it was not overtaken all the same, and how often in a row.
	wanted   string
	watch    holder.Watch
	stopped  time.Duration
	refusal  error
	refusals int
	// taken is why this process is not the writer any more, "" when it closed the
	// log itself.
	taken model.Sentence
	// since is when it went on here with something done, zero = it has not.
	// setBack is what a listing has shown since.
	since   time.Time
	setBack error
	// startPaused: it is new, and waits until somebody resumes it.
	startPaused bool
	// settling: only the unsettled steps are to be resolved here.
	settling bool
	// summary of a job that ended long ago: all that is in memory of it; else nil. old: it
	// had ended long ago when this process read it.
	summary func() *model.JobSnapshot
	old     bool
	bad     error            // its plan cannot be read
	others  journal.Follower // of the log, when another process writes it
	snap    atomic.Pointer[model.JobSnapshot]

	wantPause, wantCancel bool
	notBefore             time.Time      // time of its next turn
	blockedBy             string         // the job it waits for
	blockedHow            model.Sentence // which process runs that
	after                 string         // the job that goes before it by the order

	logging  sync.Mutex      // records become durable and take effect in one order
	stop     func()          // ends the session; registry.mu guards it
	src      client.Source   // of the service
	other    client.Source   // the other end of a transfer
	walked   *listing.Walker // lookups that are still valid, where ids never change
	walkedAt time.Time
	moved    []model.Place // touched, but not to be listed after the end
	checked  bool          // the targets are still as planned
	current  string
	stale    int            // lookups in a row that became stale
	lost     map[string]int // folders that were not found, with the number of tries
	tries    int            // failed tries in a row
	outage   retry.Outage
	allowed  int           // failures before it pauses for a person to look
	slot     time.Duration // time of one request: by plan, then measured
	measured bool
	worked   time.Duration // of all turns in this process
	sent     int           // their requests, and those of others that they waited behind
	priced   pricing
	touched  map[string]model.Place
	arrivals transfer.Arrivals
	large    map[string]bool          // folders that are known to have many entries
	audit    *auditing                // nil = not begun here
	proving  *listing.Walker          // looks since the last call
	copied   *originals               // of a relocation, once it is needed
	lists    map[string]model.Listing // whole listings since the job has changed the folder, by PlaceKey; nil = not kept
	rate     rate                     // of the bytes that this process carries
	refresh  *refresh                 // what is left to do after its end; registry.mu guards it
}

// memory is what only this process knows of a step.
type memory struct {
	seen    verify.Memory
	largest int // largest batch it may be in; 0 = any
	refused int // refusals that a new walk may cure
	lost    int // how often it was not near its page
	proof   proof
}

// refresh is the last part of a job, after its end.
type refresh struct {
	folders []model.Place // that do not show the changes yet
	rest    []model.Place // left to the panes
	looks   int
}

// has: the refresh delivers the folder's listing.
func (a *refresh) has(p model.Place) bool {
	if a == nil {
		return false
	}
	for _, q := range a.folders {
		if q.Equal(p) {
			return true
		}
	}
	return false
}

// wantSettle: only the unsettled steps of another process's job are to be resolved.
const wantSettle = "settle"

// manyFailed failed items make a job pause for a person to look.
const manyFailed = 50

// maxRefusals: a process that was stopped in the middle of a request cannot be
// overtaken until it goes on or ends. The caller that waits for it gets the error
// after so many tries, a second apart; its request is kept.
const maxRefusals = 3

// newJob returns a job without records.
func newJob(id, dir string, p *model.Plan, sum string) *job {
	j := unread(id, dir, p, sum)
	j.replay(nil, journal.Clock{})
	j.price()
	return j
}

// unread returns a job that has no progress before replay: that of a large job is made once.
func unread(id, dir string, p *model.Plan, sum string) *job {
	j := &job{id: id, dir: dir, Progress: &journal.Progress{Plan: p}, sum: sum, others: journal.Follow(dir),
		lost: map[string]int{}, touched: map[string]model.Place{}, large: map[string]bool{}, allowed: manyFailed}
	if p.Audited() {
		j.lists = map[string]model.Listing{}
	}
	j.from, j.to, j.name = ends(p)
	if p.Estimate.Requests > 0 {
		j.slot = p.Estimate.Time / time.Duration(p.Estimate.Requests)
	}
	return j
}

// replay computes the job's progress from the records.
func (j *job) replay(rs []journal.Record, now journal.Clock) {
	j.Progress = journal.NewProgress(j.Plan)
	j.mem, j.live = make([]*memory, len(j.Steps)), map[int]transfer.Live{}
	if j.Plan.Op.Transfers() { // items run at the same time, and all of them are looked at meanwhile
		for i := range j.mem {
			j.mem[i] = &memory{}
		}
	}
	j.Clock = now
	for i := range rs {
		j.Apply(&rs[i])
	}
}

// ends returns the common parent of the items, the target of a move, and the name of the first item.
func ends(p *model.Plan) (from, to model.Place, name string) {
	first := true
	for i := range p.Items {
		it := &p.Items[i]
		switch {
		case p.Op.Transfers() && it.Op != p.Op, it.Mode == model.ModeAside:
			continue // a folder on the disk
		case first:
			from, to, name, first = it.Parent, it.Target, it.Name, false
			continue
		}
		for !it.Parent.Within(from) && !from.IsRoot() {
			from = from.Parent()
		}
		for p.Op.Transfers() && !it.Target.Within(to) && !to.IsRoot() {
			to = to.Parent()
		}
	}
	if !first || len(p.Items) == 0 {
		return from, to, name
	}
	switch it := &p.Items[0]; {
	case p.Op.Transfers() && it.Op.Row().Folder: // folders without files
		if it.Like.IsZero() {
			return it.Parent, it.Parent, it.Name
		}
		return it.Like.Parent(), it.Parent, it.Name
	default: // a sync that only deletes
		return it.Parent, to, it.Name
	}
}

func (j *job) root() model.Place { return model.Place{Account: j.Plan.Account, Scheme: j.Plan.Scheme} }

// queueName names the job's queue: transfers have their own beside the quick jobs.
func (j *job) queueName() string {
	k := step.Service(j.root())
	if j.Plan.Op.Transfers() {
		k += "\x00transfer"
	}
	return k
}

// srcAt returns the source of one of the job's places.
func (j *job) srcAt(p model.Place) client.Source {
	if j.other != nil && sameService(p, j.other.Root()) {
		return j.other
	}
	return j.src
}

func (j *job) class() client.Class {
	if j.Plan.Bulk {
		return client.Bulk
	}
	return client.Interactive
}

// standing: it does not run until somebody asks for it.
func (j *job) standing() bool {
	switch j.State {
	case model.JobPaused, model.JobNeedsLogin, model.JobInterrupted:
		return true
	}
	return j.State.Ended()
}

// outOfReach is why a request to another process's job has no effect: the process
// is stopped, and cannot be overtaken. nil = it may have one.
func (j *job) outOfReach() error {
	if j.held && j.wanted != wantSettle && j.refusals >= maxRefusals {
		return j.refusal
	}
	return nil
}

// of is what this process knows of a step, to be changed.
func (j *job) of(n int) *memory {
	if j.mem[n] == nil {
		j.mem[n] = &memory{}
	}
	return j.mem[n]
}

// known is what this process knows of a step, to be read.
func (j *job) known(n int) memory {
	if m := j.mem[n]; m != nil {
		return *m
	}
	return memory{}
}

// unclear passes a step to the Verifier.
func (j *job) unclear(n int) verify.Case { return verify.NewCase(j.Progress, n, &j.of(n).seen) }

// pricing is what was left of a job at some time.
type pricing struct {
	left                  model.Estimate
	open, calls, requests int
}

// smallJob has so few steps left that each price of it is exact.
const smallJob = 500

// price estimates what is left: anew when a part of it was done, so that all prices
// of a large job cost no more than a few times its size.
func (j *job) price() {
	open := j.Open()
	if done := j.priced.open - open; done >= 0 && done < open/50 && open > smallJob {
		return
	}
	j.priced = pricing{left: j.Price(), open: open, calls: j.Calls, requests: j.Requests}
}

// left is the last price without what was spent since.
func (j *job) left() model.Estimate {
	e := j.priced.left
	e.Requests = max(0, e.Requests-(j.Requests-j.priced.requests))
	e.Calls = max(0, e.Calls-(j.Calls-j.priced.calls))
	return e
}

// measure updates the time of a request, its wait for a slot included; slots are all
// requests meanwhile that waited for one.
func (j *job) measure(took time.Duration, requests, slots int) {
	if requests == 0 {
		return
	}
	j.worked += took
	j.sent += max(requests, slots)
	each := took / time.Duration(requests)
	if !j.measured {
		j.measured, j.slot = true, each
		return
	}
	j.slot += (each - j.slot) / 5
}

// touch notes the folders whose content has changed.
func (j *job) touch(steps []int) {
	for _, n := range steps {
		s := &j.Steps[n]
		if s.Op.Row().Undo == model.UndoNever { // the entry is in no folder any more
			continue
		}
		if s.Of.Mode == string(client.DeleteNode) || s.Of.Mode == string(client.DeleteTree) {
			// The pages under it have moved up, or are deleted.
			j.moved = append(j.moved, s.Source())
		}
		if !s.Loose {
			j.touched[step.PlaceKey(s.Parent)] = s.Parent
			delete(j.lists, step.PlaceKey(s.Parent))
		}
		if t, ok := s.Target(); ok {
			delete(j.lists, step.PlaceKey(t.Parent()))
			j.touched[step.PlaceKey(t.Parent())] = t.Parent()
		}
	}
}

// halt ends a session, for a request to pause. registry.mu is held.
func (j *job) halt() {
	if j.stop != nil {
		j.stop()
	}
}
