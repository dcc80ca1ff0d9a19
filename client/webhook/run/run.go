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

	Started func(pid int, start string) // start names the process beyond its number, for Left
	Grown   func(size int64)            // at most ten times a second, never after Run has returned
}

// Result is how a command ended. Stopped and TimedOut say that everything of it
// was killed; a command that ended by itself may have left children behind.
type Result struct {
	Exit       int    // exit status, -1 when there is none
	Signal     string // that ended it, such as "SIGKILL"; "" = none
	Err        error  // it never ran: a *client.Error
	TimedOut   bool   // killed at Limit
	Stopped    bool   // killed because the context ended
	Background bool   // it ended by itself, and children of it still hold its output

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
	// hunting bounds the killing of what does not die, such as a process of
	// another user or one that waits for a dead disk.
	hunting = 400 * time.Millisecond
	// afterEnd is how long a child in the background may hold the outcome of a
	// command that ended by itself; afterKill how long one that nobody could kill.
	afterEnd  = time.Second
	afterKill = 150 * time.Millisecond
)

// Run runs the command to its end; the end of ctx stops it. A second after the
// limit or the stop nothing of it is alive, and Run has returned.
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
	p, err := openPipes(cmd, c)
	if err != nil {
		res.Err = err
		return res
	}
	out := newPrinted(c)
	res.Began = time.Now()
	if err := cmd.Start(); err != nil {
		p.close()
		_ = out.close(&res)
		res.Began, res.Err = time.Time{}, startError(c.Argv[0], err)
		return res
	}
	pid := cmd.Process.Pid
	h := newHunt(pid, startOf(pid), c.Mark)
	if c.Started != nil {
		c.Started(pid, h.start)
	}
	p.started(out, c.Stdin)
	ended := make(chan struct{})
	go func() {
		_ = cmd.Wait() // ProcessState tells more
		close(ended)
	}()

	var limit <-chan time.Time
	if c.Limit > 0 {
		t := time.NewTimer(c.Limit - time.Since(res.Began))
		defer t.Stop()
		limit = t.C
	}
	select {
	case <-ended:
	case <-limit:
		res.TimedOut = true
	case <-ctx.Done():
		res.Stopped = true
	}
	wait := afterEnd
	if res.TimedOut || res.Stopped {
		h.stop(ended)
		wait = afterKill
	}
	held := p.end(wait)
	res.Background = held && !res.TimedOut && !res.Stopped
	select {
	case <-ended:
		res.Exit, res.Signal = howItEnded(cmd)
	default: // nobody could kill it
	}
	_ = out.close(&res)
	res.Ended = time.Now()
	return res
}

// howItEnded gives the exit status, or the signal.
func howItEnded(cmd *exec.Cmd) (exit int, signal string) {
	ws, ok := cmd.ProcessState.Sys().(syscall.WaitStatus)
	if ok && ws.Signaled() {
		return -1, unix.SignalName(ws.Signal())
	}
	return cmd.ProcessState.ExitCode(), ""
}

// isTooLong: the arguments and the environment do not fit.
func isTooLong(err error) bool { return errors.Is(err, unix.E2BIG) }
