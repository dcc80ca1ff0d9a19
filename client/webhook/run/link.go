package run

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"sync/atomic"
	"syscall"
	"time"
)

// link is this program's end of the connection to a supervisor.
type link struct {
	pid    int // of the command
	start  string
	mark   string
	cmd    *exec.Cmd
	orders *os.File
	words  chan word // closed when the supervisor has ended

	status *syscall.WaitStatus // nil: not ended, or the status is unknown
	left   int                 // processes left behind
	clear  bool                // no process is left
	crowd  atomic.Bool         // killed for being too many
	done   chan struct{}       // closed when no process is left
}

// startSupervisor starts the command by a supervisor, to which cmd passes its
// standard input and output.
func startSupervisor(cmd *exec.Cmd, o *order) (*link, error) {
	if isSupervisor() {
		panic("run.Supervise was not called first") // otherwise each would start the next one
	}
	program, err := ownProgram()
	if err != nil {
		return nil, err
	}
	orders, give, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	hear, words, err := os.Pipe()
	if err != nil {
		_, _ = orders.Close(), give.Close()
		return nil, err
	}
	cmd.Path, cmd.Args, cmd.Env = program, []string{supervisorName}, []string{}
	cmd.ExtraFiles = []*os.File{orders, words} // ordersFile, wordsFile
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	err = cmd.Start()
	_, _ = orders.Close(), words.Close()
	if err != nil {
		_, _ = give.Close(), hear.Close()
		return nil, err
	}
	l := &link{mark: string(o.Mark), cmd: cmd, orders: give, words: make(chan word, 8), done: make(chan struct{})}
	go l.hear(hear)
	err = json.NewEncoder(give).Encode(o)
	first, ok := <-l.words
	l.pid, l.start = first.PID, first.Start
	switch {
	case first.Errno != 0:
		err = syscall.Errno(first.Errno)
	case err == nil && !ok && l.cmd.ProcessState.Exited():
		err = syscall.ECHILD // it was killed, perhaps by the command
	}
	if err != nil {
		_ = give.Close()
		return nil, err
	}
	return l, nil
}

// hear forwards the messages of the supervisor until it has ended.
func (l *link) hear(words *os.File) {
	in := json.NewDecoder(words)
	for {
		var w word
		if in.Decode(&w) != nil {
			break
		}
		l.words <- w
	}
	_ = words.Close()
	_ = l.cmd.Wait() // its exit status says nothing
	close(l.words)
}

// stop makes the supervisor kill everything. It fails if the supervisor has ended, which is not an error here.
func (l *link) stop() { _, _ = l.orders.Write([]byte{stopByte}) }

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
			_ = l.cmd.Process.Kill()
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
		ws := syscall.WaitStatus(w.Status)
		l.status, l.left = &ws, w.Left
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
		newScan(l.pid, l.start, l.mark).stop()
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
	if !l.clear {
		res.Children = &Children{Count: max(l.left, 1), Done: l.done, Stop: l.stop, Crowd: l.crowd.Load}
	}
	go func() {
		defer close(l.done)
		for w := range l.words {
			l.take(w)
		}
		_ = l.orders.Close()
		if !l.clear {
			newScan(l.pid, l.start, l.mark).stop()
		}
	}()
}
