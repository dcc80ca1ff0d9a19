package run

import (
	"bytes"
	"os"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// proc is one line of the system's table of processes.
type proc struct {
	pid, ppid, group, session int
	start                     string // when it began: with pid it names a process for good
	dead                      bool   // ended, and its parent has not asked for it yet
}

// hunt finds all processes of one run, wherever they went: those of its group
// and its session, those that come from one of its processes, and those that
// carry its mark in their environment. Out of reach is only what has thrown its
// environment away, made a session of its own and lost its parent.
type hunt struct {
	pid   int // of the first process; 0: only the mark counts
	start string
	mark  []byte
	known map[int]string // those seen, with their start
	ours  bool           // this process comes from the run itself
}

func newHunt(pid int, start, mark string) *hunt {
	h := &hunt{pid: pid, start: start, mark: []byte(ownMark(mark)), known: map[int]string{}}
	if pid > 0 {
		h.known[pid] = start
	}
	return h
}

// living gives the run's processes that are alive. This process and those it
// comes from are never among them: a delivery may have started this program.
func (h *hunt) living() []proc {
	all := table()
	parents := make(map[int]int, len(all))
	for _, p := range all {
		parents[p.pid] = p.ppid
	}
	spare := map[int]bool{1: true}
	for pid := os.Getpid(); pid > 0 && !spare[pid]; pid = parents[pid] {
		spare[pid] = true
	}
	h.ours = false
	for _, p := range all {
		h.ours = h.ours || spare[p.pid] && p.pid > 1 && h.has(p)
	}
	var out []proc
	for found := true; found; {
		found = false
		rest := all[:0:0]
		for _, p := range all {
			switch {
			case spare[p.pid] || p.dead:
			case h.has(p):
				found = true
				h.known[p.pid] = p.start
				out = append(out, p)
			default:
				rest = append(rest, p)
			}
		}
		all = rest
	}
	return out
}

func (h *hunt) has(p proc) bool {
	if start, ok := h.known[p.pid]; ok && start == p.start {
		return true
	}
	if h.pid > 0 && (p.group == h.pid || p.session == h.pid) {
		return true
	}
	if _, ok := h.known[p.ppid]; ok {
		return true
	}
	return h.marked(p.pid)
}

// marked reports whether the mark is a line of the process's environment.
func (h *hunt) marked(pid int) bool {
	if len(h.mark) == 0 {
		return false
	}
	env := environOf(pid)
	for len(env) > 0 {
		var line []byte
		line, env, _ = bytes.Cut(env, []byte{0})
		if bytes.Equal(line, h.mark) {
			return true
		}
	}
	return false
}

// signal sends to all that live, and says how many there were.
func (h *hunt) signal(s syscall.Signal) int {
	all := h.living()
	for _, p := range all {
		send(p, s)
	}
	return len(all)
}

// send takes hold of the process before it looks whether it is still the one
// that was meant: its number may have been given to another.
func send(p proc, s syscall.Signal) {
	held, err := os.FindProcess(p.pid)
	if err != nil {
		return
	}
	defer func() { _ = held.Release() }()
	if startOf(p.pid) != p.start {
		return
	}
	_ = held.Signal(s)
	if s == unix.SIGTERM {
		_ = held.Signal(unix.SIGCONT) // one that was suspended hears it now
	}
}

// stop ends the run: it asks, and then kills until nothing lives. The channel
// tells that the first process has ended.
func (h *hunt) stop(ended <-chan struct{}) {
	h.living() // while every parent is there to tell whose its children are
	h.group(ended, unix.SIGTERM)
	if h.signal(unix.SIGTERM) == 0 && over(ended) || h.gone(ended) {
		return
	}
	t := time.NewTicker(5 * time.Millisecond)
	defer t.Stop()
	for until, clean := time.Now().Add(hunting), 0; clean < 2 && time.Now().Before(until); {
		h.group(ended, unix.SIGKILL)
		if h.signal(unix.SIGKILL) == 0 {
			clean++ // once more: one may have been born while the table was read
		} else {
			clean = 0
		}
		<-t.C
	}
	if ended != nil {
		select {
		case <-ended:
		case <-time.After(hunting):
		}
	}
}

// over reports whether the first process has ended; nil: it is not ours to wait for.
func over(ended <-chan struct{}) bool {
	if ended == nil {
		return true
	}
	select {
	case <-ended:
		return true
	default:
		return false
	}
}

// group signals the process group in one stroke, so long as its number cannot
// have become another's.
func (h *hunt) group(ended <-chan struct{}, s syscall.Signal) {
	if !over(ended) {
		_ = unix.Kill(-h.pid, s)
	}
}

// gone waits for everything to end in answer to the asking signal.
func (h *hunt) gone(ended <-chan struct{}) bool {
	late := time.NewTimer(patience)
	defer late.Stop()
	if !over(ended) {
		select {
		case <-ended:
		case <-late.C:
			return false
		}
	}
	look := time.NewTicker(25 * time.Millisecond)
	defer look.Stop()
	for {
		if len(h.living()) == 0 {
			return true
		}
		select {
		case <-look.C:
		case <-late.C:
			return false
		}
	}
}

// Left kills what a run of an earlier process of this program has left behind:
// the process pid, if it is surely the one that Started named, with everything
// that came from it, and all that carry the mark. It reports whether there was
// anything. A run that this process itself came from is not touched.
func Left(pid int, start, mark string) bool {
	if pid <= 1 || start == "" || startOf(pid) != start {
		pid = 0
	}
	h := newHunt(pid, start, mark)
	if len(h.living()) == 0 || h.ours {
		return false
	}
	h.stop(nil)
	return true
}
