package run

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// cage is a cgroup (version 2) of one command's own: it bounds it, and all that is
// in it can be killed in one stroke. "Control Group v2" of the kernel's
// documentation: cgroup.kill, pids.max, memory.max.
type cage struct {
	dir string
	f   *os.File
}

// cagePrefix begins the name of a cage; the keeper's number follows.
const cagePrefix = "aloft-"

// cageBases are where a cage may stand: beside the cgroup that this process is in,
// where its controllers can be had, else in it.
func cageBases() []string {
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

// ownCgroup is the folder of the cgroup that this process is in, "" for none.
func ownCgroup() string {
	list, err := os.ReadFile("/proc/self/cgroup")
	if err != nil {
		return ""
	}
	path := ""
	for line := range strings.Lines(string(list)) {
		if rest, ok := strings.CutPrefix(strings.TrimSuffix(line, "\n"), "0::"); ok {
			path = rest
		}
	}
	if path == "" {
		return ""
	}
	mounts, err := os.ReadFile("/proc/self/mountinfo")
	if err != nil {
		return ""
	}
	return cgroupIn(string(mounts), path)
}

// cgroupIn finds the folder of a cgroup by the mounts: proc(5), /proc/pid/mountinfo.
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

// newCage makes one, nil where it may not. A controller that cannot be had bounds
// nothing; killing needs none.
func newCage(base string) *cage {
	sweepCages(base)
	for _, c := range []string{"+pids", "+memory"} {
		_ = os.WriteFile(filepath.Join(base, "cgroup.subtree_control"), []byte(c), 0)
	}
	c := &cage{dir: filepath.Join(base, cagePrefix+strconv.Itoa(os.Getpid()))}
	if os.Mkdir(c.dir, 0o700) != nil {
		return nil
	}
	var err error
	if c.f, err = os.Open(c.dir); err != nil || !exists(filepath.Join(c.dir, "cgroup.kill")) {
		c.remove()
		return nil
	}
	c.set("pids.max", strconv.FormatUint(mostTasks, 10))
	if most := mostMemory(); most > 0 {
		c.set("memory.max", strconv.FormatInt(most, 10))
		c.set("memory.oom.group", "1")
	}
	return c
}

func (c *cage) set(name, value string) {
	_ = os.WriteFile(filepath.Join(c.dir, name), []byte(value), 0)
}

// mostMemory is three quarters of what the machine has, in bytes: a command may
// be large, and not take the machine with it.
func mostMemory() int64 {
	info, err := os.ReadFile("/proc/meminfo")
	if err != nil {
		return 0
	}
	for line := range bytes.Lines(info) {
		if f := bytes.Fields(line); len(f) > 1 && string(f[0]) == "MemTotal:" {
			kib, _ := strconv.ParseInt(string(f[1]), 10, 64)
			return kib << 10 / 4 * 3
		}
	}
	return 0
}

// kill kills all that is in it.
func (c *cage) kill() {
	if c != nil {
		c.set("cgroup.kill", "1")
	}
}

// remove takes it away. The last process may have ended a moment ago.
func (c *cage) remove() {
	if c == nil {
		return
	}
	if c.f != nil {
		_ = c.f.Close()
	}
	for range 20 {
		if err := os.Remove(c.dir); err == nil || os.IsNotExist(err) {
			return
		}
		time.Sleep(5 * time.Millisecond)
	}
}

// sweepCages removes what keepers that were killed have left.
func sweepCages(base string) {
	es, _ := os.ReadDir(base)
	for _, e := range es {
		if pid, ok := strings.CutPrefix(e.Name(), cagePrefix); ok && !exists("/proc/"+pid) {
			_ = os.Remove(filepath.Join(base, e.Name())) // one that is in use cannot be removed
		}
	}
}
