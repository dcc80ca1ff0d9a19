package run

import (
	"time"

	"aloft/client"
	"aloft/client/jobs/journal"
	"aloft/client/jobs/step"
	"aloft/client/jobs/verify"
	"aloft/model"
)

// queue is the one executor of a source: its jobs take turns, so the source's
// queue of bulk requests is never longer than one.
type queue struct {
	jobs    []*job
	next    int // whose turn is next
	wake    chan struct{}
	mix     mixing
	slowest time.Duration // of all mutations that ended well
}

// mixing says whether one call may take entries of several folders.
type mixing int

const (
	mixUnknown mixing = iota
	mixAllowed
	mixRefused
)

// times of the queue's Verifier: the settle time grows with the slowest task seen.
func (l *queue) times(e *Executor) verify.Times {
	return e.o.Tune(verify.TimesOf(max(e.scaled(e.o.Settle), 2*l.slowest), e.o.Scale))
}

func (l *queue) took(d time.Duration, err error) {
	if err == nil {
		l.slowest = max(l.slowest, d)
	}
}

func (l *queue) nudge() {
	select {
	case l.wake <- struct{}{}:
	default:
	}
}

// choose gives the job whose turn it is, or when to look again: jobs that a
// person waits for before bulk ones, each kind in turns. registry.mu is held.
func (l *queue) choose(now time.Time) (*job, time.Time) {
	var until time.Time
	var bulk *job
	keep := l.jobs[:0]
	for _, j := range l.jobs {
		if j.jn != nil && (!j.State.Ended() || j.audit != nil) {
			keep = append(keep, j)
		}
	}
	clear(l.jobs[len(keep):])
	l.jobs = keep
	for i := range l.jobs {
		j := l.jobs[(l.next+i)%len(l.jobs)]
		if j.standing() && j.audit == nil {
			continue
		}
		if j.notBefore.After(now) && !j.wantPause && !j.wantCancel {
			if until.IsZero() || j.notBefore.Before(until) {
				until = j.notBefore
			}
			continue
		}
		if !j.Plan.Bulk {
			l.next = (l.next + i + 1) % len(l.jobs)
			return j, until
		}
		if bulk == nil {
			bulk = j
		}
	}
	if bulk != nil {
		for i, j := range l.jobs {
			if j == bulk {
				l.next = (i + 1) % len(l.jobs)
			}
		}
	}
	return bulk, until
}

// serve is the queue's goroutine; it ends with the engine, between two turns.
func (e *Executor) serve(l *queue) {
	defer e.workers.Done()
	for {
		e.mu.Lock()
		if e.closed {
			e.mu.Unlock()
			return
		}
		j, until := l.choose(time.Now())
		e.mu.Unlock()
		if j != nil {
			e.turn(l, j)
			continue
		}
		var timer <-chan time.Time
		var t *time.Timer
		if !until.IsZero() {
			t = time.NewTimer(time.Until(until))
			timer = t.C
		}
		select {
		case <-l.wake:
		case <-timer:
		case <-e.reads.Done():
		}
		if t != nil {
			t.Stop()
		}
	}
}

// signedOut: no request of this source is of use until somebody signs in, so
// all its jobs stand still; nothing is lost and nothing has failed.
func (e *Executor) signedOut(l *queue, err error) {
	e.mu.Lock()
	var all []*job
	for _, j := range l.jobs {
		if j.jn != nil && !j.standing() {
			all = append(all, j)
		}
	}
	e.mu.Unlock()
	for _, j := range all {
		_ = e.log(j, journal.Record{T: journal.RecLogin, Kind: client.KindAuth, Error: err.Error()})
	}
}

// barrier is what other jobs of the same service have not settled, through
// whichever name of it.
type barrier []struct {
	id string
	t  *step.Touched
}

func (b barrier) meets(s *step.Step) string {
	for _, o := range b {
		if o.t.Meets(s) {
			return o.id
		}
	}
	return ""
}

// barriers gives what the job must leave alone: nothing may touch an entry as
// long as it is unknown what became of an earlier call about it.
func (e *Executor) barriers(j *job) barrier {
	e.reload()
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.unsettled(j.root(), j.id)
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
				t  *step.Touched
			}{o.id, t})
		}
	}
	return out
}
