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

func adopt() { _ = unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) }

// ownProgram is this program, even if its file was replaced meanwhile.
func ownProgram() (string, error) { return "/proc/self/exe", nil }

func dup(from, to int) error { return unix.Dup3(from, to, 0) }

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

// spawn starts a process, in its own cgroup if the user has one. If that fails it starts without a cgroup, which
// repeats an error of the program itself.
func spawn(path string, argv []string, attr *syscall.ProcAttr) (int, cgroup, error) {
	for _, base := range cgroupBases() {
		c := newCgroup(base)
		f, err := os.Open(string(c))
		if err != nil {
			continue
		}
		attr.Sys.UseCgroupFD, attr.Sys.CgroupFD = true, int(f.Fd())
		pid, err := syscall.ForkExec(path, argv, attr)
		attr.Sys.UseCgroupFD = false
		_ = f.Close()
		if err == nil {
			return pid, c, nil
		}
		c.remove()
	}
	pid, err := syscall.ForkExec(path, argv, attr)
	return pid, "", err
}
