//go:build unix

package run

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"syscall"
	"time"

	"golang.org/x/sys/unix"

	"aloft/client/system"
)

// tree is the processes of a command: those in its cgroup, or without one those in the process group of its first
// process. Without a cgroup, a process that makes a group of its own is on its own.
type tree struct {
	pid    int // of the first process
	cgroup cgroup
}

// start starts the command in a session of its own, without access to the terminal of this program.
func (t *tree) start(cmd *exec.Cmd, left Background) (err error) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if t.cgroup, err = spawn(cmd, left); err == nil {
		t.pid = cmd.Process.Pid
	}
	return err
}

// signal sends a signal to all of them, and continues those that are suspended.
func (t *tree) signal(sig syscall.Signal) {
	all := t.cgroup.pids()
	if t.cgroup == "" {
		all = []int{-t.pid}
	}
	for _, pid := range all {
		_ = unix.Kill(pid, sig)
		_ = unix.Kill(pid, unix.SIGCONT)
	}
}

// ask asks all of them to end.
func (t *tree) ask() { t.signal(unix.SIGTERM) }

// kill kills all at once, so that none can start another one meanwhile.
func (t *tree) kill() {
	if t.cgroup == "" {
		t.signal(unix.SIGKILL)
	}
	t.cgroup.kill()
}

// living is how many of them run.
func (t *tree) living() int {
	switch {
	case t.cgroup != "":
		return t.cgroup.living()
	case t.pid == 0, errors.Is(unix.Kill(-t.pid, 0), unix.ESRCH):
		return 0
	}
	return len(members(t.pid))
}

func (t *tree) close() { t.cgroup.remove() }
func (t *tree) free()  {} // they do not end with this program by themselves

// traces is how a later process of this program finds the processes.
type traces struct {
	First  system.Holder
	Cgroup cgroup
}

func (t *tree) name() string {
	b, _ := json.Marshal(traces{system.HolderOf(t.pid), t.cgroup}) // strings and a number
	return string(b)
}

// KillLeft kills what an earlier process of this program has left of the command that it reported with Started. It
// reports whether anything of it ran. A command that started this process itself is not touched.
func KillLeft(pid int, start string) bool {
	var l traces
	if json.Unmarshal([]byte(start), &l) != nil {
		return false
	}
	t := tree{cgroup: l.Cgroup.still()}
	if s := l.First.State(); l.First.PID == pid && (s == system.Running || s == system.Stopped) {
		t.pid = pid
	}
	if t.cgroup.own() || t.pid == unix.Getpgrp() {
		return false
	}
	defer t.close()
	if t.living() == 0 {
		return false
	}
	t.ask()
	for end := time.Now().Add(patience + killTime); t.living() > 0 && time.Now().Before(end); time.Sleep(5 * time.Millisecond) {
		if time.Until(end) < killTime {
			t.kill()
		}
	}
	return true
}

// howItEnded returns the exit status, or the signal.
func howItEnded(s *os.ProcessState) (exit int, signal string) {
	if ws, ok := s.Sys().(syscall.WaitStatus); ok && ws.Signaled() {
		return -1, unix.SignalName(ws.Signal())
	}
	return s.ExitCode(), ""
}

// mayEnter: why this user may not work in the folder, or nil.
func mayEnter(dir string) error { return unix.Access(dir, unix.X_OK) }

// isTooLong: the arguments and the environment are too large.
func isTooLong(err error) bool { return errors.Is(err, unix.E2BIG) }
