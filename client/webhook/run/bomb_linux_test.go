package run_test

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"aloft/client/clienttest/procs"
	"aloft/client/webhook/run"
)

// bombs fork without end. Each is a script that is run by the name of its file, by
// which all its processes are found.
var bombs = map[string]string{
	"doubles":                  `b() { b | b & wait; }; b`,
	"doubles, its leader ends": `b() { b | b & }; b`,
	"deaf":                     `trap '' TERM HUP; while :; do "$0" & done`,
}

// spreading are bombs that leave the process group: only a cgroup has them all.
var spreading = map[string]string{
	"sessions of their own":   `while :; do setsid "$0" & done`,
	"no environment":          `while :; do env -i PATH="$PATH" setsid "$0" & done`,
	"a row, each parent gone": `setsid "$0" & exit`,
	"insistent":               `exec /proc/` + strconv.Itoa(os.Getpid()) + `/exe ` + insistent + ` "$0"`,
}

// insistent is the argument that makes this binary a bomb that keeps trying when it
// cannot fork, and takes each free place.
const insistent = "be-a-bomb"

func init() {
	if len(os.Args) == 3 && os.Args[1] == insistent {
		for {
			_, _ = syscall.ForkExec("/proc/self/exe", os.Args, &syscall.ProcAttr{Sys: &syscall.SysProcAttr{Setsid: true}})
		}
	}
}

// boundVariable tells this test binary that it runs as intended: as an ordinary
// user with a limited number of processes.
const boundVariable = "ALOFT_TEST_BOUND"

// bounded runs the test again as a process that a bomb cannot harm.
func bounded(t *testing.T, attr *syscall.SysProcAttr, variable string) {
	t.Helper()
	cmd := exec.Command("/proc/self/exe", "-test.run=^"+t.Name()+"$", "-test.v")
	cmd.Env, cmd.Dir, cmd.SysProcAttr = append(os.Environ(), boundVariable+"=1", variable), "/", attr
	if os.Geteuid() == 0 { // the limit does not apply to root
		attr.Credential = &syscall.Credential{Uid: uint32(bomber()), Gid: uint32(bomber())}
	}
	if out, err := cmd.CombinedOutput(); err != nil || !bytes.Contains(out, []byte("--- PASS")) {
		t.Errorf("%v\n%s", err, out)
	}
}

// bomber is an unused uid: the limits of its processes and of others are
// independent.
func bomber() int { return 100_000 + os.Getpid() }

// ownTasks counts the threads of this user's processes, generously.
func ownTasks(t *testing.T) (n int) {
	t.Helper()
	dirs, err := filepath.Glob("/proc/[0-9]*/task/[0-9]*")
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range dirs {
		if st, err := os.Stat(d); err == nil && int(st.Sys().(*syscall.Stat_t).Uid) == os.Geteuid() {
			n++
		}
	}
	return n
}

// having counts the processes whose command line contains a word.
func having(word string) (n int) {
	all, _ := filepath.Glob("/proc/[0-9]*/cmdline")
	for _, f := range all {
		if line, err := os.ReadFile(f); err == nil && bytes.Contains(line, []byte(word)) {
			n++
		}
	}
	return n
}

// bomb writes the script into a folder of its own.
func bomb(t *testing.T, script string) run.Command {
	t.Helper()
	c := sh(t, "")
	file := filepath.Join(c.Dir, "bomb")
	procs.Program(t, file, "#!/bin/sh\n"+script+"\n")
	c.Argv, c.Limit = []string{file}, 100*time.Millisecond
	return c
}

func explode(t *testing.T) {
	quiet := ownTasks(t) + 32
	all := maps.Clone(bombs)
	if os.Getenv(cgroupVariable) != "" {
		maps.Copy(all, spreading)
	}
	for name, script := range all {
		if os.Getenv(cgroupVariable) != "" && name != "insistent" && name != "deaf" && !procs.Campaign() {
			continue // the kernel ends whatever is in a cgroup
		}
		t.Run(name, func(t *testing.T) {
			// A killed process counts until init has waited for it.
			until(t, "room for a bomb", func() bool { return ownTasks(t) < quiet })
			c := bomb(t, script)
			r := do(t, c)
			t.Logf("%s after the limit, a crowd: %v, rest %v", r.Ended.Sub(r.Began)-c.Limit, r.Crowd, r.Children != nil)
			if r.Children != nil { // its first process succeeded, or dies slowly
				from := time.Now()
				r.Children.Stop()
				<-r.Children.Done
				t.Logf("%s after the stop", time.Since(from))
			}
			if n := having(c.Dir); n > 0 {
				t.Errorf("%d processes are there", n)
			}
			until(t, "room again", func() bool { return ownTasks(t) < quiet })
			// The next command can run.
			if r := do(t, sh(t, "echo fine")); string(r.Head) != "fine\n" {
				t.Errorf("%+v", r)
			}
		})
	}
}

// cgroupVariable says in addition that a cgroup has been delegated to the user.
const cgroupVariable = "ALOFT_TEST_CGROUP"

// A command that forks without end is killed at its limit, with all its processes:
// also where the user has no cgroup.
func TestForksWithoutEnd(t *testing.T) {
	if os.Getenv(boundVariable) == "" {
		bounded(t, &syscall.SysProcAttr{}, "")
		inDelegated(t, func(dir *os.File) {
			bounded(t, &syscall.SysProcAttr{UseCgroupFD: true, CgroupFD: int(dir.Fd())}, cgroupVariable+"=1")
		})
		return
	}
	most := uint64(ownTasks(t) + 500)
	if err := unix.Setrlimit(unix.RLIMIT_NPROC, &unix.Rlimit{Cur: most, Max: most}); err != nil {
		t.Fatal(err)
	}
	if r := do(t, sh(t, "cat /proc/self/cgroup")); os.Getenv(cgroupVariable) != "" && !strings.Contains(string(r.Head), "/aloft-") {
		t.Fatalf("the command ran in %s", r.Head)
	}
	explode(t)
}

// inDelegated calls f with a cgroup that belongs to the user nobody, on a machine
// where this process can delegate one; f leaves nothing in it.
func inDelegated(t *testing.T, f func(dir *os.File)) {
	t.Helper()
	mounts, err := os.ReadFile("/proc/self/mountinfo")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(mounts)) {
		if !strings.Contains(line, " - cgroup2 ") {
			continue
		}
		path := filepath.Join(strings.Fields(line)[4], "aloft_test_"+strconv.Itoa(os.Getpid()))
		if err := os.Mkdir(path, 0o755); err != nil {
			t.Logf("no cgroup can be made: %v", err)
			continue
		}
		// The kernel removes a process from it a moment after it has been waited
		// for.
		defer until(t, "an empty cgroup", func() bool { return os.Remove(path) == nil })
		for _, name := range []string{"", "cgroup.procs", "cgroup.threads", "cgroup.subtree_control"} {
			if err := os.Chown(filepath.Join(path, name), bomber(), bomber()); err != nil && !os.IsNotExist(err) {
				t.Error(err)
				return
			}
		}
		dir, err := os.Open(path)
		if err != nil {
			t.Error(err)
			return
		}
		defer dir.Close()
		f(dir)
		return
	}
}

// Children that are left behind live as long as configured: in a cgroup also one in a session of its own.
func TestLifetimes(t *testing.T) {
	t.Parallel()
	leaver := ""
	if grouped {
		leaver = "setsid "
	}
	for _, c := range []struct {
		left  run.Background
		lives bool
	}{{run.BackgroundReceiver, true}, {"", true}, {run.BackgroundCommand, false}, {run.BackgroundFree, true}} {
		t.Run(string(c.left), func(t *testing.T) {
			t.Parallel()
			cmd := sh(t, leaver+`sleep 600 >/dev/null 2>&1 & echo $! >pid1`)
			cmd.Left = c.left
			r := do(t, cmd)
			pid := pidIn(filepath.Join(cmd.Dir, "pid1"))
			if lives := r.Children != nil; lives != c.lives || alive(pid) != c.lives || r.Exit != 0 || r.TimedOut {
				t.Fatalf("alive %v, %+v", alive(pid), r)
			}
			if r.Children == nil {
				return
			}
			if r.Children.Count != 1 {
				t.Errorf("%d processes", r.Children.Count)
			}
			r.Children.Stop()
			<-r.Children.Done
			if alive(pid) {
				t.Error("it was not stopped")
			}
		})
	}
}

// A command that succeeded may leave some children behind; more than that are
// killed at once, and reported.
func TestCrowd(t *testing.T) {
	for n, killed := range map[int]bool{run.MaxLeft: false, run.MaxLeft + 1: true} {
		naps := fmt.Sprintf("600.%d%d", os.Getpid(), n)
		r := do(t, sh(t, fmt.Sprintf(`i=0; while [ $i -lt %d ]; do sleep %s >/dev/null 2>&1 & i=$((i+1)); done`, n, naps)))
		if !killed {
			if r.Children == nil || r.Children.Count != n || r.Crowd {
				t.Fatalf("of %d processes %d live: %+v", n, having(naps), r)
			}
			// A process that is just executing sleep has no command line for a
			// moment.
			until(t, "all that were left", func() bool { return having(naps) == n })
			r.Children.Stop()
			<-r.Children.Done
		} else if r.Children != nil {
			<-r.Children.Done
			r.Crowd = r.Children.Crowd()
		}
		if r.Crowd != killed || having(naps) > 0 {
			t.Errorf("%d were left, a crowd: %v, and %d live", n, r.Crowd, having(naps))
		}
	}
}

// When a receiver is killed, a command ends. What it has started and left behind is
// killed by the next one if there is a cgroup; what is free stays.
func TestKilledWithReceiver(t *testing.T) {
	if dir := os.Getenv("ALOFT_TEST_RECEIVER"); dir != "" {
		for i, left := range []run.Background{run.BackgroundReceiver, run.BackgroundFree} {
			c := sh(t, fmt.Sprintf(`setsid sleep 600 >/dev/null 2>&1 & echo $! >%s/left%d`, dir, i))
			c.Left = left
			do(t, c)
		}
		do(t, sh(t, fmt.Sprintf(`echo $$ >%s/runs; trap '' TERM; while :; do sleep 600; done`, dir)))
		return
	}
	t.Parallel()
	dir := t.TempDir()
	cmd := exec.Command(self(t), "-test.run=^"+t.Name()+"$")
	cmd.Env = append(os.Environ(), "ALOFT_TEST_RECEIVER="+dir)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	pid := func(name string) int { return pidIn(filepath.Join(dir, name)) }
	until(t, "all of it", func() bool { return pid("runs") > 0 })
	_ = cmd.Process.Kill()
	_ = cmd.Wait()
	until(t, "the end", func() bool { return !alive(pid("runs")) })
	if !alive(pid("left0")) {
		t.Error("a process in a session of its own ended with the receiver")
	}
	if out, err := exec.Command(self(t), "-test.run=^$").CombinedOutput(); err != nil { // it begins with a command
		t.Errorf("%v\n%s", err, out)
	}
	if grouped {
		until(t, "the end of what was left", func() bool { return !alive(pid("left0")) })
	} else if !alive(pid("left0")) {
		t.Error("what has left the process group was found")
	}
	if !alive(pid("left1")) {
		t.Error("what is free was killed")
	}
	_ = unix.Kill(pid("left0"), unix.SIGKILL)
	_ = unix.Kill(pid("left1"), unix.SIGKILL)
}

// A crowd of commands at once, of which some leave something behind, are all run.
func TestManyAtOnce(t *testing.T) {
	results := make(chan run.Result, 24)
	for i := range cap(results) {
		go func() {
			c := sh(t, `echo `+strconv.Itoa(i)+`; sleep 0.05 & exit `+strconv.Itoa(i))
			results <- run.Run(t.Context(), c)
		}()
	}
	for range cap(results) {
		if r := <-results; r.Err != nil || string(r.Head) != strconv.Itoa(r.Exit)+"\n" {
			t.Errorf("%+v %q", r, r.Head)
		} else if r.Children != nil {
			<-r.Children.Done
		}
	}
}
