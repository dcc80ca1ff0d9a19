package run

import (
	"context"
	"time"

	"aloft/client"
	"aloft/client/jobs/journal"
	"aloft/client/jobs/verify"
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

// othersWait: another job of the queue wants its turn. registry.mu is held.
func (l *queue) othersWait(j *job) bool {
	for _, o := range l.jobs {
		if o != j && !o.standing() && !o.notBefore.After(time.Now()) {
			return true
		}
	}
	return false
}

// worker does what the jobs' turns come to, one operation of a queue at a time.
type worker struct {
	*registry
	// reads ends when the executor closes; writes a while later, since only the
	// answer of a mutation tells what became of it.
	reads, writes context.Context
}

// times of the queue's Verifier: the settle time grows with the slowest task seen.
func (w *worker) times(l *queue) verify.Times {
	return w.o.Tune(verify.TimesOf(max(w.scaled(w.o.Settle), 2*l.slowest), w.o.Scale))
}

// announce journals a call of the job's right before it is sent.
func (w *worker) announce(j *job, src client.Source, intent func() error) (context.Context, *journal.Announced) {
	return journal.Announce(w.writes, src, intent, func() error { return w.mayStillSend(j) })
}
