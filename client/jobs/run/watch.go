package run

import (
	"time"

	"aloft/client"
	"aloft/client/jobs/journal"
)

const (
	// lookOften is how often jobs are checked while they change.
	lookOften = time.Second
	// rarely is the factor of that while nothing changes: the system does not
	// report what another machine does to a shared folder.
	rarely = 30
)

// watch follows the jobs of other processes, and their requests to ours.
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
		select {
		case <-e.reads.Done():
			return
		case <-told:
			// One change causes a burst of events.
			if client.Sleep(e.reads, min(often/10, 100*time.Millisecond)) != nil {
				return
			}
		case <-time.After(next):
		}
		e.reload()
		e.takeRequests()
		e.overtakeStopped()
	}
}

// still returns the folders to watch: the stores, and jobs that are paused. busy:
// some job runs; it is polled, since no event reports that its process was stopped
// or has died.
func (e *Executor) still() (dirs []string, busy bool) {
	dirs = e.store.All()
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, j := range e.jobs {
		switch {
		case j.State.Ended():
		case (j.jn != nil || j.held) && (!j.standing() || j.their.wanted != ""):
			busy = true
		default:
			dirs = append(dirs, j.dir)
		}
	}
	return dirs, busy
}

// takeRequests handles requests to our jobs that are paused or wait; a running one
// handles them itself between two batches.
func (e *Executor) takeRequests() {
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, j := range e.jobs {
		if j.jn != nil && !j.State.Ended() && j.logging.TryLock() { // a running one handles them itself
			lost := j.jn.Check() != nil
			j.logging.Unlock()
			if lost {
				e.brokeLocked(j)
			}
		}
		if j.jn == nil || j.State.Ended() || !j.standing() && j.stop == nil && j.wait.until.Before(time.Now()) {
			continue
		}
		switch journal.Asked(j.dir) {
		case journal.AskResume:
			if j.standing() {
				_ = e.again(j, false)
			}
		case journal.AskCancel:
			if j.standing() {
				_ = e.again(j, true)
			}
			j.wantCancel = true
			j.halt()
			e.nudge(j)
		case journal.AskPause:
			j.wantPause = !j.standing()
			j.halt()
			e.nudge(j)
		}
	}
}
