package run

import (
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"aloft/client"
	"aloft/client/jobs/journal"
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
	mem []*memory       // of each step, nil = nothing yet
	jn  *journal.Writer // nil: this process is not the writer
	// taken is why this process is not the writer any more, "" when it closed the
	// log itself.
	taken model.Sentence
	held  bool   // another process is the writer
	their theirs // of such a job
	// inTurn: the queue's goroutine reads and writes all of the job, also when this process
	// is not the writer any more.
	inTurn bool
	// startPaused: it is new, and waits until somebody resumes it.
	startPaused bool
	// settling: only the unsettled steps are to be resolved here.
	settling bool
	// summary of a job that ended long ago: all that is in memory of it; else nil. old: it
	// had ended long ago when this process read it.
	summary func() *model.JobSnapshot
	old     bool
	bad     error // its plan cannot be read
	snap    atomic.Pointer[model.JobSnapshot]

	wantPause, wantCancel bool
	wait                  wait
	logging               sync.Mutex    // records become durable and take effect in one order
	stop                  func()        // ends the session; registry.mu guards it
	src                   client.Source // of the service
	other                 client.Source // the other end of a transfer
	current               string
	looked                looked
	trouble               trouble
	pace                  pace
	carry                 carrying
	audit                 *auditing  // nil = not begun here
	copied                *originals // of a relocation, once it is needed
	refresh               *refresh   // what is left to do after its end; registry.mu guards it
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
	return a != nil && slices.ContainsFunc(a.folders, p.Equal)
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
	j := &job{id: id, dir: dir, Progress: &journal.Progress{Plan: p}, sum: sum, their: theirs{log: journal.Follow(dir)},
		looked: looked{lost: map[string]int{}, touched: map[string]model.Place{}, large: map[string]bool{}}, trouble: trouble{allowed: manyFailed}}
	if p.Audited() {
		j.looked.lists = map[string]model.Listing{}
	}
	j.from, j.to, j.name = ends(p)
	if p.Estimate.Requests > 0 {
		j.pace.slot = p.Estimate.Time / time.Duration(p.Estimate.Requests)
	}
	return j
}

// replay computes the job's progress from the records.
func (j *job) replay(rs []journal.Record, now journal.Clock) {
	j.Progress = journal.NewProgress(j.Plan)
	j.mem, j.carry.live = make([]*memory, len(j.Steps)), map[int]transfer.Live{}
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
		case !p.Means(it):
			continue
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
	k := journal.Service(j.root())
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
	if j.held && j.their.wanted != wantSettle && j.their.refusals >= maxRefusals {
		return j.their.refusal
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

// smallJob has so few steps left that each price of it is exact.
const smallJob = 500

// price estimates what is left: anew when a part of it was done, so that all prices
// of a large job cost no more than a few times its size.
func (j *job) price() {
	open := j.Open()
	if done := j.pace.priced.open - open; done >= 0 && done < open/50 && open > smallJob {
		return
	}
	j.pace.priced = pricing{left: j.Price(), open: open, calls: j.Calls, requests: j.Requests}
}

// left is the last price without what was spent since.
func (j *job) left() model.Estimate {
	e := j.pace.priced.left
	e.Requests = max(0, e.Requests-(j.Requests-j.pace.priced.requests))
	e.Calls = max(0, e.Calls-(j.Calls-j.pace.priced.calls))
	return e
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
			j.looked.moved = append(j.looked.moved, s.Source())
		}
		if op := s.Op.Row(); !s.Loose && (op.NoSource || op.FreesName()) {
			j.looked.touched[journal.PlaceKey(s.Parent)] = s.Parent
			delete(j.looked.lists, journal.PlaceKey(s.Parent))
		}
		t, ok := s.Target()
		if back, known := s.Back(); known {
			t, ok = back, true
		}
		if ok {
			delete(j.looked.lists, journal.PlaceKey(t.Parent()))
			j.looked.touched[journal.PlaceKey(t.Parent())] = t.Parent()
		}
	}
}

// halt ends a session, for a request to pause. registry.mu is held.
func (j *job) halt() {
	if j.stop != nil {
		j.stop()
	}
}
