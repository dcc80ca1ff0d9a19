package run

import (
	"cmp"
	"context"
	"os"
	"time"

	"aloft/client"
	"aloft/client/jobs/journal"
	"aloft/client/jobs/plan"
	"aloft/client/jobs/verify"
	"aloft/model"
)

// Open opens the job stores and loads the jobs in them. Those of a dead process are
// JobInterrupted until Resume.
func Open(o Options) (*Executor, error) {
	o.Scale = cmp.Or(o.Scale, 1)
	o.SpoolMax = cmp.Or(o.SpoolMax, client.SpoolMax)
	o.Settle = cmp.Or(o.Settle, 45*time.Second)
	if o.Gap == nil {
		o.Gap = func(model.Place) time.Duration { return 500 * time.Millisecond }
	}
	if o.Asked == nil {
		o.Asked = func() int { return 0 }
	}
	if o.Slots == nil {
		o.Slots = func(model.Place) int { return 0 }
	}
	if o.Service == nil {
		o.Service = journal.Service
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
	// Where the folder cannot be made there are no jobs, and none can be started.
	if err := os.MkdirAll(o.Dir, 0o700); err != nil && !client.Unwritable(err) {
		return nil, journal.Error(o.Dir, err)
	}
	if err := journal.Known(o.Dir); err != nil {
		return nil, err
	}
	w := &worker{registry: newRegistry(o)}
	e := &Executor{worker: w, queues: map[string]*queue{}}
	w.reads, e.endReads = context.WithCancel(context.Background())
	w.writes, e.endWrite = context.WithCancel(context.Background())
	ended := map[string]journal.Summaries{}
	e.read(ended, func() []string {
		return e.store.JobsOf(e.store.All(), func(dir string) []string {
			journal.Sweep(dir)
			ended[dir] = journal.Ended(dir)
			return journal.Prune(dir, ended[dir], time.Now())
		})
	})
	e.workers.Add(1)
	go e.watch()
	return e, nil
}

// Planning returns a Maker that knows the recent effects of jobs.
func (e *Executor) Planning() plan.Maker {
	return plan.Maker{Sources: e.o.Sources, Waits: e.o.Waits, Convert: e.o.Convert != nil, Cannot: e.o.Cannot, Gap: e.o.Gap, Slots: e.o.Slots, Asked: e.o.Asked, Pace: e.pace, Scaled: e.scaled, Effects: e.lagging, Past: e.done,
		Tell: func(l model.Listing) { e.tell(client.JobEvent{Listing: &l}) }}
}

// Close stops between two batches and waits for that; for the answer of a mutation
// under way, and for a disk that does not answer a read, it waits a limited time.
// Running jobs can be resumed by the next Executor.
func (e *Executor) Close() error {
	e.mu.Lock()
	if e.closed {
		e.mu.Unlock()
		return nil
	}
	e.closed = true
	e.mu.Unlock()
	e.endReads()
	ended := make(chan struct{})
	go func() {
		e.workers.Wait()
		close(ended)
	}()
	whole := within(ended, e.scaled(20*time.Second))
	e.endWrite()
	whole = whole || within(ended, 5*time.Second) // not scaled: it is for a slow machine
	e.letGoAll(whole)
	if !whole {
		go func() {
			<-ended
			e.letGoAll(true)
		}()
	}
	e.mu.Lock()
	e.silent = true
	e.mu.Unlock()
	e.events.Close()
	return nil
}

// within reports whether it has ended by then.
func within(ended <-chan struct{}, limit time.Duration) bool {
	select {
	case <-ended:
		return true
	case <-time.After(limit):
		return false
	}
}

// letGoAll ends the journals of all jobs. Without whole, a job whose turn goes on keeps
// its own, until that ends, or the process.
func (e *Executor) letGoAll(whole bool) {
	for _, j := range e.list() {
		e.mu.Lock()
		goesOn := j.inTurn
		e.mu.Unlock()
		if !whole && goesOn || j.jn == nil {
			continue
		}
		if !j.standing() {
			_ = e.log(j, journal.Record{T: journal.RecPause, Out: journal.PauseClosed})
		}
		e.change(j, func() { j.jn.Close(); j.jn = nil })
	}
}
