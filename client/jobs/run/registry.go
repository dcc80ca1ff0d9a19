package run

import (
	"maps"
	"os"
	"slices"
	"sync"
	"time"

	"aloft/client"
	"aloft/client/jobs/journal"
	"aloft/client/jobs/verify"
	"aloft/client/system"
	"aloft/model"
	"aloft/model/text"
)

// registry holds the jobs that this process knows, makes their changes durable, and
// publishes events.
type registry struct {
	o      Options
	store  journal.Stores
	self   system.Holder
	events *Feed

	mu      sync.Mutex
	jobs    map[string]*job
	begins  map[string]bool // ids of those that Start is making here: they are not read from the disk
	closed  bool
	silent  bool          // no more events are published
	order   []string      // ids of the jobs that were put in an order
	changed chan struct{} // closed and replaced whenever a job's state changes
}

func newRegistry(o Options) *registry {
	return &registry{o: o, store: journal.Stores{Dir: o.Dir, Account: o.Account, Hook: o.Hook}, self: system.Self(o.Command), events: New(), jobs: map[string]*job{}, begins: map[string]bool{}, changed: make(chan struct{})}
}

func (g *registry) scaled(d time.Duration) time.Duration {
	return time.Duration(float64(d) * g.o.Scale)
}

// Events returns the events of all jobs.
func (g *registry) Events() <-chan client.JobEvent { return g.events.Events() }

// list returns the jobs.
func (g *registry) list() []*job {
	g.mu.Lock()
	defer g.mu.Unlock()
	return slices.Collect(maps.Values(g.jobs))
}

// change changes a job's fields and publishes the change.
func (g *registry) change(j *job, f func()) {
	g.mu.Lock()
	f()
	g.show(j)
	g.mu.Unlock()
}

// show publishes the job's snapshot. g.mu is held.
func (g *registry) show(j *job) {
	old, now := j.snap.Load(), j.snapshot()
	if !j.State.Ended() {
		now.Order = slices.Index(g.order, j.id) + 1
	}
	j.snap.Store(now)
	if old != nil && old.State == now.State {
		if (j.jn == nil && old.Done != now.Done || old.Order != now.Order) && !g.silent { // those of this process are looked at while they run
			g.events.Tell(client.JobEvent{Job: j.id, State: now.State})
		}
		return
	}
	g.wake()
	ev := client.JobEvent{Job: j.id, State: now.State}
	if j.standing() {
		for _, p := range j.looked.touched {
			if !j.refresh.has(p) {
				ev.Touched = append(ev.Touched, p)
			}
		}
		ev.Touched = append(ev.Touched, j.looked.moved...)
		clear(j.looked.touched)
		j.looked.moved = nil
	}
	if !g.silent {
		g.events.Tell(ev)
	}
}

// wake wakes those that wait for a job. g.mu is held.
func (g *registry) wake() {
	close(g.changed)
	g.changed = make(chan struct{})
}

func (g *registry) tell(ev client.JobEvent) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if !g.silent {
		g.events.Tell(ev)
	}
}

func (g *registry) clock() journal.Clock {
	boot, name := g.o.Boot()
	return journal.Clock{Now: time.Now(), Boot: boot, Name: name}
}

// stamp sets the time of a record.
func (g *registry) stamp(r *journal.Record) {
	c := g.clock()
	r.At, r.Live = c.Now.UnixMilli(), c.Now
	if c.Name != "" {
		r.Boot = c.Boot.Milliseconds()
	}
}

// startOf is the record that this process took the job over.
func (g *registry) startOf(j *job) journal.Record {
	r := journal.Record{T: journal.RecStart, Plan: j.sum, PID: os.Getpid(), By: &g.self, Gone: j.By.State() == system.Gone, Requests: j.Requests}
	g.stamp(&r)
	_, r.Clock = g.o.Boot()
	return r
}

// log makes records durable, then applies them.
func (g *registry) log(j *job, rs ...journal.Record) error {
	j.logging.Lock()
	defer j.logging.Unlock()
	g.mu.Lock()
	jn := j.jn
	for i := range rs {
		g.stamp(&rs[i])
		rs[i].Requests = j.Requests
	}
	g.mu.Unlock()
	if jn == nil { // it failed under another item
		return client.Errorf(client.KindLocal, "job", model.Place{}, text.JobsJournal, j.id)
	}
	err := jn.Append(rs...)
	if err != nil {
		g.broke(j)
		return err
	}
	g.mu.Lock()
	for i := range rs {
		j.Apply(&rs[i])
	}
	if len(rs) > 0 && rs[0].T != journal.RecIntent && rs[0].T != journal.RecCarry {
		j.price()
	}
	g.show(j)
	g.mu.Unlock()
	return nil
}

// broke: the journal cannot be written, so nothing more may be sent. The job is
// released in the state that is on the disk; Resume takes it over from there.
func (g *registry) broke(j *job) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.brokeLocked(j)
}

// brokeLocked is broke; g.mu is held.
func (g *registry) brokeLocked(j *job) {
	if j.jn == nil {
		return
	}
	err := j.jn.Fault()
	if j.jn.Lost() != nil {
		j.taken = client.Sentence(err)
	}
	j.jn.Close()
	j.jn, j.refresh, j.audit = nil, nil, nil
	j.halt()
	j.their.log = journal.Follow(j.dir) // what another process has written is read from the start
	j.State, j.Err = model.JobPaused, client.Sentence(err)
	g.show(j)
}

// writable: the job's journal is open and has not failed.
func (g *registry) writable(j *job) bool {
	j.logging.Lock() // another item may be writing it
	defer j.logging.Unlock()
	g.mu.Lock()
	defer g.mu.Unlock()
	return j.jn != nil && j.jn.Fault() == nil
}

// mayStillSend: the process is still the writer of the job. It is called right
// before a change is sent.
func (g *registry) mayStillSend(j *job) error {
	j.logging.Lock()
	defer j.logging.Unlock()
	g.mu.Lock()
	jn := j.jn
	g.mu.Unlock()
	if jn == nil {
		return client.Errorf(client.KindLocal, "job", model.Place{}, text.JobsJournal, j.id)
	}
	return jn.Check()
}

// letGo closes the journal of an ended job. g.mu is held.
func (g *registry) letGo(j *job) {
	j.refresh = nil
	j.jn.Close()
	j.jn = nil
	g.show(j)
	g.wake() // waiting for a job includes its refresh
}

// walkFor is how long the lookups of a source with permanent ids are valid: what
// was found stays true, and what was not is looked up again.
const walkFor = 30 * time.Second

// walkAt begins lookups in the source of a place.
func (g *registry) walkAt(j *job, p model.Place, opt client.Options) *verify.Walker {
	src := j.srcAt(p)
	keep := src == j.src && journal.Steady(src)
	if keep && !opt.Fresh && j.looked.walked != nil && time.Since(j.looked.walkedAt) < g.scaled(walkFor) {
		return j.looked.walked
	}
	opt.Class = j.class()
	w := src.Walk(opt)
	out := verify.NewWalker(w, func(l model.Listing) {
		if j.looked.lists != nil {
			j.looked.lists[journal.PlaceKey(l.Place)] = l
		}
		j.sees(&l, g.scaled(recent))
		g.tell(client.JobEvent{Job: j.id, Listing: &l})
	})
	out.Src = src
	if keep {
		j.looked.walked, j.looked.walkedAt = out, time.Now()
	}
	return out
}

// spent adds a walk's requests to the job's.
func (g *registry) spent(j *job, w *verify.Walker) {
	if n := w.Requests() - w.Billed; n > 0 {
		w.Billed += n
		g.change(j, func() { j.Requests += n })
	}
}

// barrier is what other jobs of the same service, under whichever account name,
// have not settled.
type barrier []struct {
	id string
	t  *journal.Touched
}

func (b barrier) meets(s *journal.Step) string {
	for _, o := range b {
		if o.t.Meets(s) {
			return o.id
		}
	}
	return ""
}

// barriers returns what the job must leave alone: nothing may touch an entry while
// the result of an earlier call about it is unknown.
func (g *registry) barriers(j *job) barrier {
	g.reload()
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.unsettled(j.root(), j.id)
}

func (g *registry) unsettled(root model.Place, but string) barrier {
	var out barrier
	at := g.o.Service(root)
	for _, o := range g.jobs {
		if o.id == but || o.State.Ended() || g.o.Service(o.root()) != at {
			continue
		}
		if t := o.Unsettled(); t != nil {
			out = append(out, struct {
				id string
				t  *journal.Touched
			}{o.id, t})
		}
	}
	return out
}

// free: no step of the plan touches what a paused job has not settled. A running job
// settles it by itself, and is waited for. g.mu is held.
func (g *registry) free(p *model.Plan) error {
	root := model.Place{Account: p.Account, Scheme: p.Scheme}
	var steps []journal.Step // made only when they are needed: those of a large plan take much memory
	for _, o := range g.unsettled(root, p.ID) {
		if !g.jobs[o.id].standing() {
			continue
		}
		if steps == nil {
			steps = journal.Of(p)
		}
		for i := range steps {
			if o.t.Meets(&steps[i]) {
				at := steps[i].Source()
				return &client.Error{Kind: client.KindConflict, Op: string(p.Op), Place: at, What: text.JobsUnsettled,
					Args: []any{at.Base(), o.id}, Hint: "resume or cancel that job first; either checks what it did"}
			}
		}
	}
	return nil
}
