package run

import (
	"context"
	"os"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
)

// link is a command that a supervisor runs.
type link struct {
	*process
	all   *Supervisors
	pid   int // of the command
	start string
	mark  string

	status *uint32       // nil: not ended, or the status is unknown
	left   int           // processes left behind
	clear  bool          // no process is left
	crowd  atomic.Bool   // killed for being too many
	done   chan struct{} // closed when no process is left

	mu   sync.Mutex
	over bool // its supervisor may have another command
}

// start starts the command by a supervisor, with that standard input and those outputs.
func (all *Supervisors) start(files []*os.File, o *order) (*link, error) {
	for {
		p, fresh, err := all.take()
		if err != nil {
			return nil, err
		}
		if err = p.give(o, files); err != nil {
			p.end()
		}
		took := <-p.words
		switch {
		case took.Took:
			return all.begun(p, o)
		case fresh && err != nil:
			return nil, err
		case fresh:
			return nil, syscall.ECHILD
		}
		// It was killed while it waited, and has not begun.
	}
}

// begun returns the command that a supervisor has begun, or why it could not be started.
func (all *Supervisors) begun(p *process, o *order) (*link, error) {
	first := <-p.words // none: the supervisor was killed, perhaps by the command
	if first.Errno != 0 {
		all.wait(p)
		return nil, syscall.Errno(first.Errno)
	}
	return &link{process: p, all: all, pid: first.PID, start: first.Start, mark: string(o.Mark), done: make(chan struct{})}, nil
}

// stop makes the supervisor kill everything of this command.
func (l *link) stop() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if !l.over {
		l.process.stop()
	}
}

// end ends the command: nothing of it is left.
func (l *link) end() {
	l.mu.Lock()
	l.over = true
	l.mu.Unlock()
	l.all.wait(l.process)
	close(l.done)
}

// follow waits for the command's end, or for the end of all its processes when it
// is killed.
func (l *link) follow(ctx context.Context, c Command, res *Result) {
	var late, dead <-chan time.Time
	if c.Limit > 0 {
		dead = time.After(c.Limit + deaf)
	}
	stop := ctx.Done()
	for {
		select {
		case w, ok := <-l.words:
			if !ok {
				l.lost(res)
				return
			}
			if l.take(w); w.Late && !res.Stopped {
				res.TimedOut = true
				late = time.After(killTime)
			}
		case <-stop:
			stop = nil
			if res.Stopped = !res.TimedOut; res.Stopped {
				l.stop()
				late = time.After(killTime)
			}
		case <-late:
			l.ended(res)
			return
		case <-dead: // it does not even report the killing
			res.TimedOut = !res.Stopped
			l.kill()
		}
		switch {
		case l.clear, l.status != nil && !res.TimedOut && !res.Stopped && c.Left != BackgroundCommand:
			l.ended(res)
			return
		case l.status != nil && late == nil: // its remaining processes are being killed
			late = time.After(killTime)
		}
	}
}

func (l *link) take(w word) {
	if w.Ended {
		l.status, l.left = &w.Status, w.Left
	}
	if w.Crowd {
		l.crowd.Store(true)
	}
	l.clear = l.clear || w.Clear
}

func (l *link) ended(res *Result) {
	if l.status != nil {
		res.Exit, res.Signal = howItEnded(*l.status)
	}
}

// lost kills the rest of a command whose supervisor was killed by the command itself or for lack of memory.
func (l *link) lost(res *Result) {
	if !l.clear {
		stopLeft(l.pid, l.start, l.mark)
		if l.status == nil && !res.TimedOut && !res.Stopped {
			res.Signal = "SIGKILL"
		}
	}
	l.clear = true
	l.ended(res)
}

// children checks what is still running, now that the output is known, and goes on
// reading from the supervisor.
func (l *link) children(res *Result) {
	soon := time.NewTimer(lastMoment) // a process about to end is not a background child
	defer soon.Stop()
	for more := true; more && !l.clear; {
		select {
		case w, ok := <-l.words:
			if !ok {
				l.lost(res)
			}
			l.take(w)
		case <-soon.C:
			more = false
		}
	}
	res.Crowd = l.crowd.Load()
	if l.clear {
		l.end()
		return
	}
	res.Children = &Children{Count: max(l.left, 1), Done: l.done, Stop: l.stop, Crowd: l.crowd.Load}
	go func() {
		defer l.end()
		for w := range l.words {
			if l.take(w); l.clear {
				return
			}
		}
		stopLeft(l.pid, l.start, l.mark)
	}()
}
