//go:build unix

package run_test

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"aloft/client/webhook/run"
)

// escapes are the ways in which a process leaves its parent. Each writes the pids
// of all that must die into files pid*.
var escapes = map[string]string{
	"plain":              `echo $$ >pid1; sleep 600`,
	"children":           `echo $$ >pid1; (sleep 600 & echo $! >pid2; sleep 600 & echo $! >pid3; wait) & wait`,
	"ignores SIGTERM":    `trap '' TERM; echo $$ >pid1; while :; do sleep 600; done`,
	"child ignores":      `echo $$ >pid1; (trap '' TERM; sh -c 'echo $$ >pid2; while :; do sleep 600; done') & wait`,
	"suspended":          `echo $$ >pid1; sleep 600 & echo $! >pid2; kill -STOP $!; kill -STOP $$`,
	"session of its own": `echo $$ >pid1; setsid sh -c 'trap "" TERM; echo $$ >pid2; setsid sleep 600 & echo $! >pid3; wait' & wait`,
	// The parent has ended, the session is another one: only the mark identifies
	// it.
	"daemon": `echo $$ >pid1; (setsid sh -c '(sleep 600 </dev/null >/dev/null 2>&1 & echo $! >pid2)' &) ; while [ ! -s pid2 ]; do :; done; sleep 600`,
	// No mark, but its parent runs.
	"no environment": `echo $$ >pid1; env -i PATH="$PATH" setsid sh -c 'trap "" TERM; echo $$ >pid2; while :; do sleep 600; done' & wait`,
	// No mark and no parent, but in the session.
	"no environment, no parent":                `echo $$ >pid1; (env -i PATH="$PATH" sh -c 'echo $$ >pid2; trap "" TERM; exec sleep 600' &); while [ ! -s pid2 ]; do :; done; sleep 600`,
	"dies at once of TERM, its child does not": `echo $$ >pid1; sh -c 'trap "" TERM; echo $$ >pid2; while :; do sleep 600; done' & while [ ! -s pid2 ]; do :; done; exec sleep 600`,
	"prints without end":                       `echo $$ >pid1; trap '' TERM; yes & echo $! >pid2; while :; do wait; done`,
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
// processes would run for ten.
func TestStopKillsAll(t *testing.T) {
	t.Parallel()
	for name, script := range escapes {
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
			for _, pid := range all {
				if alive(pid) {
					t.Errorf("process %d is alive", pid)
					_ = unix.Kill(pid, unix.SIGKILL)
				}
			}
		})
	}
}

// Two runs with the same line in their environment, such as a command and the post
// about it: stopping one does not stop the other.
func TestStopSparesOthers(t *testing.T) {
	t.Parallel()
	c := sh(t, `echo $$ >pid1; exec sleep 600`)
	other := sh(t, `while [ ! -e go ]; do sleep 0.02; done; echo posted`)
	other.Env = append(other.Env, c.Mark)
	other.Mark = "RUN_TEST_POST=of-" + other.Dir
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
	t.Cleanup(func() { run.KillLeft(0, "", c.Mark) })
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
	t.Cleanup(func() { run.KillLeft(0, "", c.Mark) })
	c.Head = 1 << 20
	if r := do(t, c); len(r.Head) != 60000 || r.Children == nil {
		t.Errorf("%d bytes, %+v", len(r.Head), r.Children)
	}
	// A child that prints without end does not delay it either.
	endless := sh(t, `yes & exit 0`)
	t.Cleanup(func() { run.KillLeft(0, "", endless.Mark) })
	if r := do(t, endless); r.Children == nil || r.Exit != 0 {
		t.Errorf("%+v", r.Children)
	}
}

func TestLeft(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	mark := "RUN_TEST=left-" + strconv.FormatInt(time.Now().UnixNano(), 36)
	// As an earlier process of the program would have left it.
	cmd := exec.Command("sh", "-c", `trap '' TERM; setsid sh -c 'trap "" TERM; echo $$ >pid2; while :; do sleep 600; done' & while [ ! -s pid2 ]; do :; done; echo $$ >pid1; while :; do sleep 600; done`)
	cmd.Dir, cmd.Env = dir, []string{"PATH=" + os.Getenv("PATH"), "ALOFT_RUN=" + strings.TrimPrefix(mark, "RUN_TEST=")}
	var start string
	probe := sh(t, "true")
	probe.Started = func(_ int, s string) { start = s + "0" }
	do(t, probe)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	gone := make(chan struct{})
	go func() {
		_ = cmd.Wait()
		close(gone)
	}()
	t.Cleanup(func() {
		_ = cmd.Process.Kill()
		<-gone
	})
	until(t, "both processes", func() bool { return pidIn(filepath.Join(dir, "pid1")) > 0 })
	pid, child := cmd.Process.Pid, pidIn(filepath.Join(dir, "pid2"))

	for name, f := range map[string]func() bool{
		"another start":    func() bool { return run.KillLeft(pid, start, "") },
		"no start":         func() bool { return run.KillLeft(pid, "", "") },
		"a short mark":     func() bool { return run.KillLeft(0, "", "RUN_TEST=l") },
		"a part of a mark": func() bool { return run.KillLeft(0, "", mark[:len(mark)-1]) },
		"another mark":     func() bool { return run.KillLeft(pid, start, mark+"x") },
		"nobody":           func() bool { return run.KillLeft(0, "", "") },
		"init":             func() bool { return run.KillLeft(1, start, "") },
	} {
		if f() || !alive(pid) || !alive(child) {
			t.Fatalf("%s: something was killed", name)
		}
	}
	if !run.KillLeft(0, "", mark) || alive(child) {
		t.Error("the mark did not lead to the child")
	}
	until(t, "the end", func() bool { return !alive(pid) })
	if run.KillLeft(0, "", mark) {
		t.Error("found again")
	}
}

// By pid and start time alone, with all its descendants.
func TestLeftByStart(t *testing.T) {
	t.Parallel()
	c := sh(t, `echo $$ >pid1; env -i PATH="$PATH" setsid sh -c 'echo $$ >pid2; exec sleep 600' & wait`)
	type named struct {
		pid   int
		start string
	}
	first := make(chan named, 1)
	c.Started = func(pid int, start string) { first <- named{pid, start} }
	ended := make(chan run.Result, 1)
	go func() { ended <- run.Run(t.Context(), c) }()
	p := <-first
	until(t, "both processes", func() bool { return pidIn(filepath.Join(c.Dir, "pid2")) > 0 })
	child := pidIn(filepath.Join(c.Dir, "pid2"))
	if run.KillLeft(p.pid, p.start+"0", "") || !alive(child) {
		t.Fatal("a process of another time was killed")
	}
	if !run.KillLeft(p.pid, p.start, "") || alive(child) {
		t.Error("the child was not killed")
	}
	if r := <-ended; r.Signal != "SIGTERM" || r.Stopped || r.TimedOut {
		t.Errorf("%+v", r)
	}
}

// A program that a delivery has started, such as a new receiver, does not kill its
// own ancestors.
func TestLeftSparesItsOwn(t *testing.T) {
	const mark = "RUN_TEST=family-of-the-test"
	if os.Getenv("RUN_TEST") == "family-of-the-test" {
		if run.KillLeft(0, "", mark) {
			t.Error("it has killed its family")
		}
		return
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := sh(t, `sleep 600 & "$0" -test.run '^TestLeftSparesItsOwn$' -test.v; s=$?; kill $! && echo was alive; exit $s`)
	c.Argv = append(c.Argv, self)
	c.Mark = mark
	c.Env = []string{"PATH=" + os.Getenv("PATH"), mark, "TMPDIR=" + os.TempDir()}
	if r := do(t, c); r.Exit != 0 || !strings.Contains(string(r.Head), "was alive") {
		t.Errorf("exit %d: %s", r.Exit, r.Head)
	}
}
