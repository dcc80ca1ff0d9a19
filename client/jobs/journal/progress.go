package journal

import (
	"time"

	"aloft/client"
	"aloft/client/system"
	"aloft/model"
)

// State is the state of one step. Only Apply changes it, from records, so a
// replayed journal and a running job cannot differ.
type State struct {
	State    model.ItemState
	Ours     bool        // done by this job
	Kind     client.Kind // of the failure
	Err      model.Sentence
	Sent     time.Time      // when it was last sent; zero = never
	Done     time.Time      // when it was known to be done
	Orphan   bool           // its outcome was open when the process that had sent it ended
	Calls    int            // how often it was sent and not refused
	Task     string         // how its task failed, one of Task…
	Said     string         // the service's message about the last failed call
	failures map[string]int // number of calls that the service reported as failed, by Task
	Carry    *Carry         // of an item of a transfer
	// Absent: not sent, since it was not found at its place; the Verifier checks.
	Absent bool
	// Unfound: how often in a row it was not found on the pages, although the
	// Verifier saw it afterwards.
	Unfound int
	Made    string    // id of what it made
	Kept    *Kept     // what it made, as it was then; nil = not known
	ID      string    // of the entry, as it was when it was sent
	Known   []string  // ids that had the name before it was sent
	Since   time.Time // when the Verifier got it
	// From is when it was sent, on a clock from which its age can be computed; Sent
	// is by the wall clock, which may have been set since.
	From time.Time
	// Begun is when the service was first asked to make the item of a transfer, by the wall clock.
	Begun time.Time
	// Watched counts how often the Verifier has started again.
	Watched int
	// Astray: it is done, and the audit has not found it where it should be; ItemMissing,
	// ItemConflict or ItemFailed, "" = nothing is wrong. Back: it is as it was before.
	Astray model.ItemState
	Back   bool
}

// Values of a record's Task.
const (
	TaskFailed = "failed"
	TaskUnseen = "unseen"
	TaskError  = "error" // the call itself, not a task, was answered by a failure
	TaskTold   = "told"  // the same, and the failure has a code of the service itself
)

// Unsettled: sent, and its result is not known.
func (s *State) Unsettled() bool {
	return s.State == model.ItemIntent || s.State == model.ItemUnknown
}

// Quarantined: the Verifier has to decide about it.
func (s *State) Quarantined() bool { return s.State == model.ItemUnknown || s.Absent }

// Open: still to be done.
func (s *State) Open() bool { return s.State == model.ItemPlanned && !s.Absent }

// Final: its state does not change any more.
func (s *State) Final() bool { return !s.Open() && !s.Absent && !s.Unsettled() }

// Progress is the state of a job as plan and log tell it.
type Progress struct {
	Plan     *model.Plan
	Steps    []Step
	States   []*State    // never changed once they are there: steps of one history share one
	byID     map[int]int // the plan's items, nil when they are numbered from 1
	Parts    [][]int     // the steps of each item of the plan
	State    model.JobState
	Err      model.Sentence // why it is paused
	Calls    int
	Requests int
	Starts   int // how often a process has taken it
	Ended    time.Time
	Shown    bool // listings have shown since what it did
	Cancel   bool
	Digest   string
	By       system.Holder // the process that took it over last
	Clock    Clock         // at the time of the replay
	Audit    model.AuditReport
	// ToldSetBack: it was paused because the service was set back.
	ToldSetBack bool
	// auditFrom is how many requests were sent before the audit.
	auditFrom int
	written   string // name of the clock of the records being applied
	tally     tally
}

// NewProgress is the progress of a job without records.
func NewProgress(p *model.Plan) *Progress {
	g := &Progress{Plan: p, Steps: Of(p), State: model.JobWaiting}
	for i := range p.Items {
		if p.Items[i].ID != i+1 {
			g.byID = make(map[int]int, len(p.Items))
			break
		}
	}
	if g.byID != nil {
		for i := range p.Items {
			g.byID[p.Items[i].ID] = i
		}
	}
	g.States = make([]*State, len(g.Steps))
	planned := &State{State: model.ItemPlanned}
	g.Parts = make([][]int, len(p.Items))
	for i := range g.Steps {
		n := g.Steps[i].Item
		g.States[i] = planned
		g.Parts[n] = append(g.Parts[n], i)
	}
	g.recount()
	return g
}

// Apply applies one record.
func (g *Progress) Apply(r *Record) {
	if r.Requests > 0 {
		g.Requests = r.Requests
	}
	switch r.T {
	case RecStart:
		g.By = system.Holder{}
		if r.By != nil {
			g.By = *r.By
		}
		g.State, g.Err, g.Digest, g.written = model.JobRunning, model.Sentence{}, r.Plan, r.Clock
		g.Starts++
		g.Interrupted()
		if r.Gone {
			g.orphan()
		}
	case RecRefresh:
		g.Shown = r.Out == RefreshShown
	case RecIntent:
		g.Calls++
	case RecCarry:
		if r.Carry != nil && r.Carry.Doing != "" && r.Carry.Doing != DoCommit {
			g.Calls++
		}
	case RecAnswer:
		if r.Kind == client.KindStale {
			g.Calls-- // nothing was sent
		}
	case RecPause:
		g.Err = r.Error
		g.ToldSetBack = g.ToldSetBack || r.Out == PauseSetBack
		switch {
		case r.Cancel:
			g.Cancel = true
		case r.Out == PauseClosed:
			g.State = model.JobInterrupted
		default:
			g.State = model.JobPaused
		}
	case RecLogin:
		g.State, g.Err = model.JobNeedsLogin, r.Error
	case RecEnd:
		g.State, g.Err, g.Ended = model.JobState(r.Out), r.Error, r.time()
		// Of a cancelled job: nothing was sent for them, so they are where they were.
		for i := range g.Quarantined() {
			if g.States[i].Absent {
				g.change(func(s *State) { s.Absent = false }, i)
			}
		}
	}
	if r.T == RecAudit || r.T == RecEnd {
		g.audited(r)
	}
	if len(r.IDs) == len(r.Items) && len(r.IDs) > 0 { // each has its own
		for i, id := range r.Items {
			g.change(func(s *State) { s.ID = r.IDs[i] }, g.stepsOf([]int{id}, r.Op)...)
		}
	}
	g.change(func(s *State) { s.apply(r, g.when(r)) }, g.stepsOf(r.Items, r.Op)...)
}

// Step is the step of an item that does such a thing, by the item's id; ok: there is one.
func (g *Progress) Step(id int, op model.Op) (n int, ok bool) {
	i, ok := id-1, id > 0 && id <= len(g.Parts)
	if g.byID != nil {
		i, ok = g.byID[id]
	}
	if !ok {
		return 0, false
	}
	for _, n := range g.Parts[i] {
		if g.Steps[n].Op == op {
			return n, true
		}
	}
	return 0, false
}

// stepsOf is Step for several items.
func (g *Progress) stepsOf(ids []int, op model.Op) []int {
	out := make([]int, 0, len(ids))
	for _, id := range ids {
		if n, ok := g.Step(id, op); ok {
			out = append(out, n)
		}
	}
	return out
}

// Interrupted handles an intent without an answer before a new writer: nobody will
// ever get the answer, so the Verifier has to check.
func (g *Progress) Interrupted() {
	for i := range g.Unfinished() {
		if g.States[i].State == model.ItemIntent {
			g.change(func(s *State) { s.State, s.Since = model.ItemUnknown, s.From }, i)
		}
	}
}

// orphan marks what was sent by a process that has ended.
func (g *Progress) orphan() {
	for i := range g.Unfinished() {
		if s := g.States[i]; s.Unsettled() || s.Carry != nil && s.Carry.Doing != "" {
			g.change(func(s *State) { s.Orphan = true }, i)
		}
	}
}

func (s *State) apply(r *Record, when time.Time) {
	if r.Carry != nil {
		s.Carry, s.From, s.Sent, s.Orphan = r.Carry, when, r.time(), false
		if s.Begun.IsZero() && r.Carry.Begun() {
			s.Begun = s.Sent
		}
	}
	switch r.T {
	case RecIntent:
		s.State, s.Sent, s.From, s.Task, s.Orphan = model.ItemIntent, r.time(), when, "", false
		s.Calls++
		s.Unfound, s.Known = 0, r.Known
	case RecAnswer, RecVerd:
		s.Absent = false
		s.Kind, s.Err = r.Kind, r.Error
		switch r.Out {
		case OutDone:
			s.State, s.Ours, s.Made, s.Kept, s.Done = model.ItemDone, r.Ours, r.Made, r.Kept, r.time()
		case OutRefused:
			s.Calls--
			s.State, s.Kind, s.Err = model.ItemPlanned, "", model.Sentence{}
		case OutNotDone:
			s.State, s.Kind, s.Err = model.ItemPlanned, "", model.Sentence{}
		case OutUnknown:
			s.State, s.Since, s.Task, s.Said = model.ItemUnknown, when, r.Task, r.Said
			if s.Task != "" {
				if s.failures == nil {
					s.failures = map[string]int{}
				}
				s.failures[s.Task]++
			}
			s.Watched++
		case OutAbsent:
			s.Absent, s.Since = true, when
			s.Unfound++
			s.Watched++
		case OutMissing:
			s.State = model.ItemMissing
		case OutConflict:
			s.State = model.ItemConflict
		case OutFailed:
			s.State = model.ItemFailed
		case OutSkipped:
			s.State = model.ItemSkipped
		}
	}
}

// Failures is how many calls failed in the same way, by the service's word. A call
// that failed at once and a task that failed later are not counted together.
func (s *State) Failures() int {
	most := 0
	for _, n := range s.failures {
		most = max(most, n)
	}
	return most
}

// Item combines the states of an item's steps.
func (g *Progress) Item(steps []int) State {
	var out State
	out.State = model.ItemDone
	for _, n := range steps {
		s := *g.States[n]
		switch {
		case s.Astray != "":
			s.State = s.Astray
		case s.State == model.ItemDone:
			out.Ours = out.Ours || s.Ours
			continue
		case s.Absent:
			s.State = model.ItemUnknown
		}
		return s
	}
	return out
}

// How long ago a mutation was sent decides when it can no longer take effect. The
// wall clock may be set meanwhile, so ages are computed by the monotonic clock of
// this process and, over a restart, by the boot clock. Where the two readings are
// not of one clock (a reboot, another host), the age is unknown and counts from
// now: the whole settle time is waited.

// Clock is one reading of all clocks.
type Clock struct {
	Now  time.Time // monotonic
	Boot time.Duration
	Name string
}

// when returns the time a record was written, for computing ages.
func (g *Progress) when(r *Record) time.Time {
	switch age := g.Clock.Boot - time.Duration(r.Boot)*time.Millisecond; {
	case !r.Live.IsZero():
		return r.Live
	case g.Clock.Now.IsZero():
		return r.time() // only for display, never for decisions
	case g.Clock.Name != "" && g.written == g.Clock.Name && r.Boot > 0 && age >= 0:
		return g.Clock.Now.Add(-age)
	}
	return g.Clock.Now
}

// audited applies a record of an audit, or the end of one.
func (g *Progress) audited(r *Record) {
	a := &g.Audit
	switch {
	case r.T == RecAudit:
		if r.N == 0 { // also when one that was cut off is made anew
			g.auditFrom = g.Requests
		}
		a.State, a.Folders, a.Of = model.AuditRunning, r.N, r.Of
	case r.Audit != nil:
		a.State, a.Note, a.SetBack = model.AuditDone, r.Audit.Note, r.Audit.SetBack
		if r.Audit.Unread > 0 {
			a.State = model.AuditPartly
		}
		for _, f := range r.Audit.Findings {
			a.Astray += len(f.Items)
			g.change(func(s *State) { s.Astray, s.Back, s.Kind, s.Err = astray[f.Out], f.Back, f.Kind, f.Error }, g.stepsOf(f.Items, f.Op)...)
		}
	case a.State == model.AuditRunning:
		*a = model.AuditReport{}
	}
}

// astray are the states of items by what the audit has found of them.
var astray = map[string]model.ItemState{OutMissing: model.ItemMissing, OutConflict: model.ItemConflict, OutFailed: model.ItemFailed}

// auditLeft is how many listings of the audit are left, by the plan.
func (g *Progress) auditLeft() int {
	switch {
	case g.State.Ended() || g.Cancel:
		return 0
	case g.Audit.State == model.AuditRunning:
		return max(0, g.Plan.Estimate.Audit-(g.Requests-g.auditFrom))
	}
	return g.Plan.Estimate.Audit
}
