package run

import (
	"bytes"
	"crypto/rand"
	"math"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"time"

	"golang.org/x/sys/unix"

	"aloft/client/system"
)

// cgroup is the folder of a control group (version 2) for one command. It limits the command, and all its processes
// can be killed at once. See "Control Group v2" of the kernel's documentation: cgroup.kill, pids.max, memory.max. ""
// is none.
type cgroup string

// cgroupPrefix is the prefix of its name. The pid namespace, the pid and the start of this process follow, whether what
// the command leaves running may go on without it, and something that no other one has.
const cgroupPrefix = "aloft"

// self is this process.
var self = sync.OnceValue(func() system.Holder { return system.HolderOf(os.Getpid()) })

// cgroupOf is the prefix of names for a process of this host.
func cgroupOf(h system.Holder, left Background) string {
	_, space, _ := strings.Cut(h.Host, "[") // "boot pid:[4026531836]"
	return strings.Join([]string{cgroupPrefix, strings.TrimSuffix(space, "]"), strconv.Itoa(h.PID), h.Since, string(left)}, "-")
}

// The limit of a command's processes and threads, and how many of the user's total are reserved: with a full table
// this program could not run on either.
var maxTasks = uint64(max(2048, 64*runtime.NumCPU()))

const keptTasks = 64

// spawn starts the command, in a new cgroup if the user may have one. It ends with the thread that starts it. The
// process is held where its program begins (ptrace(2)), since a limit that comes later misses what it has started.
func spawn(cmd *exec.Cmd, left Background) (in cgroup, err error) {
	attr := *cmd.SysProcAttr
	attr.Pdeathsig, attr.Ptrace = unix.SIGKILL, true
	cmd.SysProcAttr = &attr
	defer func() {
		if err == nil {
			release(cmd.Process.Pid, cmd.SysProcAttr.Ptrace)
		}
	}()
	for _, base := range bases() {
		c, again := newCgroup(base, left), *cmd
		if c.start(&again) == nil {
			*cmd = again
			return c, nil
		}
		c.remove()
	}
	if again := *cmd; again.Start() == nil {
		*cmd = again
		return "", nil
	}
	attr.Ptrace = false    // some containers forbid it
	return "", cmd.Start() // it repeats an error of the program itself
}

// release limits a process that has just been started, and lets it run.
func release(pid int, held bool) {
	for held && unix.Waitid(unix.P_PID, pid, nil, unix.WSTOPPED|unix.WEXITED|unix.WNOWAIT, nil) == unix.EINTR {
	}
	if low, ok := bound(); ok {
		_ = unix.Prlimit(pid, unix.RLIMIT_NPROC, &low, nil)
	}
	if held {
		_ = unix.PtraceDetach(pid)
	}
}

// start starts a process in the cgroup.
func (c cgroup) start(cmd *exec.Cmd) error {
	f, err := os.Open(string(c))
	if err != nil {
		return err
	}
	defer f.Close()
	attr := *cmd.SysProcAttr
	attr.UseCgroupFD, attr.CgroupFD = true, int(f.Fd())
	cmd.SysProcAttr = &attr
	return cmd.Start()
}

// bound is the limit of the user's processes for one that a command starts, lower than that of this program
// (getrlimit(2), RLIMIT_NPROC; it does not apply to privileged users such as root).
func bound() (low unix.Rlimit, ok bool) {
	if unix.Getrlimit(unix.RLIMIT_NPROC, &low) != nil {
		return low, false
	}
	if low.Cur != math.MaxUint64 {
		low.Cur -= min(keptTasks, low.Cur/8)
	}
	// "0.00 0.01 0.05 1/333 812": running ones and total (proc(5), /proc/loadavg).
	load, _ := os.ReadFile("/proc/loadavg")
	if _, rest, ok := bytes.Cut(load, []byte("/")); ok {
		total, _, _ := bytes.Cut(rest, []byte(" "))
		if n, err := strconv.ParseUint(string(total), 10, 64); err == nil {
			low.Cur = min(low.Cur, n+maxTasks)
		}
	}
	return low, true
}

// members are the running processes of a group: the third field after the program's name, which may contain anything
// (proc(5), /proc/pid/stat).
func members(group int) (out []int) {
	all, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, file := range all {
		b, _ := os.ReadFile(file)
		f := bytes.Fields(b[bytes.LastIndexByte(b, ')')+1:])
		if len(f) > 2 && string(f[2]) == strconv.Itoa(group) && f[0][0] != 'Z' && f[0][0] != 'X' {
			pid, _ := strconv.Atoi(filepath.Base(filepath.Dir(file)))
			out = append(out, pid)
		}
	}
	return out
}

// bases are the folders for new ones: beside the cgroup of this process, where the controllers can be enabled,
// otherwise in it. Limits need their controllers; killing needs none.
var bases = sync.OnceValue(func() (out []string) {
	own := ownCgroup()
	for _, base := range []string{filepath.Dir(own), own} {
		if own == "" || !exists(filepath.Join(base, "cgroup.subtree_control")) {
			continue
		}
		openBase(base)
		out = append(out, base)
	}
	return out
})

// Sweep kills what processes of this program have left in cgroups when they were killed.
func Sweep() { bases() }

// openBase does that for the cgroups in one folder, and enables the controllers there: one by one, since a missing one
// fails the whole write.
func openBase(base string) {
	own := self()
	es, _ := os.ReadDir(base)
	for _, e := range es {
		f := strings.Split(e.Name(), "-")
		if len(f) != 6 {
			continue
		}
		h := system.Holder{Since: f[3], Host: own.Host}
		h.PID, _ = strconv.Atoi(f[2])
		if !strings.HasPrefix(e.Name(), cgroupOf(h, Background(f[4]))) || h.State() != system.Gone {
			continue // of another namespace, or in use
		}
		c := cgroup(filepath.Join(base, e.Name()))
		if Background(f[4]) != BackgroundFree {
			c.kill()
		}
		c.remove()
	}
	put(base, "cgroup.subtree_control", "+pids")
	put(base, "cgroup.subtree_control", "+memory")
}

func exists(path string) bool {
	_, err := os.Stat(path)
	return err == nil
}

// ownCgroup is the folder of this process's cgroup, "" for none.
func ownCgroup() string {
	list, _ := os.ReadFile("/proc/self/cgroup")
	mounts, _ := os.ReadFile("/proc/self/mountinfo")
	for line := range strings.Lines(string(list)) {
		if path, ok := strings.CutPrefix(strings.TrimSuffix(line, "\n"), "0::"); ok {
			return cgroupIn(string(mounts), path)
		}
	}
	return ""
}

// cgroupIn finds the folder of a cgroup by the mounts: proc(5),
// /proc/pid/mountinfo.
func cgroupIn(mounts, path string) string {
	for line := range strings.Lines(mounts) {
		before, after, ok := strings.Cut(line, " - ")
		f := strings.Fields(before)
		if !ok || len(f) < 5 || !strings.HasPrefix(after, "cgroup2 ") {
			continue
		}
		root, at := strings.TrimSuffix(f[3], "/"), f[4]
		if rest, ok := strings.CutPrefix(path, root); ok && (rest == "" || rest[0] == '/') {
			return filepath.Join(at, rest)
		}
	}
	return ""
}

// newCgroup makes a cgroup, or returns "" if that is not permitted.
func newCgroup(base string, left Background) cgroup {
	c := cgroup(filepath.Join(base, cgroupOf(self(), left)+"-"+rand.Text()))
	if os.Mkdir(string(c), 0o700) != nil {
		return ""
	}
	if !exists(filepath.Join(string(c), "cgroup.kill")) { // no cgroup, or one of an old kernel
		c.remove()
		return ""
	}
	c.limit()
	return c
}

// limit limits the number of tasks, and the memory to three quarters of the machine's: a command may be large, but
// must not bring the machine down.
func (c cgroup) limit() {
	put(string(c), "pids.max", strconv.FormatUint(maxTasks, 10))
	var machine unix.Sysinfo_t
	if unix.Sysinfo(&machine) == nil {
		put(string(c), "memory.max", strconv.FormatUint(uint64(machine.Totalram)*uint64(machine.Unit)/4*3, 10))
		put(string(c), "memory.oom.group", "1")
	}
}

// put writes a file of a cgroup if it exists and is writable.
func put(dir, name, value string) {
	if f, err := os.OpenFile(filepath.Join(dir, name), os.O_WRONLY, 0); err == nil {
		_, _ = f.WriteString(value)
		_ = f.Close()
	}
}

// kill kills all processes in it.
func (c cgroup) kill() {
	if c != "" {
		put(string(c), "cgroup.kill", "1")
	}
}

// pids are the processes in it.
func (c cgroup) pids() (out []int) {
	all, _ := os.ReadFile(filepath.Join(string(c), "cgroup.procs"))
	for _, f := range bytes.Fields(all) {
		if pid, _ := strconv.Atoi(string(f)); pid > 0 { // 0: of another pid namespace
			out = append(out, pid)
		}
	}
	return out
}

// living is how many processes run in it, or in those that its processes have made in it.
func (c cgroup) living() int {
	events, _ := os.ReadFile(filepath.Join(string(c), "cgroup.events"))
	if !bytes.Contains(events, []byte("populated 1")) {
		return 0
	}
	return max(len(c.pids()), 1)
}

// own says that this process is in it.
func (c cgroup) own() bool { return c != "" && strings.HasPrefix(ownCgroup()+"/", string(c)+"/") }

// still is the cgroup if it is there.
func (c cgroup) still() cgroup {
	if !exists(filepath.Join(string(c), "cgroup.kill")) {
		return ""
	}
	return c
}

// remove removes it. The last process may have ended a moment ago.
func (c cgroup) remove() {
	for range 20 {
		if err := os.Remove(string(c)); err == nil || os.IsNotExist(err) {
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
}
