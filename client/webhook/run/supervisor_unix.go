//go:build unix

package run

import (
	"encoding/json"
	"errors"
	"os"
	"os/signal"
	"runtime"
	"sync"
	"syscall"
	"time"

	"aloft/client/pair"

	"golang.org/x/sys/unix"
)

// A supervisor is a process of this program between it and a command. It starts
// the command, is notified of the end of all its children, and does the killing. A
// process of its own can adopt the orphans of the command without adopting anybody
// else's, kills everything when this program is killed, and need not start anything
// when the table of processes is full. When nothing is left of its command it takes
// the next one.

// Supervise must be called first in a program that uses Run, tests included: the
// program is its own supervisor. In a supervisor process it does not return.
func Supervise() {
	if isSupervisor() {
		os.Exit(supervise())
	}
}

// linkFile is the supervisor's file descriptor of its connection to the receiver.
const linkFile = 3

const (
	// crowd is the largest number of processes that get SIGTERM before they are
	// killed.
	crowd = 64
	// spareThreads are started before the command: later that may be impossible.
	spareThreads = 8
)

// supervisor is the state of that process.
type supervisor struct {
	messages chan message
	out      *json.Encoder
	child    chan os.Signal
	cgroup   cgroup // empty where the user has none
	*supervised
}

// supervised is its command.
type supervised struct {
	*order
	pid    int // of the first process
	scan   *scan
	ended  bool // the first process has ended
	killed bool // everything was killed, or is being killed
	left   bool // what is still running may go on
	clear  bool // that nothing is left was reported with its end
}

// supervise is the main function of a supervisor. It returns the exit status.
func supervise() int {
	link, err := pair.Conn(linkFile)
	if err != nil {
		return 1 // it was not started by this program
	}
	runtime.GOMAXPROCS(1)
	// The terminal's signals are for the receiver, which decides.
	away := make(chan os.Signal, 1)
	signal.Notify(away, unix.SIGTERM, unix.SIGINT, unix.SIGHUP, unix.SIGQUIT, unix.SIGTSTP)
	s := &supervisor{messages: make(chan message), out: json.NewEncoder(link), child: make(chan os.Signal, 1)}
	signal.Notify(s.child, unix.SIGCHLD)
	threads(spareThreads)
	become()
	go hear(link, s.messages)
	for m := range s.messages {
		if m.order != nil && !s.serve(m) {
			return 0 // what is still running may go on without it
		}
	}
	s.cgroup.remove()
	return 0
}

// serve runs a command, until nothing is left of it. It returns false if the receiver has ended before and the rest
// may run on.
func (s *supervisor) serve(m message) bool {
	s.report(word{Took: true})
	s.supervised = &supervised{order: m.order}
	start := time.Now()
	err := s.start(m.files)
	for _, fd := range m.files { // the reader of the output waits for all processes that have it open
		_ = unix.Close(fd)
	}
	if err != nil {
		var errno syscall.Errno
		errors.As(err, &errno)
		s.report(word{Errno: int(max(errno, 1))})
		return true
	}
	s.report(word{PID: s.pid, Start: s.scan.start})
	return s.live(start)
}

// report sends a message to the receiver. That the receiver has ended is noticed
// elsewhere.
func (s *supervisor) report(w word) { _ = s.out.Encode(w) }

// start starts the command, with these files as its standard input and outputs.
func (s *supervisor) start(files []int) error {
	texts := func(all [][]byte) (out []string) {
		for _, b := range all {
			out = append(out, string(b))
		}
		return out
	}
	attr := &syscall.ProcAttr{
		Dir: string(s.Dir), Env: texts(s.Env),
		// A session of its own, without access to the terminal of this program.
		Sys: &syscall.SysProcAttr{Setsid: true},
	}
	for _, fd := range files {
		attr.Files = append(attr.Files, uintptr(fd))
	}
	lift := bound()
	pid, in, err := spawn(s.cgroup, string(s.Path), texts(s.Argv), attr)
	lift()
	if err != nil {
		return err
	}
	s.cgroup = in
	mark := string(s.Mark)
	if adopts {
		mark = "" // all processes of the command are children of its supervisor
	}
	s.pid, s.scan = pid, newScan(pid, startOf(pid), mark)
	s.scan.known[os.Getpid()] = startOf(os.Getpid())
	return nil
}

// live waits for the end of everything. It returns false if it need not wait any more.
func (s *supervisor) live(start time.Time) bool {
	var limit, watch <-chan time.Time
	if s.Limit > 0 {
		limit = time.After(s.Limit - time.Since(start))
	}
	every := 25 * time.Millisecond
	for !s.over() {
		if s.ended && !s.left {
			if s.left = true; s.Left == BackgroundCommand {
				s.kill(true)
				continue
			}
			watch = time.After(0)
		}
		select {
		case <-s.child:
		case <-limit:
			if !s.ended {
				s.kill(true, word{Late: true})
			}
		case _, stop := <-s.messages: // otherwise the receiver has ended
			if !stop && s.ended && s.Left == BackgroundFree {
				return false
			}
			s.kill(true)
		case <-watch:
			if len(s.scan.living(MaxLeft)) > MaxLeft {
				s.report(word{Crowd: true})
				s.kill(false)
			}
			watch, every = time.After(every), min(2*every, time.Second)
		}
	}
	if s.killed {
		// Some kernels kill at once what is started in a cgroup after the use of cgroup.kill.
		s.cgroup.remove()
		s.cgroup = ""
	}
	if !s.clear {
		s.report(word{Clear: true})
	}
	return true
}

// maxReaped at once: a bomb leaves orphans without end.
const maxReaped = 256

// over reaps the processes that have ended, and reports whether nothing is left.
// For a command that leaves nothing its end and that are one message: with two
// messages a slow supervisor would look like a background child.
func (s *supervisor) over() bool {
	var end *word
	nothing := false
reap:
	for range maxReaped {
		var ws unix.WaitStatus
		pid, err := unix.Wait4(-1, &ws, unix.WNOHANG, nil)
		switch {
		case errors.Is(err, unix.EINTR):
		case err != nil: // ECHILD
			nothing = adopts || len(s.scan.living(1)) == 0
			break reap
		case pid == 0:
			break reap
		case pid == s.pid && (ws.Exited() || ws.Signaled()):
			s.ended = true
			end = &word{Ended: true, Status: uint32(ws)}
		}
	}
	if end != nil {
		s.clear = nothing
		if end.Clear = nothing; !nothing && !s.killed {
			end.Left = len(s.scan.living(MaxLeft))
		}
		s.report(*end)
	}
	return s.ended && nothing
}

// kill ends everything. It sends SIGTERM first, unless there are too many processes
// to react; the first signal is sent before any message or search.
func (s *supervisor) kill(ask bool, why ...word) {
	if s.killed {
		return
	}
	s.killed = true
	if ask {
		asked := !s.ended
		s.group(unix.SIGTERM)
		for _, w := range why {
			s.report(w)
		}
		all := s.scan.living(crowd)
		if len(all) <= crowd {
			for _, p := range all {
				if group, err := unix.Getpgid(p.pid); !asked || err != nil || group != s.pid { // not a second SIGTERM
					send(p, unix.SIGTERM)
				}
			}
			if s.wait(patience) {
				return
			}
		}
	}
	s.group(unix.SIGKILL)
	s.cgroup.kill()
	for pause := time.Millisecond; !s.wait(pause); pause = min(2*pause, 100*time.Millisecond) {
		s.cgroup.kill()
		for _, pid := range children() {
			_ = unix.Kill(pid, unix.SIGKILL) // its pid cannot have been reused: it is ours to wait for
		}
		s.scan.kill()
	}
}

// group signals the first process group, while its id cannot have been reused: only
// the supervisor waits for the first process.
func (s *supervisor) group(sig syscall.Signal) {
	if s.ended {
		return
	}
	_ = unix.Kill(-s.pid, sig)
	if sig == unix.SIGTERM {
		_ = unix.Kill(-s.pid, unix.SIGCONT) // those that were suspended get it now
	}
}

// wait waits until everything has ended, at most most. A supervisor that cannot
// adopt is not notified of every end.
func (s *supervisor) wait(most time.Duration) bool {
	return within(most, 25*time.Millisecond, s.child, s.over)
}

// threads makes the runtime start n threads: where a command has filled the table
// of processes no new one can be started, and a Go program that needs one dies.
func threads(n int) {
	var there sync.WaitGroup
	there.Add(n)
	release := make(chan struct{})
	for range n {
		go func() {
			runtime.LockOSThread() // each needs a thread of its own
			defer runtime.UnlockOSThread()
			there.Done()
			<-release
		}()
	}
	there.Wait()
	close(release)
}
