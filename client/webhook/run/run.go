// Package run starts one process of a webhook delivery, stores a bounded part of
// what it prints, and makes sure that none of its processes is left when it is
// stopped. It knows neither the store nor the receiver.
package run

import (
	"context"
	"errors"
	"os/exec"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// Command is what runs, and what is stored of it.
type Command struct {
	Argv  []string
	Dir   string        // must exist; "" = the folder of this process
	Env   []string      // the whole environment, nothing is inherited
	Stdin []byte        // nil = empty
	Limit time.Duration // 0 = none
	Left  Background    // how long children live that it leaves behind
	// Mark is a line "NAME=value" for the environment, with a value that is unique
	// to the run: it identifies processes that have left the process group. Other
	// runs may have the line too, such as one that posts about this one.
	Mark string

	File    string // gets the whole output, made with mode 0600; "" = none
	MaxFile int64  // its largest size in bytes; 0 = 1 GiB
	Head    int    // bytes stored of the output's beginning
	Tail    int    // and of its end
	// Reply stores standard output separately, up to so many bytes; 0 = not at all.
	Reply int

	Started func(pid int, start string) // start identifies the process together with its pid, for KillLeft
	Grown   func(size int64)            // at most ten times a second, never after Run has returned
}

// Background is how long children live that a command has left behind when it ended
// by itself.
type Background string

const (
	BackgroundReceiver Background = "receiver" // until this program ends; "" too
	BackgroundCommand  Background = "command"  // they end with the command
	BackgroundFree     Background = "free"     // without limit
)

// Result is the result of a command. After Stopped or TimedOut all its processes
// were killed, or are being killed if Children is set; a command that ended by
// itself may have left children behind.
type Result struct {
	Exit     int       // exit status, -1 when there is none
	Signal   string    // of the signal that killed it, such as "SIGKILL"; "" = none
	Err      error     // it never ran: a *client.Error
	TimedOut bool      // killed at Limit
	Stopped  bool      // killed because the context ended
	Children *Children // its processes that are still running; nil = none
	Crowd    bool      // it left more than MaxLeft behind, which were killed at once

	// Head and Tail are the first and the last part of the combined output, raw,
	// without leading white space. Between is the number of bytes missing between
	// the two.
	Head, Tail []byte
	Between    int64
	Size       int64  // bytes of the whole output
	Reply      []byte // the beginning of standard output
	ReplyCut   bool   // there was more of it
	FileErr    error  // File is incomplete: a *client.Error

	Began, Ended time.Time
}

const (
	// patience is the time between SIGTERM and SIGKILL; the design requires
	// everything to be dead a second after the limit.
	patience = 400 * time.Millisecond
	// killLeftTime bounds the killing of processes that an earlier program has
	// left.
	killLeftTime = 2 * time.Second
	// killTime is how long Run waits for the killing, which goes on after it.
	killTime = 2 * time.Second
	// deaf is how long after the limit a silent supervisor counts as dead.
	deaf = 5 * time.Second
	// afterEnd is how long a background child may delay the result of a command
	// that ended by itself; afterKill how long one that nobody could kill.
	afterEnd  = time.Second
	afterKill = 150 * time.Millisecond
	// lastMoment is how long the processes still running after that may take to
	// end.
	lastMoment = 50 * time.Millisecond
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
	o, err := prepare(c)
	if err != nil {
		res.Err = err
		return res
	}
	cmd := &exec.Cmd{}
	p, err := openPipes(cmd, c)
	if err != nil {
		res.Err = err
		return res
	}
	out := newPrinted(c)
	res.Began = time.Now()
	l, err := startSupervisor(cmd, o)
	if err != nil {
		p.close()
		_ = out.close(&res)
		res.Began, res.Err = time.Time{}, startError(c.Argv[0], err)
		return res
	}
	if c.Started != nil && l.pid > 0 {
		c.Started(l.pid, l.start)
	}
	p.started(out, c.Stdin)
	l.follow(ctx, c, &res)
	wait := afterEnd
	if res.TimedOut || res.Stopped {
		wait = afterKill
	}
	p.end(wait)
	l.children(&res)
	_ = out.close(&res)
	res.Ended = time.Now()
	return res
}

// howItEnded returns the exit status, or the signal.
func howItEnded(ws syscall.WaitStatus) (exit int, signal string) {
	if ws.Signaled() {
		return -1, unix.SignalName(ws.Signal())
	}
	return ws.ExitStatus(), ""
}

// isTooLong: the arguments and the environment are too large.
func isTooLong(err error) bool { return errors.Is(err, unix.E2BIG) }
