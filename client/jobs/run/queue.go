package run

import (
	"context"
	"slices"
	"time"

	"aloft/client"
	"aloft/client/jobs/journal"
	"aloft/client/jobs/verify"
)

// queue runs the jobs of a source: they take turns, so the source's queue of bulk
// requests is never longer than one.
type queue struct {
	jobs    []*job
	next    int // the job whose turn is next
	wake    chan struct{}
	mix     mixing
	slowest time.Duration // of all mutations that succeeded
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

func (l *queue) nudge() { client.Nudge(l.wake) }

// choose returns the job whose turn it is, or when to ask again: interactive jobs
// before bulk ones, each class by the order, those without one in turns. g.mu is held.
func (l *queue) choose(g *registry, now time.Time) (*job, time.Time) {
	var until time.Time
	var best *job
	at := 0
	later := func(t time.Time) {
		if until.IsZero() || t.Before(until) {
			until = t
		}
	}
	l.jobs = slices.DeleteFunc(l.jobs, func(j *job) bool { return j.jn == nil || j.State.Ended() && j.refresh == nil })
	for i := range l.jobs {
		j := l.jobs[(l.next+i)%len(l.jobs)]
		if j.standing() && j.refresh == nil {
			continue
		}
		switch {
		case j.wait.until.After(now) && !j.wantPause && !j.wantCancel:
			later(j.wait.until)
		case best != nil && !g.goesFirst(j, best):
		case g.ahead(j) != "":
			later(now.Add(g.scaled(lookOften)))
		default:
			best, at = j, (l.next+i)%len(l.jobs)
		}
	}
	if best != nil {
		l.next = (at + 1) % len(l.jobs)
	}
	return best, until
}

// othersWait: another job of the queue wants its turn. g.mu is held.
func (l *queue) othersWait(g *registry, j *job) bool {
	return slices.ContainsFunc(l.jobs, func(o *job) bool {
		return o != j && !o.standing() && !o.wait.until.After(time.Now()) && !g.goesFirst(j, o)
	})
}

// worker executes the jobs' turns, one operation of a queue at a time.
type worker struct {
	*registry
	// reads ends when the executor closes; writes somewhat later, since only the
	// answer of a mutation says what it did.
	reads, writes context.Context
}

// times of the Verifier: the settle time grows with the slowest task that the queue has seen.
func (w *worker) times(l *queue, j *job) verify.Times {
	t := verify.TimesOf(max(w.scaled(w.o.Settle), 2*l.slowest), w.o.Scale)
	t.Prompt = journal.Prompt(j.src)
	return w.o.Tune(t)
}

// announce journals a call of the job's right before it is sent.
func (w *worker) announce(j *job, src client.Source, intent func() error) (context.Context, *journal.Announced) {
	return journal.Announce(w.writes, src, intent, func() error { return w.mayStillSend(j) })
}
