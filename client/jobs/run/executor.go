package run

import (
	"context"
	"slices"
	"sync"
	"time"

	"aloft/model"
)

// Executor runs the jobs of the stores.
type Executor struct {
	*worker
	workers            sync.WaitGroup
	endReads, endWrite context.CancelFunc

	queues map[string]*queue // registry.mu guards it
}

// serve is the queue's goroutine; it ends when the executor closes, between two
// turns.
func (e *Executor) serve(l *queue) {
	defer e.workers.Done()
	for {
		e.mu.Lock()
		if e.closed {
			e.mu.Unlock()
			return
		}
		j, until := l.choose(e.registry, time.Now())
		e.holdBack(l, j)
		if j != nil {
			j.inTurn = true
		}
		e.mu.Unlock()
		if j != nil {
			e.turn(l, j)
			e.turned(j)
			continue
		}
		var timer <-chan time.Time
		if !until.IsZero() {
			timer = time.After(time.Until(until))
		}
		select {
		case <-l.wake:
		case <-timer:
		case <-e.reads.Done():
		}
	}
}

// turned ends a turn. A job that another process took over in it is read again as that one's,
// which nobody did meanwhile.
func (e *Executor) turned(j *job) {
	e.mu.Lock()
	j.inTurn = false
	taken := j.jn == nil && !j.taken.IsZero()
	e.mu.Unlock()
	if taken {
		e.reload()
	}
}

// enqueue puts the job at the end of its queue. e.mu is held.
func (e *Executor) enqueue(j *job) {
	j.State, j.wait.until, j.Err, j.wantPause = model.JobWaiting, time.Time{}, model.Sentence{}, false
	k := j.queueName()
	l := e.queues[k]
	if l == nil {
		l = &queue{wake: make(chan struct{}, 1)}
		e.queues[k] = l
		if !e.closed {
			e.workers.Add(1)
			go e.serve(l)
		}
	}
	l.jobs = append(slices.DeleteFunc(l.jobs, func(o *job) bool { return o == j }), j)
	e.show(j)
	l.nudge()
}

// nudge wakes the job's queue. e.mu is held.
func (e *Executor) nudge(j *job) {
	if l := e.queues[j.queueName()]; l != nil {
		l.nudge()
	}
}
