package run

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"aloft/client/system"
)

// files makes a folder with empty files, as a cgroup has them.
func files(t *testing.T, names ...string) string {
	t.Helper()
	dir := t.TempDir()
	for _, n := range names {
		if err := os.WriteFile(filepath.Join(dir, n), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func content(t *testing.T, dir, name string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join(dir, name))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// The processes in a cgroup are bounded, and killed at once.
func TestCgroupLimits(t *testing.T) {
	dir := files(t, "pids.max", "memory.max", "memory.oom.group", "cgroup.kill")
	c := cgroup(dir)
	c.limit()
	if tasks := content(t, dir, "pids.max"); tasks != strconv.FormatUint(maxTasks, 10) {
		t.Errorf("%q tasks", tasks)
	}
	whole := content(t, "/proc", "meminfo")
	kib, err := strconv.ParseInt(strings.Fields(whole)[1], 10, 64) // MemTotal: 4038472 kB
	most, err2 := strconv.ParseInt(content(t, dir, "memory.max"), 10, 64)
	if err != nil || err2 != nil || most > kib<<10*4/5 || most < kib<<10*3/5 {
		t.Errorf("%d bytes of %d KiB: %v, %v", most, kib, err, err2)
	}
	if all := content(t, dir, "memory.oom.group"); all != "1" || content(t, dir, "cgroup.kill") != "" {
		t.Errorf("they die together: %q; they were killed: %q", all, content(t, dir, "cgroup.kill"))
	}
	c.kill()
	if killed := content(t, dir, "cgroup.kill"); killed != "1" {
		t.Errorf("killed by %q", killed)
	}
}

// Files that the kernel does not have are not created, and no cgroup has no folder.
func TestCgroupWithoutControllers(t *testing.T) {
	dir := files(t)
	c := cgroup(dir)
	c.limit()
	c.kill()
	t.Chdir(files(t, "cgroup.kill"))
	c = ""
	c.kill()
	c.remove()
	if es, err := os.ReadDir(dir); err != nil || len(es) > 0 || content(t, ".", "cgroup.kill") != "" {
		t.Errorf("%v, %v; here %q", es, err, content(t, ".", "cgroup.kill"))
	}
}

// The controllers are enabled one by one, since a missing one fails the whole
// write. A folder that is not a cgroup is removed; so are those of killed
// processes of this program, those of running ones and of other namespaces stay.
func TestNewCgroup(t *testing.T) {
	base := files(t)
	control := filepath.Join(base, "cgroup.subtree_control")
	if err := unix.Mkfifo(control, 0o600); err != nil { // it reads each write
		t.Fatal(err)
	}
	f, err := os.OpenFile(control, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	parent := system.HolderOf(os.Getppid())
	again, gone, elsewhere := parent, parent, parent
	again.Since, gone.PID, elsewhere.PID, elsewhere.Host = "1", 999999999, 999999999, "boot pid:[17]"
	var stay []string
	for _, h := range []system.Holder{parent, again, gone, elsewhere} {
		name := cgroupOf(h, BackgroundReceiver) + "-X"
		if err := os.Mkdir(filepath.Join(base, name), 0o700); err != nil {
			t.Fatal(err)
		}
		if h == parent || h == elsewhere {
			stay = append(stay, name)
		}
	}
	openBase(base)
	b := make([]byte, 100)
	if n, err := f.Read(b); err != nil || string(b[:n]) != "+pids+memory" {
		t.Errorf("asked for %q, %v", b[:n], err)
	}
	if c := newCgroup(base, ""); c != "" {
		t.Errorf("%s is one", c)
	}
	es, err := os.ReadDir(base)
	for i := range es {
		if name := es[i].Name(); name != filepath.Base(control) && !slices.Contains(stay, name) || len(es) != 3 {
			t.Errorf("%v are there, %v", es, err)
		}
	}
}

// The folder of a cgroup is found by the mounts, also in a namespace.
func TestCgroupIn(t *testing.T) {
	const rest = " rw,nosuid shared:9 - cgroup2 cgroup2 rw\n"
	for name, c := range map[string]struct{ mounts, path, want string }{
		"the usual":       {"31 24 0:27 / /sys/fs/cgroup" + rest, "/user.slice/a.scope", "/sys/fs/cgroup/user.slice/a.scope"},
		"the top":         {"31 24 0:27 / /sys/fs/cgroup" + rest, "/", "/sys/fs/cgroup"},
		"beside v1":       {"30 24 0:26 / /sys/fs/cgroup/pids rw - cgroup cgroup rw,pids\n31 24 0:27 / /sys/fs/cgroup/unified" + rest, "/a", "/sys/fs/cgroup/unified/a"},
		"a part of it":    {"31 24 0:27 /box /sys/fs/cgroup" + rest, "/box/a", "/sys/fs/cgroup/a"},
		"another part":    {"31 24 0:27 /box /sys/fs/cgroup" + rest, "/boxes/a", ""},
		"version 1 alone": {"30 24 0:26 / /sys/fs/cgroup/pids rw - cgroup cgroup rw,pids\n", "/a", ""},
		"no table":        {"31 24\n - cgroup2 x\n\n", "/a", ""},
	} {
		if got := cgroupIn(c.mounts, c.path); got != c.want {
			t.Errorf("%s: %q, not %q", name, got, c.want)
		}
	}
}
