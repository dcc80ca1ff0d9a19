package run

import (
	"time"

	"aloft/client"
	"aloft/client/jobs/store"
)

const (
	// lookOften is how often jobs are looked at while they change.
	lookOften = time.Second
	// rarely is how many times longer that is while nothing changes: the system does
	// not tell what another machine does to a shared folder.
	rarely = 30
)

// watch follows the jobs of other processes, and what they ask of ours.
func (e *Executor) watch() {
	defer e.workers.Done()
	often := max(e.scaled(lookOften), 10*time.Millisecond)
	var told <-chan struct{}
	if e.o.Watch != nil {
		told = e.o.Watch.C
		defer e.o.Watch.Close()
	}
	for {
		next := often
		if e.o.Watch != nil {
			dirs, busy := e.still()
			switch whole, begun := e.o.Watch.Of(dirs); {
			case begun:
				next = 0
			case whole && !busy:
				next = often * rarely
			}
		}
		t := time.NewTimer(next)
		select {
		case <-e.reads.Done():
			t.Stop()
			return
		case <-told:
			t.Stop()
			// What one change brings comes in a burst.
			if client.Sleep(e.reads, min(often/10, 100*time.Millisecond)) != nil {
				return
			}
		case <-t.C:
		}
		e.reload()
		e.takeRequests()
		e.overtakeStopped()
	}
}

// still gives the folders in which a change would be news: the stores, and jobs that
// stand still. busy: some job runs, whose changes are looked for, since nobody tells
// that its process has died or was stopped.
func (e *Executor) still() (dirs []string, busy bool) {
	dirs = e.store.All()
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, j := range e.jobs {
		switch {
		case j.State.Ended():
		case (j.jn != nil || j.held) && (!j.standing() || j.wanted != ""):
			busy = true
		default:
			dirs = append(dirs, j.dir)
		}
	}
	return dirs, busy
}

// takeRequests does what was asked of jobs of ours that stand still or wait for later;
// one at work looks by itself between two batches.
func (e *Executor) takeRequests() {
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, j := range e.jobs {
		if j.jn != nil && !j.State.Ended() && j.logging.TryLock() { // a busy one looks by itself
			lost := j.jn.Check() != nil
			j.logging.Unlock()
			if lost {
				e.brokeLocked(j)
			}
		}
		if j.jn == nil || j.State.Ended() || !j.standing() && j.stop == nil && j.notBefore.Before(time.Now()) {
			continue
		}
		switch store.Asked(j.dir) {
		case store.AskResume:
			if j.standing() {
				_ = e.again(j, false)
			}
		case store.AskCancel:
			if j.standing() {
				_ = e.again(j, true)
			}
			j.wantCancel = true
			j.halt()
			e.nudge(j)
		case store.AskPause:
			j.wantPause = !j.standing()
			j.halt()
			e.nudge(j)
		}
	}
}
