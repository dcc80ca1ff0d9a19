package run

import (
	"bytes"
	"os"
	"slices"
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
	spare map[int]bool   // this process, and those it comes from
	ours  bool           // of these, one is of the run
}

func newHunt(pid int, start, mark string) *hunt {
	h := &hunt{pid: pid, start: start, mark: []byte(ownMark(mark)), known: map[int]string{}}
	if pid > 0 {
		h.known[pid] = start
	}
	return h
}

// living gives the run's processes that are alive; of more than most (0: all)
// only so many and one. This process and those it comes from are never among them:
// a delivery may have started this program.
func (h *hunt) living(most int) []proc {
	h.look()
	var out, others []proc
	for p := range processes() {
		if h.spare[p.pid] || p.dead {
			continue
		}
		if !h.takes(p) {
			others = append(others, p)
			continue
		}
		if out = append(out, p); most > 0 && len(out) > most {
			return out
		}
	}
	for found := true; found; { // children may be listed before their parents
		found = false
		others = slices.DeleteFunc(others, func(p proc) bool {
			mine := h.takes(p)
			if mine {
				found, out = true, append(out, p)
			}
			return mine
		})
	}
	return out
}

// look finds out, once, whom to spare, and whether they are of the run.
func (h *hunt) look() {
	if h.spare != nil {
		return
	}
	h.spare = map[int]bool{1: true}
	for pid := os.Getpid(); pid > 0 && !h.spare[pid]; {
		h.spare[pid] = true
		p, ok := lookAt(pid)
		h.ours = h.ours || ok && h.has(p)
		pid = p.ppid
	}
}

// takes notes a process of the run.
func (h *hunt) takes(p proc) bool {
	mine := h.has(p)
	if mine {
		h.known[p.pid] = p.start
	}
	return mine
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

// passes bound how often new ones are looked for before all are killed.
const passes = 20

// kill kills all that live. They are suspended first, each as soon as it is found
// and until no more are: what is killed alone makes room for another to be born,
// and what runs takes the time that the search needs.
func (h *hunt) kill() {
	h.look()
	held := map[int]proc{}
	for range passes {
		before := len(held)
		for p := range processes() {
			if !h.spare[p.pid] && !p.dead && held[p.pid].start != p.start && h.takes(p) {
				held[p.pid] = p
				_ = unix.Kill(p.pid, unix.SIGSTOP) // it was looked at a moment ago
			}
		}
		if len(held) == before {
			break
		}
	}
	groups := map[int]bool{unix.Getpgrp(): true, 0: true, 1: true}
	for _, p := range held {
		if !groups[p.group] { // in one stroke, which nobody of the group outruns
			groups[p.group] = true
			_ = unix.Kill(-p.group, unix.SIGKILL)
		}
	}
	for _, p := range held {
		send(p, unix.SIGKILL)
	}
}

// startOf names a process beyond its number; "" when there is none.
func startOf(pid int) string {
	p, _ := lookAt(pid)
	return p.start
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

// stop ends everything: it asks, and then kills until nothing lives.
func (h *hunt) stop() {
	all := h.living(0)
	for _, p := range all {
		send(p, unix.SIGTERM)
	}
	gone := func() bool { return len(h.living(1)) == 0 }
	if len(all) == 0 || within(patience, 25*time.Millisecond, nil, gone) {
		return
	}
	clean := 0 // twice: one may have been born while the table was read
	within(hunting, 5*time.Millisecond, nil, func() bool {
		h.kill()
		if clean++; !gone() {
			clean = 0
		}
		return clean == 2
	})
}

// within asks again and again, and as soon as something is told, whether something
// is so; for so long at most.
func within(most, every time.Duration, told <-chan os.Signal, so func() bool) bool {
	late, again := time.NewTimer(most), time.NewTicker(every)
	defer late.Stop()
	defer again.Stop()
	for !so() {
		select {
		case <-told:
		case <-again.C:
		case <-late.C:
			return so()
		}
	}
	return true
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
	if len(h.living(0)) == 0 || h.ours {
		return false
	}
	h.stop()
	return true
}
