// Package run starts one process of a webhook delivery, stores a bounded part of
// what it prints, and ends it with its processes. It knows neither the store nor
// the receiver.
// It also makes what an agent gets: its arguments, and the prompt on its standard input. Nothing from a request gets
// onto a command line.
package run

import (
	"context"
	"os/exec"
	"runtime"
	"sync"
	"sync/atomic"
	"time"
)

const (
	// afterEnd is how long a background child may delay the result of a command that ended by itself; afterKill is
	// the same for one that could not be killed.
	afterEnd  = time.Second
	afterKill = 150 * time.Millisecond
	// lastMoment is how long processes that still run after that may take to end.
	lastMoment = 50 * time.Millisecond
	// Whether something is left is looked at after a millisecond, then less and less often: while it is killed at
	// least every killEvery, otherwise every lookEvery.
	killEvery = 100 * time.Millisecond
	lookEvery = time.Second
)

// Run runs the command to its end; when ctx ends the command is stopped. A second
// after the limit or the stop none of its processes is alive on a machine that is
// not overloaded.
func Run(ctx context.Context, c Command) Result {
	res := Result{Exit: -1}
	if ctx.Err() != nil {
		res.Stopped = true
		return res
	}
	cmd, err := prepare(c)
	if err != nil {
		res.Err = err
		return res
	}
	p, err := openPipes(c)
	if err != nil {
		res.Err = err
		return res
	}
	cmd.Stdin, cmd.Stdout, cmd.Stderr = p.files[0], p.files[1], p.files[2]
	out := newPrinted(c)
	res.Began = time.Now()
	r, err := begin(cmd, c.Left)
	if err != nil {
		p.close()
		_ = out.close(&res)
		res.Began, res.Err = time.Time{}, startError(c.Argv[0], err)
		return res
	}
	if c.Started != nil {
		c.Started(r.cmd.Process.Pid, r.name())
	}
	p.started(out, c.Stdin)
	r.follow(ctx, c, &res)
	wait := afterEnd
	if res.TimedOut || res.Stopped {
		wait = afterKill
	}
	p.end(wait)
	r.children(&res)
	_ = out.close(&res)
	res.Ended = time.Now()
	return res
}

// running is a command with all its processes.
type running struct {
	tree
	cmd   *exec.Cmd
	ended chan struct{} // closed when its first process has ended
	done  chan struct{} // closed when none is left
	stop  chan struct{} // closed to end all
	once  sync.Once     // it is closed once
	crowd atomic.Bool   // killed for being too many
}

// begin starts the command.
func begin(cmd *exec.Cmd, left Background) (*running, error) {
	r := &running{cmd: cmd, ended: make(chan struct{}), done: make(chan struct{}), stop: make(chan struct{})}
	began := make(chan error)
	go func() {
		runtime.LockOSThread() // the command ends with the thread that started it: see start
		defer runtime.UnlockOSThread()
		err := r.start(cmd, left)
		began <- err
		if err == nil {
			_ = cmd.Wait() // its state says it
			close(r.ended)
		}
	}()
	if err := <-began; err != nil {
		return nil, err
	}
	go r.live()
	return r, nil
}

// end ends all processes, and does not wait for that.
func (r *running) end() { r.once.Do(func() { close(r.stop) }) }

// live watches the command until nothing is left of it.
func (r *running) live() {
	defer r.close()
	defer close(r.done)
	var again, hurry <-chan time.Time
	every, most, killing := time.Millisecond, lookEvery, false
	for ended, stop := r.ended, r.stop; ; {
		select {
		case <-ended:
			ended = nil
		case <-stop:
			stop, every, most, hurry = nil, time.Millisecond, killEvery, time.After(patience)
			r.ask()
		case <-hurry:
			killing = true
		case <-again:
		}
		if ended == nil {
			n := r.living()
			if n == 0 {
				return
			}
			if n > MaxLeft && !killing {
				r.crowd.Store(true)
				killing, most = true, killEvery
			}
		}
		if killing {
			r.kill()
			_ = r.cmd.Process.Kill() // wherever it has moved itself
		}
		again, every = time.After(every), min(2*every, most)
	}
}

// follow waits for the command's end, or for the end of all its processes when it
// is killed.
func (r *running) follow(ctx context.Context, c Command, res *Result) {
	var limit <-chan time.Time
	if c.Limit > 0 {
		limit = time.After(c.Limit)
	}
	kills := true
	select {
	case <-r.ended:
		kills = c.Left == BackgroundCommand
	case <-limit:
		res.TimedOut = true
	case <-ctx.Done():
		res.Stopped = true
	}
	if kills {
		r.end()
		select {
		case <-r.done:
		case <-time.After(killTime):
		}
	} else if c.Left == BackgroundFree {
		r.free()
	}
	select {
	case <-r.ended:
		res.Exit, res.Signal = howItEnded(r.cmd.ProcessState)
	default:
	}
}

// children checks what is still running, now that the output is known.
func (r *running) children(res *Result) {
	select {
	case <-r.done:
	case <-time.After(lastMoment): // a process about to end is not a background child
		res.Children = &Children{Count: max(r.living(), 1), Done: r.done, Stop: r.end, Crowd: r.crowd.Load}
	}
	res.Crowd = r.crowd.Load()
}
