package jobs

import (
	"time"

	"aloft/client"
	"aloft/client/holder"
	"aloft/model"
)

// stepState is where one step stands. Only apply changes the first part, from
// records, so a replayed journal and a running job cannot differ.
type stepState struct {
	state model.ItemState
	ours  bool        // done by this job
	kind  client.Kind // of the failure
	err   string
	sent  time.Time      // when it was sent last; zero = never
	calls int            // how often it was sent and not refused
	task  string         // what is known of its task, one of task…
	said  string         // the service's words about the last call that came to nothing
	tells map[string]int // how many calls the service has told to have come to nothing, by task
	carry *carry         // of an item of a transfer
	// absent: not sent, but not found at its place; the Verifier looks.
	absent bool
	// elusive: how often in a row it was not found on the pages, though the
	// Verifier then saw it.
	elusive int
	made    string    // id of what it made
	known   []string  // ids that had the name before it was sent
	since   time.Time // in the Verifier's hands since
	// from is when it was sent, as an age can be reckoned from it; sent is by
	// the wall clock, which may have been set since.
	from time.Time

	// The rest is memory of this process only.
	looks   int       // how often the Verifier has looked
	settled int       // how often it looked, after the settle time, with the same result
	last    sight     // what it saw then
	next    time.Time // when it looks again
	largest int       // largest batch it may be in; 0 = any
	refused int       // refusals that a fresh walk may cure
	lost    int       // it was not near the page where it should be
	live    live      // an item of a transfer under way
}

// What a record's Task says.
const (
	taskFailed = "failed"
	taskUnseen = "unseen"
	taskError  = "error" // not of a task: the call was answered by a failure
	taskTold   = "told"  // the same, and the service itself said so, with a code of its own
)

// unsettled: sent, and not known what became of it.
func (s *stepState) unsettled() bool {
	return s.state == model.ItemIntent || s.state == model.ItemUnknown
}

// quarantined: the Verifier has it.
func (s *stepState) quarantined() bool { return s.state == model.ItemUnknown || s.absent }

// open: still to be done.
func (s *stepState) open() bool { return s.state == model.ItemPlanned && !s.absent }

// final: nothing will happen to it any more.
func (s *stepState) final() bool { return !s.open() && !s.absent && !s.unsettled() }

// progress is what plan and log together say about a job.
type progress struct {
	steps    []step
	st       []stepState
	index    map[stepKey]int
	state    model.JobState
	err      string // why it stands
	calls    int
	requests int
	ended    time.Time
	cancel   bool
	digest   string
	by       holder.Holder // who took it up last
	clock    clock         // at the time of the replay
	written  string        // name of the clock of the records being applied
}

type stepKey struct {
	item int
	op   model.Op
}

func newProgress(p *model.Plan) *progress {
	g := &progress{steps: stepsOf(p), state: model.JobWaiting, index: map[stepKey]int{}}
	g.st = make([]stepState, len(g.steps))
	for i := range g.steps {
		g.st[i].state = model.ItemPlanned
		g.index[stepKey{p.Items[g.steps[i].item].ID, g.steps[i].op}] = i
	}
	return g
}

// apply takes one record in.
func (g *progress) apply(r *record) {
	if r.Requests > 0 {
		g.requests = r.Requests
	}
	switch r.T {
	case recStart:
		g.by = holder.Holder{}
		if r.By != nil {
			g.by = *r.By
		}
		g.state, g.err, g.digest, g.written = model.JobRunning, "", r.Plan, r.Clock
		g.interrupted()
	case recIntent:
		g.calls++
	case recCarry:
		if r.Carry != nil && r.Carry.Doing != "" && r.Carry.Doing != doCommit {
			g.calls++
		}
	case recAnswer:
		if r.Kind == client.KindStale {
			g.calls-- // nothing was sent
		}
	case recPause:
		g.err = r.Error
		switch {
		case r.Cancel:
			g.cancel = true
		case r.Out == pauseClosed:
			g.state = model.JobInterrupted
		default:
			g.state = model.JobPaused
		}
	case recLogin:
		g.state, g.err = model.JobNeedsLogin, r.Error
	case recEnd:
		g.state, g.err, g.ended = model.JobState(r.Out), r.Error, r.time()
	}
	for _, id := range r.Items {
		if i, ok := g.index[stepKey{id, r.Op}]; ok {
			g.st[i].apply(r, g.when(r))
		}
	}
}

// interrupted: an intent without an answer, and a new writer. Nobody will ever
// hear the answer, so the Verifier has to look.
func (g *progress) interrupted() {
	for i := range g.st {
		if s := &g.st[i]; s.state == model.ItemIntent {
			s.state, s.since = model.ItemUnknown, s.from
		}
	}
}

func (s *stepState) apply(r *record, when time.Time) {
	if r.Carry != nil {
		s.carry, s.from, s.sent = r.Carry, when, r.time()
	}
	switch r.T {
	case recIntent:
		s.state, s.sent, s.from, s.task = model.ItemIntent, r.time(), when, ""
		s.calls++
		s.elusive, s.known = 0, r.Known
	case recAnswer, recVerd:
		s.absent = false
		s.kind, s.err = r.Kind, r.Error
		switch r.Out {
		case outDone:
			s.state, s.ours, s.made = model.ItemDone, r.Ours, r.Made
		case outRefused:
			s.calls--
			s.state, s.kind, s.err = model.ItemPlanned, "", ""
		case outNotDone:
			s.state, s.kind, s.err = model.ItemPlanned, "", ""
		case outUnknown:
			s.state, s.since, s.task, s.said = model.ItemUnknown, when, r.Task, r.Said
			if s.task != "" {
				if s.tells == nil {
					s.tells = map[string]int{}
				}
				s.tells[s.task]++
			}
			s.watch()
		case outAbsent:
			s.absent, s.since = true, when
			s.elusive++
			s.watch()
		case outMissing:
			s.state = model.ItemMissing
		case outConflict:
			s.state = model.ItemConflict
		case outFailed:
			s.state = model.ItemFailed
		}
	}
}

// watch makes the Verifier begin anew.
func (s *stepState) watch() {
	s.looks, s.settled, s.last, s.next = 0, 0, sight{}, time.Time{}
}

// told is how often the service has told one and the same of its calls. A bad
// minute and a task that fails later are not of one cause.
func (s *stepState) told() int {
	most := 0
	for _, n := range s.tells {
		most = max(most, n)
	}
	return most
}

// item gives the state of a plan's item from its steps.
func (g *progress) item(steps []int) stepState {
	var out stepState
	out.state = model.ItemDone
	for _, n := range steps {
		s := g.st[n]
		switch {
		case s.state == model.ItemDone:
			out.ours = out.ours || s.ours
			continue
		case s.absent:
			s.state = model.ItemUnknown
		}
		return s
	}
	return out
}
