//go:build unix

package run_test

import (
	"context"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"aloft/client/webhook/run"
)

// escapes are the ways in which a process leaves its parent. Each writes the pids
// of all that must die into files pid*, and of those that must die only in a cgroup
// into files pid2 and pid3 if it is one of the leavers.
var escapes = map[string]string{
	"plain":                     `echo $$ >pid1; sleep 600`,
	"children":                  `echo $$ >pid1; (sleep 600 & echo $! >pid2; sleep 600 & echo $! >pid3; wait) & wait`,
	"ignores SIGTERM":           `trap '' TERM; echo $$ >pid1; while :; do sleep 600; done`,
	"child ignores":             `echo $$ >pid1; (trap '' TERM; sh -c 'echo $$ >pid2; while :; do sleep 600; done') & wait`,
	"suspended":                 `echo $$ >pid1; sleep 600 & echo $! >pid2; kill -STOP $!; kill -STOP $$`,
	"no environment, no parent": `echo $$ >pid1; (env -i PATH="$PATH" sh -c 'echo $$ >pid2; trap "" TERM; exec sleep 600' &); while [ ! -s pid2 ]; do :; done; sleep 600`,
	"dies at once of TERM, its child does not": `echo $$ >pid1; sh -c 'trap "" TERM; echo $$ >pid2; while :; do sleep 600; done' & while [ ! -s pid2 ]; do :; done; exec sleep 600`,
	"prints without end":                       `echo $$ >pid1; trap '' TERM; yes & echo $! >pid2; while :; do wait; done`,
}

// leavers have processes that leave the process group: only a cgroup has them all.
var leavers = map[string]string{
	"session of its own": `echo $$ >pid1; setsid sh -c 'trap "" TERM; echo $$ >pid2; setsid sleep 600 & echo $! >pid3; wait' & wait`,
	// The parent has ended, the session is another one.
	"daemon":         `echo $$ >pid1; (setsid sh -c '(sleep 600 </dev/null >/dev/null 2>&1 & echo $! >pid2)' &) ; while [ ! -s pid2 ]; do :; done; sleep 600`,
	"no environment": `echo $$ >pid1; env -i PATH="$PATH" setsid sh -c 'trap "" TERM; echo $$ >pid2; while :; do sleep 600; done' & wait`,
}

// pids returns the pids that a script has written, nil until all are there.
func pids(t *testing.T, script, dir string) (out []int) {
	t.Helper()
	for n := 1; n <= 3; n++ {
		if !strings.Contains(script, ">pid"+strconv.Itoa(n)) {
			continue
		}
		pid := pidIn(filepath.Join(dir, "pid"+strconv.Itoa(n)))
		if pid == 0 {
			return nil
		}
		out = append(out, pid)
	}
	return out
}

// Whatever a command does, none of its processes is left when it was stopped. That
// they were killed is shown by the time: less than half a minute, while the
// processes would run for ten. Without a cgroup, those go on that have left the
// process group.
func TestStopKillsAll(t *testing.T) {
	t.Parallel()
	all := maps.Clone(escapes)
	maps.Copy(all, leavers)
	for name, script := range all {
		_, leaves := leavers[name]
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			c := sh(t, script)
			ctx, stop := context.WithCancel(t.Context())
			ended := make(chan run.Result, 1)
			go func() { ended <- run.Run(ctx, c) }()
			var all []int
			until(t, "all processes", func() bool {
				all = pids(t, script, c.Dir)
				return all != nil
			})
			stop()
			r := <-ended
			if !r.Stopped || r.TimedOut || r.Children != nil || r.Exit == 0 || r.Err != nil {
				t.Errorf("%+v", r)
			}
			for i, pid := range all {
				lives := alive(pid)
				if lives {
					_ = unix.Kill(pid, unix.SIGKILL)
				}
				if lives != (leaves && i > 0 && !grouped) {
					t.Errorf("process %d is alive: %v", i+1, lives)
				}
			}
		})
	}
}

// Stopping one of two runs, such as a command and the post about it, does not stop the other.
func TestStopSparesOthers(t *testing.T) {
	t.Parallel()
	c := sh(t, `echo $$ >pid1; exec sleep 600`)
	other := sh(t, `while [ ! -e go ]; do sleep 0.02; done; echo posted`)
	posted := make(chan run.Result, 1)
	began := make(chan struct{})
	other.Started = func(int, string) { close(began) }
	go func() { posted <- run.Run(t.Context(), other) }()
	<-began
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan run.Result, 1)
	go func() { ended <- run.Run(ctx, c) }()
	until(t, "the process", func() bool { return pidIn(filepath.Join(c.Dir, "pid1")) > 0 })
	stop()
	<-ended
	if err := os.WriteFile(filepath.Join(other.Dir, "go"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if r := <-posted; string(r.Head) != "posted\n" || r.Exit != 0 {
		t.Errorf("%+v", r)
	}
}

func TestLimit(t *testing.T) {
	t.Parallel()
	c := sh(t, `echo before; trap 'echo asked; exit 3' TERM; sleep 600 & wait`)
	c.Limit = 300 * time.Millisecond
	// The limit may pass before the shell has got so far.
	r := do(t, c)
	if !r.TimedOut || r.Stopped || r.Exit != 3 && r.Signal == "" {
		t.Errorf("%+v %q", r, r.Head)
	}
	// A shell may also report the signal of its child.
	if got := strings.Replace(string(r.Head), "Terminated\n", "", 1); got != "before\nasked\n" && got != "before\n" && got != "" {
		t.Errorf("%q", got)
	}
	if took := r.Ended.Sub(r.Began); took < c.Limit {
		t.Errorf("stopped after %s", took)
	}
}

// A command gets SIGTERM once: a second one tells some programs to hurry.
func TestAskedOnce(t *testing.T) {
	t.Parallel()
	c := sh(t, `trap 'echo asked' TERM; echo >ready; while :; do sleep 600 & wait; done`)
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan run.Result, 1)
	go func() { ended <- run.Run(ctx, c) }()
	until(t, "the trap", func() bool { _, err := os.Stat(filepath.Join(c.Dir, "ready")); return err == nil })
	stop()
	r := <-ended // it is killed, perhaps before it prints
	if n := strings.Count(string(r.Head), "asked"); n > 1 || r.Signal != "SIGKILL" {
		t.Errorf("asked %d times: %+v", n, r)
	}
}

// A process that handles SIGTERM can print its last words.
func TestAsksFirst(t *testing.T) {
	t.Parallel()
	c := sh(t, `trap 'echo asked; exit 3' TERM; sleep 600 & touch ready; wait`)
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan run.Result, 1)
	go func() { ended <- run.Run(ctx, c) }()
	until(t, "the trap", func() bool { return exists(filepath.Join(c.Dir, "ready")) })
	stop()
	if r := <-ended; !r.Stopped || !strings.HasSuffix(string(r.Head), "asked\n") || r.Exit != 3 {
		t.Errorf("%+v %q", r, r.Head)
	}
}

// A background child neither delays the outcome nor is killed, and its output does
// not kill it later.
func TestBackground(t *testing.T) {
	t.Parallel()
	c := sh(t, `(echo $$ >/dev/null; while [ ! -e go ]; do sleep 0.02; done; echo late && echo lives >proof; sleep 600) & echo $! >pid1; echo done; exit 4`)
	r := do(t, c)
	pid := pidIn(filepath.Join(c.Dir, "pid1"))
	endLeft(t, r)
	if string(r.Head) != "done\n" || r.Exit != 4 || r.Children == nil || r.TimedOut || r.Stopped {
		t.Errorf("%+v %q", r, r.Head)
	}
	if pid == 0 || !alive(pid) {
		t.Fatalf("the child %d was killed", pid)
	}
	if err := os.WriteFile(filepath.Join(c.Dir, "go"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	until(t, "a sign of the child", func() bool { return exists(filepath.Join(c.Dir, "proof")) })
	if string(r.Head) != "done\n" {
		t.Errorf("the outcome was changed: %q", r.Head)
	}
}

// All output before the end is read, also when a child still holds the pipe.
func TestBackgroundRest(t *testing.T) {
	t.Parallel()
	c := sh(t, `sleep 600 & head -c 60000 /dev/zero | tr '\0' x`)
	c.Head = 1 << 20
	r := do(t, c)
	endLeft(t, r)
	if len(r.Head) != 60000 || r.Children == nil {
		t.Errorf("%d bytes, %+v", len(r.Head), r.Children)
	}
	// A child that prints without end does not delay it either.
	endless := sh(t, `yes & exit 0`)
	r = do(t, endless)
	endLeft(t, r)
	if r.Children == nil || r.Exit != 0 {
		t.Errorf("%+v", r.Children)
	}
}

// endLeft ends what a command has left when the test ends.
func endLeft(t *testing.T, r run.Result) {
	t.Helper()
	t.Cleanup(func() {
		if r.Children != nil {
			r.Children.Stop()
			<-r.Children.Done
		}
	})
}

// What was reported with Started is enough for another process of the program to
// find the command, and to kill it with its processes.
func TestLeft(t *testing.T) {
	t.Parallel()
	c := sh(t, `trap '' TERM; env -i PATH="$PATH" setsid sh -c 'echo $$ >pid2; exec sleep 600' & while [ ! -s pid2 ]; do :; done; echo $$ >pid1; while :; do sleep 600; done`)
	type named struct {
		pid   int
		start string
	}
	first := make(chan named, 1)
	c.Started = func(pid int, start string) { first <- named{pid, start} }
	ended := make(chan run.Result, 1)
	go func() { ended <- run.Run(t.Context(), c) }()
	p := <-first
	until(t, "both processes", func() bool { return pidIn(filepath.Join(c.Dir, "pid1")) > 0 })
	child := pidIn(filepath.Join(c.Dir, "pid2"))
	t.Cleanup(func() { _ = unix.Kill(child, unix.SIGKILL) })
	other := regexp.MustCompile(`("since":"|"Cgroup":"[^"]*)`).ReplaceAllString(p.start, "${1}0")
	for name, f := range map[string]func() bool{
		"another start": func() bool { return run.KillLeft(p.pid, other) },
		"another pid":   func() bool { return run.KillLeft(os.Getppid(), other) },
		"no start":      func() bool { return run.KillLeft(p.pid, "") },
		"nobody":        func() bool { return run.KillLeft(0, "{}") },
		"init":          func() bool { return run.KillLeft(1, `{"First":{"pid":1}}`) },
	} {
		if f() || !alive(p.pid) || !alive(child) {
			t.Fatalf("%s: something was killed", name)
		}
	}
	if !run.KillLeft(p.pid, p.start) || alive(child) == grouped {
		t.Errorf("the child is alive: %v", alive(child))
	}
	if r := <-ended; r.Signal != "SIGKILL" || r.Stopped || r.TimedOut {
		t.Errorf("%+v", r)
	}
	if run.KillLeft(p.pid, p.start) {
		t.Error("found again")
	}
}

// A program that a delivery has started, such as a new receiver, does not kill its
// own ancestors.
func TestLeftSparesItsOwn(t *testing.T) {
	if name := os.Getenv("RUN_TEST_FAMILY"); name != "" {
		pid, start := pidIn(name), ""
		if b, err := os.ReadFile(name + "-start"); err == nil {
			start = string(b)
		}
		if run.KillLeft(pid, start) {
			t.Error("it has killed its family")
		}
		return
	}
	session := ""
	if grouped {
		session = "setsid -w "
	}
	c := sh(t, `sleep 600 & while [ ! -s family ]; do :; done; `+session+`"$0" -test.run '^TestLeftSparesItsOwn$' -test.v; s=$?; kill $! && echo was alive; exit $s`)
	file := filepath.Join(c.Dir, "family")
	c.Argv = append(c.Argv, self(t))
	c.Env = append(c.Env, "RUN_TEST_FAMILY="+file, "TMPDIR="+os.TempDir(), withoutCgroup+"="+os.Getenv(withoutCgroup))
	c.Started = func(pid int, start string) {
		_ = os.WriteFile(file+"-start", []byte(start), 0o600)
		_ = os.WriteFile(file, []byte(strconv.Itoa(pid)+"\n"), 0o600)
	}
	if r := do(t, c); r.Exit != 0 || !strings.Contains(string(r.Head), "was alive") {
		t.Errorf("exit %d: %s", r.Exit, r.Head)
	}
}

func self(t *testing.T) string {
	t.Helper()
	name, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	return name
}

// All that holds of processes holds without a cgroup, but for those that leave their process group.
func TestWithoutCgroup(t *testing.T) {
	if !grouped {
		t.Skip("there is none for the other tests either")
	}
	cmd := exec.Command(self(t), "-test.run=^(TestStopKillsAll|TestLimit|TestAskedOnce|TestBackground|TestBackgroundRest|TestLeft.*|TestLifetimes|TestCrowd|TestKilledWithReceiver|TestManyAtOnce)$", "-test.v")
	cmd.Env = append(os.Environ(), withoutCgroup+"=1")
	if out, err := cmd.CombinedOutput(); err != nil || !strings.Contains(string(out), "--- PASS: TestLeft ") {
		t.Errorf("%v\n%s", err, out)
	}
}
