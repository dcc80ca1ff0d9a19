// Package run starts one process of a webhook delivery, keeps what it prints
// within bounds, and sees to it that nothing of it is left when it is stopped.
// It knows neither the store nor the receiver.
package run

import (
	"context"
	"errors"
	"os/exec"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// Command says what runs, and what is kept of it.
type Command struct {
	Argv  []string
	Dir   string        // must exist; "" = the folder of this process
	Env   []string      // the whole environment, nothing is inherited
	Stdin []byte        // nil = empty
	Limit time.Duration // 0 = none
	Left  Background    // what becomes of children that it leaves behind
	// Mark is a line "NAME=value" for the environment, whose value no other run
	// has: by it those processes are found that have left the process group. Other
	// runs may have the line too, such as one that posts about this one.
	Mark string

	File     string // takes the whole output, made with mode 0600; "" = none
	MostFile int64  // the file grows no further; 0 = 1 GiB
	Head     int    // how many bytes of the output's beginning are kept
	Tail     int    // and of its end
	// Reply keeps standard output apart, up to so many bytes; 0 = not at all.
	Reply int

	Started func(pid int, start string) // start names the process beyond its number, for KillLeft
	Grown   func(size int64)            // at most ten times a second, never after Run has returned
}

// Background is how long those children live that a command has left behind when
// it ended by itself.
type Background string

const (
	BackgroundReceiver Background = "receiver" // until this program ends; "" too
	BackgroundCommand  Background = "command"  // they end with it
	BackgroundFree     Background = "free"     // as long as they like
)

// Result is how a command ended. Stopped and TimedOut say that everything of it
// was killed, or is being killed where Children are there; a command that ended by
// itself may have left children behind.
type Result struct {
	Exit     int       // exit status, -1 when there is none
	Signal   string    // that ended it, such as "SIGKILL"; "" = none
	Err      error     // it never ran: a *client.Error
	TimedOut bool      // killed at Limit
	Stopped  bool      // killed because the context ended
	Children *Children // of its processes that are still there; nil = none
	Crowd    bool      // it left more than MostLeft behind, which were killed at once

	// Head and Tail are the first and the last part of the combined output, raw;
	// white space that the output begins with is left out. Between bytes are
	// missing between the two.
	Head, Tail []byte
	Between    int64
	Size       int64  // everything that was printed
	Reply      []byte // the beginning of standard output
	ReplyCut   bool   // there was more of it
	FileErr    error  // File does not have everything: a *client.Error

	Began, Ended time.Time
}

const (
	// patience is between the asking signal and the killing one; the design
	// wants everything dead a second after the limit.
	patience = 400 * time.Millisecond
	// killLeftTime bounds the killing of what an earlier program has left.
	killLeftTime = 2 * time.Second
	// killTime is how long the outcome waits for the killing, which goes on after it.
	killTime = 2 * time.Second
	// deaf is how much later than the limit a supervisor is taken for dead.
	deaf = 5 * time.Second
	// afterEnd is how long a child in the background may hold the outcome of a
	// command that ended by itself; afterKill how long one that nobody could kill.
	afterEnd  = time.Second
	afterKill = 150 * time.Millisecond
	// lastMoment is how long what is still there after that may take to end.
	lastMoment = 50 * time.Millisecond
)

// Run runs the command to its end; the end of ctx stops it. A second after the
// limit or the stop nothing of it is alive on a machine that is not overloaded.
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

// howItEnded gives the exit status, or the signal.
func howItEnded(ws syscall.WaitStatus) (exit int, signal string) {
	if ws.Signaled() {
		return -1, unix.SignalName(ws.Signal())
	}
	return ws.ExitStatus(), ""
}

// isTooLong: the arguments and the environment do not fit.
func isTooLong(err error) bool { return errors.Is(err, unix.E2BIG) }
