// Package run runs jobs: their turns, the look-ups before each call, the calls, the
// Verifier, and transfers. It follows the jobs of other processes, and takes over
// those of a stopped one.
package run

import (
	"context"
	"io"
	"os"
	"sync"
	"time"

	"aloft/client"
	"aloft/client/durable"
	"aloft/client/jobs/journal"
	"aloft/client/jobs/plan"
	"aloft/client/jobs/step"
	"aloft/client/jobs/store"
	"aloft/client/jobs/verify"
	"aloft/model"
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

	WrapLog func(durable.LogFile) durable.LogFile // tests: a disk that fails
	Tune    func(verify.Times) verify.Times       // tests: rules of the Verifier broken
}

// Convert is Options.Convert.
type Convert func(ctx context.Context, name, format string, r io.ReaderAt, size int64, w io.Writer) (notes []string, err error)

// Executor runs the jobs of the stores.
type Executor struct {
	*registry
	store   store.Stores
	workers sync.WaitGroup
	// reads ends when the engine closes; writes a while later, since only the
	// answer of a mutation tells what became of it.
	reads, writes      context.Context
	endReads, endWrite context.CancelFunc

	queues map[string]*queue // registry.mu guards it
}

// Open opens the job stores and shows the jobs in them. Those that a dead process
// left are JobInterrupted until Resume.
func Open(o Options) (*Executor, error) {
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
		o.Service = step.Service
	}
	if o.Hook == nil {
		o.Hook = func(string) {}
	}
	if o.Boot == nil {
		o.Boot = func() (time.Duration, string) { return 0, "" }
	}
	if o.Tune == nil {
		o.Tune = func(t verify.Times) verify.Times { return t }
	}
	// Where it cannot be made there is no job to show, and none can be begun.
	if err := os.MkdirAll(o.Dir, 0o700); err != nil && !client.Unwritable(err) {
		return nil, store.Error(o.Dir, err)
	}
	e := &Executor{registry: newRegistry(o), store: store.Stores{Dir: o.Dir, Account: o.Account, Hook: o.Hook}, queues: map[string]*queue{}}
	e.reads, e.endReads = context.WithCancel(context.Background())
	e.writes, e.endWrite = context.WithCancel(context.Background())
	for _, dir := range e.store.All() {
		store.Sweep(dir)
		store.Prune(dir, time.Now())
	}
	e.reload()
	e.workers.Add(1)
	go e.watch()
	return e, nil
}

// Planning makes plans that know what the jobs here have just done.
func (e *Executor) Planning() plan.Maker {
	return plan.Maker{Sources: e.o.Sources, Waits: e.o.Waits, Convert: e.o.Convert != nil, Gap: e.o.Gap, Scaled: e.scaled, Effects: e.effects,
		Tell: func(l model.Listing) { e.tell(client.JobEvent{Listing: &l}) }}
}

// Close stops between two batches and waits for that; the answer of a mutation
// under way is waited for a while. Running jobs can be resumed by the next Executor.
func (e *Executor) Close() error {
	e.mu.Lock()
	if e.closed {
		e.mu.Unlock()
		return nil
	}
	e.closed = true
	e.mu.Unlock()
	e.endReads()
	grace := time.AfterFunc(e.scaled(20*time.Second), e.endWrite)
	e.workers.Wait()
	grace.Stop()
	e.endWrite()
	for _, j := range e.sorted() {
		if j.jn == nil {
			continue
		}
		if !j.standing() {
			_ = e.log(j, journal.Record{T: journal.RecPause, Out: journal.PauseClosed})
		}
		e.change(j, func() { j.jn.Close(); j.jn = nil })
	}
	e.mu.Lock()
	e.silent = true
	e.mu.Unlock()
	e.events.close()
	return nil
}

func noJob(id string) error {
	return client.Errorf(client.KindNotFound, "job", model.Place{}, "there is no job %s", id)
}
