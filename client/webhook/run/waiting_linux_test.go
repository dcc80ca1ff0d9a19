package run_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"aloft/client/webhook/run"
)

// parent runs a command that prints its supervisor.
func parent(t *testing.T, all *run.Supervisors) int {
	t.Helper()
	r := by(t, all, sh(t, `echo $PPID`))
	pid, err := strconv.Atoi(strings.TrimSpace(string(r.Head)))
	if err != nil || r.Exit != 0 || r.Children != nil {
		t.Fatalf("%+v: %q", r, r.Head)
	}
	return pid
}

func by(t *testing.T, all *run.Supervisors, c run.Command) run.Result {
	t.Helper()
	r := all.Run(t.Context(), c)
	if r.Err != nil {
		t.Fatalf("%q did not run: %v", c.Argv, r.Err)
	}
	return r
}

// A supervisor takes one command after the other, until it is not needed.
func TestOneAfterTheOther(t *testing.T) {
	var all run.Supervisors
	defer all.Close()
	first := parent(t, &all)
	for range 3 {
		if pid := parent(t, &all); pid != first {
			t.Errorf("the supervisor %d, and then %d", first, pid)
		}
	}
	// Also after it could not start one, and had to kill one.
	c := sh(t, "true")
	c.Argv = []string{filepath.Join(c.Dir, "gone")}
	if r := all.Run(t.Context(), c); r.Err == nil {
		t.Errorf("%+v", r)
	}
	c = sh(t, "sleep 600 & trap '' TERM; while :; do sleep 600; done")
	c.Limit = 1
	if r := by(t, &all, c); !r.TimedOut {
		t.Errorf("%+v", r)
	}
	if pid := parent(t, &all); pid != first {
		t.Errorf("the supervisor %d, and then %d", first, pid)
	}
	all.Close()
	until(t, "its end", func() bool { return !alive(first) })
}

// One that has still something to supervise takes no other command, and nothing that is said about the earlier one
// reaches a later one.
func TestOneAtATime(t *testing.T) {
	var all run.Supervisors
	defer all.Close()
	r := by(t, &all, sh(t, `sleep 600 >/dev/null 2>&1 & echo $PPID`))
	if r.Children == nil {
		t.Fatalf("%+v", r)
	}
	busy := strings.TrimSpace(string(r.Head))
	other := parent(t, &all)
	if strconv.Itoa(other) == busy {
		t.Error("it took a second command")
	}
	_ = unix.Kill(other, unix.SIGKILL)
	r.Children.Stop()
	<-r.Children.Done
	c := sh(t, `echo $PPID; until [ -e go ]; do sleep 0.01; done`)
	c.Started = func(int, string) {
		r.Children.Stop() // of the earlier one
		_ = os.WriteFile(filepath.Join(c.Dir, "go"), nil, 0o600)
	}
	if now := by(t, &all, c); now.Exit != 0 || now.Signal != "" || strings.TrimSpace(string(now.Head)) != busy {
		t.Errorf("%+v by %s, %s was free", now, now.Head, busy)
	}
}

// A supervisor that was killed while it waited costs no command.
func TestKilledWhileWaiting(t *testing.T) {
	var all run.Supervisors
	defer all.Close()
	for range 5 {
		pid := parent(t, &all)
		_ = unix.Kill(pid, unix.SIGKILL)
		if now := parent(t, &all); now == pid {
			t.Error("it lives")
		}
	}
}

// One that another command has suspended, while it waits or while its command runs, costs some seconds, and no more.
func TestSuspended(t *testing.T) {
	t.Parallel()
	var all run.Supervisors
	defer all.Close()
	pid := parent(t, &all)
	_ = unix.Kill(pid, unix.SIGSTOP)
	if now := parent(t, &all); now != pid {
		t.Errorf("the supervisor %d, and then %d", pid, now)
	}
	c := sh(t, "kill -STOP $PPID")
	c.Limit = 0
	if r := by(t, &all, c); r.Exit != 0 || r.Signal != "" || r.Children != nil {
		t.Errorf("%+v", r)
	}
}

// The supervisor of a command that forks without end takes the next command.
func TestBombAndNext(t *testing.T) {
	if os.Getenv(boundVariable) == "" {
		bounded(t, &syscall.SysProcAttr{}, "")
		inDelegated(t, func(dir *os.File) {
			bounded(t, &syscall.SysProcAttr{UseCgroupFD: true, CgroupFD: int(dir.Fd())}, cgroupVariable+"=1")
		})
		return
	}
	most := uint64(ownTasks(t) + 150)
	if err := unix.Setrlimit(unix.RLIMIT_NPROC, &unix.Rlimit{Cur: most, Max: most}); err != nil {
		t.Fatal(err)
	}
	var all run.Supervisors
	defer all.Close()
	first := parent(t, &all)
	for _, name := range []string{"insistent", "no environment"} {
		c := bomb(t, name)
		if r := by(t, &all, c); r.Children != nil {
			r.Children.Stop()
			<-r.Children.Done
		}
		if n := having(c.Dir); n > 0 {
			t.Errorf("%s: %d processes are there", name, n)
		}
		if now := parent(t, &all); now != first {
			t.Errorf("%s: the supervisor %d, and then %d", name, first, now)
		}
	}
}

// A command can read nothing that its supervisor got for an earlier one: no memory, no file, no environment.
func TestKeepsToItself(t *testing.T) {
	var all run.Supervisors
	defer all.Close()
	if os.Getenv(boundVariable) == "" {
		bounded(t, &syscall.SysProcAttr{}, "") // root may read everything
		return
	}
	c := sh(t, "true")
	c.Env = append(c.Env, "SECRET=of-the-first")
	by(t, &all, c)
	r := by(t, &all, sh(t, `env; ls -l /proc/self/fd; for f in environ mem fd; do : </proc/$PPID/$f && echo "read $f"; done 2>&1`))
	if s := string(r.Head); strings.Contains(s, "of-the-first") || strings.Contains(s, "socket:") || strings.Contains(s, "read ") ||
		!strings.Contains(s, "Permission denied") {
		t.Errorf("%s", s)
	}
}

// A crowd of commands at once, of which some leave something behind, are all run.
func TestManyAtOnce(t *testing.T) {
	var all run.Supervisors
	defer all.Close()
	results := make(chan run.Result, 24)
	for i := range cap(results) {
		go func() {
			c := sh(t, `echo `+strconv.Itoa(i)+`; sleep 0.05 & exit `+strconv.Itoa(i))
			results <- all.Run(t.Context(), c)
		}()
	}
	for range cap(results) {
		if r := <-results; r.Err != nil || string(r.Head) != strconv.Itoa(r.Exit)+"\n" {
			t.Errorf("%+v %q", r, r.Head)
		} else if r.Children != nil {
			<-r.Children.Done
		}
	}
	all.Close()
	until(t, "no supervisor of this process", func() bool {
		out, _ := exec.Command("ps", "-o", "args=", "--ppid", strconv.Itoa(os.Getpid())).Output()
		return !strings.Contains(string(out), "aloft-supervisor")
	})
}
