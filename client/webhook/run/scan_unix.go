//go:build unix

package run

import (
	"bytes"
	"os"
	"slices"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// scan finds all processes of one run, wherever they are: those of its group and
// its session, descendants of its processes, and those with its mark in their
// environment. It misses only one that has cleared its environment, made a session
// of its own and lost its parent.
type scan struct {
	pid   int // of the first process; 0: only the mark counts
	start string
	mark  []byte
	known map[int]string // processes seen, with their start times
	spare map[int]bool   // this process, and its ancestors
	ours  bool           // one of the spared processes belongs to the run
}

func newScan(pid int, start, mark string) *scan {
	s := &scan{pid: pid, start: start, mark: []byte(ownMark(mark)), known: map[int]string{}}
	if pid > 0 {
		s.known[pid] = start
	}
	return s
}

// living returns the run's running processes; of more than most (0: all) only most
// and one. This process and its ancestors are never among them: a delivery may have
// started this program.
func (s *scan) living(most int) []proc {
	s.findSpared()
	var out, others []proc
	for p := range processes() {
		if s.spare[p.pid] || p.dead {
			continue
		}
		if !s.takes(p) {
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
			mine := s.takes(p)
			if mine {
				found, out = true, append(out, p)
			}
			return mine
		})
	}
	return out
}

// findSpared finds, once, the processes to spare, and whether they belong to the
// run.
func (s *scan) findSpared() {
	if s.spare != nil {
		return
	}
	s.spare = map[int]bool{1: true}
	for pid := os.Getpid(); pid > 0 && !s.spare[pid]; {
		s.spare[pid] = true
		p, ok := lookAt(pid)
		s.ours = s.ours || ok && s.has(p)
		pid = p.ppid
	}
}

// takes adds a process to the run if it belongs to it.
func (s *scan) takes(p proc) bool {
	mine := s.has(p)
	if mine {
		s.known[p.pid] = p.start
	}
	return mine
}

func (s *scan) has(p proc) bool {
	if start, ok := s.known[p.pid]; ok && start == p.start {
		return true
	}
	if s.pid > 0 && (p.group == s.pid || p.session == s.pid) {
		return true
	}
	if _, ok := s.known[p.ppid]; ok {
		return true
	}
	return s.marked(p.pid)
}

// marked reports whether the mark is a line of the process's environment.
func (s *scan) marked(pid int) bool {
	if len(s.mark) == 0 {
		return false
	}
	env := environOf(pid)
	for len(env) > 0 {
		var line []byte
		line, env, _ = bytes.Cut(env, []byte{0})
		if bytes.Equal(line, s.mark) {
			return true
		}
	}
	return false
}

// passes limits the searches for new processes before all are killed.
const passes = 20

// kill kills the running processes. It suspends each as soon as it is found, until no more are found: killing them
// one by one makes room for new ones, and running ones take the CPU time that the search needs.
func (s *scan) kill() {
	s.findSpared()
	held := map[int]proc{}
	for range passes {
		before := len(held)
		for p := range processes() {
			if !s.spare[p.pid] && !p.dead && held[p.pid].start != p.start && s.takes(p) {
				held[p.pid] = p
				_ = unix.Kill(p.pid, unix.SIGSTOP) // it was checked a moment ago
			}
		}
		if len(held) == before {
			break
		}
	}
	groups := map[int]bool{unix.Getpgrp(): true, 0: true, 1: true}
	for _, p := range held {
		if !groups[p.group] { // at once, before any process of the group can react
			groups[p.group] = true
			_ = unix.Kill(-p.group, unix.SIGKILL)
		}
	}
	for _, p := range held {
		send(p, unix.SIGKILL)
	}
}

// startOf returns the start time of a process, which identifies it together with its pid; "" if it does not exist.
func startOf(pid int) string {
	p, _ := lookAt(pid)
	return p.start
}

// send opens the process before it checks its identity, since its pid may have been reused.
func send(p proc, sig syscall.Signal) {
	held, err := os.FindProcess(p.pid)
	if err != nil {
		return
	}
	defer func() { _ = held.Release() }()
	if startOf(p.pid) != p.start {
		return
	}
	_ = held.Signal(sig)
	if sig == unix.SIGTERM {
		_ = held.Signal(unix.SIGCONT) // a suspended process gets it now
	}
}

// stop ends everything: it sends SIGTERM, and then kills until nothing runs.
func (s *scan) stop() {
	all := s.living(0)
	for _, p := range all {
		send(p, unix.SIGTERM)
	}
	gone := func() bool { return len(s.living(1)) == 0 }
	if len(all) == 0 || within(patience, 25*time.Millisecond, nil, gone) {
		return
	}
	clean := 0 // twice: one may have started while the table was read
	within(killLeftTime, 5*time.Millisecond, nil, func() bool {
		s.kill()
		if clean++; !gone() {
			clean = 0
		}
		return clean == 2
	})
}

// within polls a condition, and checks it at once after a signal, for at most most.
func within(most, every time.Duration, wake <-chan os.Signal, so func() bool) bool {
	late, again := time.NewTimer(most), time.NewTicker(every)
	defer late.Stop()
	defer again.Stop()
	for !so() {
		select {
		case <-wake:
		case <-again.C:
		case <-late.C:
			return so()
		}
	}
	return true
}

// KillLeft kills what a run of an earlier process of this program has left behind:
// the process pid, if it is certainly the one of Started, with all its descendants,
// and all processes with the mark. It reports whether there were any. A run that
// started this process itself is not touched.
func KillLeft(pid int, start, mark string) bool {
	if pid <= 1 || start == "" || startOf(pid) != start {
		pid = 0
	}
	s := newScan(pid, start, mark)
	if len(s.living(0)) == 0 || s.ours {
		return false
	}
	s.stop()
	return true
}

// stopLeft ends what is left of a command whose supervisor was killed.
func stopLeft(pid int, start, mark string) { newScan(pid, start, mark).stop() }
