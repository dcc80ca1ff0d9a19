package run

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// cgroup is the folder of a control group (version 2) for one command. It limits the command, and all its processes
// can be killed at once. See "Control Group v2" of the kernel's documentation: cgroup.kill, pids.max, memory.max. ""
// is none.
type cgroup string

// cgroupPrefix is the prefix of its name; the supervisor's pid follows.
const cgroupPrefix = "aloft-"

// cgroupBases are the folders for new ones: beside the cgroup of this process,
// where the controllers can be enabled, otherwise in it.
func cgroupBases() []string {
	own := ownCgroup()
	if own == "" {
		return nil
	}
	if parent := filepath.Dir(own); exists(filepath.Join(parent, "cgroup.subtree_control")) {
		return []string{parent, own}
	}
	return []string{own}
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

// newCgroup makes a cgroup, or returns "" if that is not permitted. Limits need their controllers; killing needs
// none.
func newCgroup(base string) cgroup {
	sweepCgroups(base)
	for _, controller := range []string{"+pids", "+memory"} {
		put(base, "cgroup.subtree_control", controller)
	}
	c := cgroup(filepath.Join(base, cgroupPrefix+strconv.Itoa(os.Getpid())))
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

// remove removes it. The last process may have ended a moment ago.
func (c cgroup) remove() {
	for range 20 {
		if err := os.Remove(string(c)); err == nil || os.IsNotExist(err) {
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
}

// sweepCgroups removes the cgroups of killed supervisors.
func sweepCgroups(base string) {
	es, _ := os.ReadDir(base)
	for _, e := range es {
		if pid, ok := strings.CutPrefix(e.Name(), cgroupPrefix); ok && !exists("/proc/"+pid) {
			_ = os.Remove(filepath.Join(base, e.Name())) // one in use cannot be removed
		}
	}
}
