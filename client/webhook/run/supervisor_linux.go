package run

import (
	"bytes"
	"fmt"
	"math"
	"os"
	"runtime"
	"strconv"
	"syscall"

	"golang.org/x/sys/unix"
)

// adopts says that the supervisor becomes the parent of orphans (prctl(2), PR_SET_CHILD_SUBREAPER), so that none
// escapes.
const adopts = true

// become makes this process a supervisor. Nobody can read its memory: earlier commands and their environments.
func become() {
	_ = unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
	_ = unix.Prctl(unix.PR_SET_DUMPABLE, 0, 0, 0, 0)
}

// ownProgram is this program, even if its file was replaced meanwhile.
func ownProgram() (string, error) { return "/proc/self/exe", nil }

// children returns the supervisor's child processes, or nil if the system does not tell (proc(5),
// /proc/pid/task/tid/children).
func children() (out []int) {
	tasks, _ := os.ReadDir("/proc/self/task")
	for _, t := range tasks {
		all, _ := os.ReadFile("/proc/self/task/" + t.Name() + "/children")
		for _, f := range bytes.Fields(all) {
			if pid, err := strconv.Atoi(string(f)); err == nil {
				out = append(out, pid)
			}
		}
	}
	return out
}

// The limit of a command's processes and threads, and how many of the user's total are reserved: with a full table
// this program could not run on either.
var maxTasks = uint64(max(2048, 64*runtime.NumCPU()))

const keptTasks = 64

// bound lowers the user's limit of processes for what is started before the returned function is called
// (getrlimit(2), RLIMIT_NPROC; it does not apply to privileged users such as root).
func bound() func() {
	var now unix.Rlimit
	if unix.Getrlimit(unix.RLIMIT_NPROC, &now) != nil {
		return func() {}
	}
	low := now
	if now.Cur != math.MaxUint64 {
		low.Cur -= min(keptTasks, now.Cur/8)
	}
	// "1/333": running ones and total (proc(5), /proc/loadavg).
	var a, b, c float64
	var runs, all uint64
	load, _ := os.ReadFile("/proc/loadavg")
	if n, _ := fmt.Sscanf(string(load), "%f %f %f %d/%d", &a, &b, &c, &runs, &all); n == 5 {
		low.Cur = min(low.Cur, all+maxTasks)
	}
	_ = unix.Setrlimit(unix.RLIMIT_NPROC, &low)
	return func() { _ = unix.Setrlimit(unix.RLIMIT_NPROC, &now) }
}

// spawn starts a process in that cgroup, or in a new one if the user has them, and returns the one to use again. If that
// fails it starts without a cgroup, which repeats an error of the program itself.
func spawn(in cgroup, path string, argv []string, attr *syscall.ProcAttr) (int, cgroup, error) {
	if in != "" {
		if pid, err := in.spawn(path, argv, attr); err == nil {
			return pid, in, nil
		}
		pid, err := syscall.ForkExec(path, argv, attr)
		return pid, in, err
	}
	for _, base := range cgroupBases() {
		c := newCgroup(base)
		if pid, err := c.spawn(path, argv, attr); err == nil {
			return pid, c, nil
		}
		c.remove()
	}
	pid, err := syscall.ForkExec(path, argv, attr)
	return pid, "", err
}

// spawn starts a process in the cgroup.
func (c cgroup) spawn(path string, argv []string, attr *syscall.ProcAttr) (int, error) {
	f, err := os.Open(string(c))
	if err != nil {
		return 0, err
	}
	defer f.Close()
	sys := *attr.Sys
	sys.UseCgroupFD, sys.CgroupFD = true, int(f.Fd())
	in := *attr
	in.Sys = &sys
	return syscall.ForkExec(path, argv, &in)
}
