// Package jobs is the one way to change anything: a request becomes a plan, a
// plan becomes a job with a durable journal, an executor runs it in rounds and
// a verifier settles what got no clear answer. It knows the interfaces of
// package client only, never a concrete source.
//
// What must hold, whatever happens to the process, the network or the service:
// no mutation is sent before its intent is on the disk; none is sent again
// before the Verifier has seen, after the settle time, that it did nothing; and
// the last word of the journal about an entry agrees with the service.
package jobs

import (
	"context"
	"io"
	"os"
	"slices"
	"sync"
	"time"

	"aloft/client"
	"aloft/client/durable"
	"aloft/client/holder"
	"aloft/model"
	"aloft/model/text"
)

// Options say where jobs live and how long things take.
type Options struct {
	Dir     string         // the folder of the job stores, made with mode 0700
	Account string         // the current account: places without one mean it
	Sources client.Sources // finds the source of a place
	Scale   float64        // scales every waiting time; 0 = 1
	Settle  time.Duration  // age at which an unclear mutation can no longer strike; 0 = 45 s
	// Gap is the time between two requests to the source with the root at present,
	// for estimates; nil = 500 ms. On disk there is none.
	Gap func(root model.Place) time.Duration
	// Service names the account of a place as its service knows it: two names of
	// the configuration may stand for one. nil = each name is another account.
	Service func(root model.Place) string
	// Convert writes the file of that name as one of another format: "docx" before
	// an import, "md" or "txt" after an export. The notes, plain English, say what
	// was not kept. nil = nothing can be converted on this machine.
	Convert Convert
	// Boot reads the host's boot clock, which never steps, and names it: readings
	// of one name can be compared, also of different processes. nil or the name
	// "" = there is none; after a restart the full settle time is waited then.
	Boot func() (time.Duration, string)
	// Command is what this process runs, by the names of the command only: it is
	// named to others that wait for it.
	Command string
	// Waits is told what a plan waits for; nil = nobody is.
	Waits *client.Waits
	// Hook is called at each kill point of a job, for tests.
	Hook func(point string)

	wrapLog func(durable.LogFile) durable.LogFile // tests: a disk that fails
	tune    func(times) times                     // tests: rules of the Verifier broken
}

// Convert is Options.Convert.
type Convert func(ctx context.Context, name, format string, r io.ReaderAt, size int64, w io.Writer) (notes []string, err error)

// Engine runs jobs. It implements client.Jobs.
type Engine struct {
	o     Options
	self  holder.Holder
	news  *news
	lanes sync.WaitGroup
	// reads ends when the engine closes; writes a while later, since only the
	// answer of a mutation tells what became of it.
	reads, writes      context.Context
	endReads, endWrite context.CancelFunc

	mu      sync.Mutex
	jobs    map[string]*job
	byRoot  map[string]*lane
	closed  bool
	deaf    bool          // nobody is told anything any more
	changed chan struct{} // closed and replaced whenever a job's state changes
}

var _ client.Jobs = (*Engine)(nil)

// Open opens the job store and shows the jobs in it. Those that a dead process
// left are JobInterrupted until Resume.
func Open(o Options) (*Engine, error) {
	if o.Scale == 0 {
		o.Scale = 1
	}
	if o.Settle == 0 {
		o.Settle = 45 * time.Second
	}
	if o.Gap == nil {
		o.Gap = func(model.Place) time.Duration { return 500 * time.Millisecond }
	}
	if o.Service == nil {
		o.Service = service
	}
	if o.Hook == nil {
		o.Hook = func(string) {}
	}
	if o.Boot == nil {
		o.Boot = func() (time.Duration, string) { return 0, "" }
	}
	if o.tune == nil {
		o.tune = func(t times) times { return t }
	}
	// Where it cannot be made there is no job to show, and none can be begun.
	if err := os.MkdirAll(o.Dir, 0o700); err != nil && !client.Unwritable(err) {
		return nil, storeError(o.Dir, err)
	}
	e := &Engine{o: o, self: holder.Self(o.Command), news: newNews(), jobs: map[string]*job{}, byRoot: map[string]*lane{}, changed: make(chan struct{})}
	e.reads, e.endReads = context.WithCancel(context.Background())
	e.writes, e.endWrite = context.WithCancel(context.Background())
	for _, store := range e.stores() {
		sweep(store)
		prune(store, time.Now())
	}
	e.refresh()
	e.lanes.Add(1)
	go e.watch()
	return e, nil
}

// Close stops between two batches and waits for that; the answer of a mutation
// under way is waited for a while. Running jobs can be resumed by the next Engine.
func (e *Engine) Close() error {
	e.mu.Lock()
	if e.closed {
		e.mu.Unlock()
		return nil
	}
	e.closed = true
	e.mu.Unlock()
	e.endReads()
	grace := time.AfterFunc(e.scaled(20*time.Second), e.endWrite)
	e.lanes.Wait()
	grace.Stop()
	e.endWrite()
	for _, j := range e.sorted() {
		if j.jn == nil {
			continue
		}
		if !j.standing() {
			_ = e.log(j, record{T: recPause, Out: pauseClosed})
		}
		e.change(j, func() { j.jn.close(); j.jn = nil })
	}
	e.mu.Lock()
	e.deaf = true
	e.mu.Unlock()
	e.news.close()
	return nil
}

func (e *Engine) scaled(d time.Duration) time.Duration {
	return time.Duration(float64(d) * e.o.Scale)
}

// Events tells what changed.
func (e *Engine) Events() <-chan client.JobEvent { return e.news.out }

// sorted gives the jobs, the newest first.
func (e *Engine) sorted() []*job {
	e.mu.Lock()
	defer e.mu.Unlock()
	out := make([]*job, 0, len(e.jobs))
	for _, j := range e.jobs {
		out = append(out, j)
	}
	slices.SortFunc(out, func(a, b *job) int {
		if a.id > b.id {
			return -1
		}
		return 1
	})
	return out
}

// change changes a job's fields and shows the change.
func (e *Engine) change(j *job, f func()) {
	e.mu.Lock()
	f()
	e.show(j)
	e.mu.Unlock()
}

// show publishes the job's snapshot. e.mu is held.
func (e *Engine) show(j *job) {
	old, now := j.snap.Load(), j.snapshot()
	j.snap.Store(now)
	if old != nil && old.State == now.State {
		return
	}
	e.wake()
	ev := client.JobEvent{Job: j.id, State: now.State}
	if j.standing() {
		for _, p := range j.touched {
			if !j.audit.has(p) {
				ev.Touched = append(ev.Touched, p)
			}
		}
		ev.Touched = append(ev.Touched, j.moved...)
		clear(j.touched)
		j.moved = nil
	}
	if !e.deaf {
		e.news.tell(ev)
	}
}

// wake lets those look who wait for a job. e.mu is held.
func (e *Engine) wake() {
	close(e.changed)
	e.changed = make(chan struct{})
}

func (e *Engine) tell(ev client.JobEvent) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if !e.deaf {
		e.news.tell(ev)
	}
}

// log makes records durable, then true in memory.
func (e *Engine) log(j *job, rs ...record) error {
	j.logging.Lock()
	defer j.logging.Unlock()
	e.mu.Lock()
	jn := j.jn
	for i := range rs {
		e.stamp(&rs[i])
		rs[i].Requests = j.requests
	}
	e.mu.Unlock()
	if jn == nil { // it broke under another item
		return client.Errorf(client.KindLocal, "job", model.Place{}, text.JobsJournal, j.id)
	}
	err := jn.append(rs...)
	if err != nil {
		e.broke(j)
		return err
	}
	e.mu.Lock()
	for i := range rs {
		j.apply(&rs[i])
	}
	if len(rs) > 0 && rs[0].T != recIntent && rs[0].T != recCarry {
		j.price()
	}
	e.show(j)
	e.mu.Unlock()
	return nil
}

// broke: the journal cannot be written, so nothing more may be sent. The job is
// put down as it stands on the disk; Resume takes it up from there.
func (e *Engine) broke(j *job) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.brokeLocked(j)
}

// brokeLocked is broke; e.mu is held.
func (e *Engine) brokeLocked(j *job) {
	if j.jn == nil {
		return
	}
	err := j.jn.fault()
	if j.jn.lost() != nil {
		j.taken = err.Error()
	}
	j.jn.close()
	j.jn, j.audit = nil, nil
	j.halt()
	j.others = follow(j.dir) // what another process has written is read anew
	j.state, j.err = model.JobPaused, err.Error()
	e.show(j)
}

// writable: the job's journal is open and has not failed.
func (e *Engine) writable(j *job) bool {
	j.logging.Lock() // another item may be writing it
	defer j.logging.Unlock()
	e.mu.Lock()
	defer e.mu.Unlock()
	return j.jn != nil && j.jn.fault() == nil
}

// walk begins lookups for a job.
func (e *Engine) walk(j *job, fresh bool) *walker { return e.walkAt(j, j.root(), fresh) }

// walkFor is how long the lookups of a source with steady ids are good for: what
// they have found stays true, and what they have not is looked up again.
const walkFor = 30 * time.Second

// walkAt begins lookups in the source of a place.
func (e *Engine) walkAt(j *job, p model.Place, fresh bool) *walker {
	src := j.srcAt(p)
	keep := src == j.src && steady(src)
	if keep && !fresh && j.walked != nil && time.Since(j.walkedAt) < e.scaled(walkFor) {
		return j.walked
	}
	w := src.Walk(client.Options{Class: j.class(), Fresh: fresh})
	out := newWalker(w, func(l model.Listing) { e.tell(client.JobEvent{Job: j.id, Listing: &l}) })
	out.src = src
	if keep {
		j.walked, j.walkedAt = out, time.Now()
	}
	return out
}

// spent adds a walk's requests to the job's.
func (e *Engine) spent(j *job, w *walker) {
	if n := w.requests() - w.billed; n > 0 {
		w.billed += n
		e.change(j, func() { j.requests += n })
	}
}

func noJob(id string) error {
	return client.Errorf(client.KindNotFound, "job", model.Place{}, "there is no job %s", id)
}
