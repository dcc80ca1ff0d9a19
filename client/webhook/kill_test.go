//go:build unix

package webhook

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"aloft/client"
	"aloft/client/clienttest/procs"
	"aloft/client/webhook/dispatch"
	"aloft/model"
)

// serveAs makes this test binary a receiver that can be killed.
const serveAs = "ALOFT_TEST_HOOK_SERVE"

func TestMain(m *testing.M) {
	if dir := os.Getenv(serveAs); dir != "" {
		s := New(Options{Data: dir, State: dir, Dir: dir, Env: os.Environ(), Headless: true,
			Settings: Settings{Projects: map[string]dispatch.Project{"on": {}, "ask": {Exec: dispatch.ExecAsk}}}})
		if err := s.Start(context.Background(), client.AnyPort); err != nil {
			fmt.Println(err)
			os.Exit(1)
		}
		fmt.Println(s.Status().URL)
		end := make(chan os.Signal, 1)
		signal.Notify(end, syscall.SIGTERM)
		<-end
		s.Close(context.Background())
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// Deliveries that were killed are reported when the receiver starts again, and the
// processes that they had started are stopped.
func TestKilledReceiver(t *testing.T) {
	dir := t.TempDir()
	own := procs.Self(serveAs + "=" + dir)
	own.SysProcAttr, own.Stderr = &syscall.SysProcAttr{Setpgid: true}, nil // what it starts may outlive the test
	apart(t, own)
	cmd := procs.Start(t, own)
	url := cmd.Line(t)
	if !strings.HasPrefix(url, "http://") {
		t.Fatalf("the receiver said %q", url)
	}
	// A follower that watches, and takes over.
	r := &rig{t: t, o: Options{Data: dir, State: dir, Dir: dir, Env: os.Environ()}}
	port, l := freePort(t)
	l.Close()
	r.o.Settings.Enabled, r.o.Settings.Port = true, port
	r.Service = New(r.o)
	t.Cleanup(func() { r.end() })
	until(t, "other", func() bool { return r.Status().State == model.HookOther })
	done := r.accepted(body{"session_key": "tui:x", "project": "on", "exec": "echo fine"})
	r.wait(done, model.DeliveryDone)
	var runs []string
	for i := range dispatch.MaxAtOnce {
		// One that ignores SIGTERM, with a child in a session of its own.
		runs = append(runs, r.accepted(body{"session_key": "tui:x", "project": "on",
			"exec": fmt.Sprintf("trap '' TERM HUP; echo $$ >> pids%d; (setsid sh -c 'echo $$ >> pids%d; sleep 300') & echo half; sleep 300", i, i)}))
	}
	waits := r.accepted(body{"session_key": "tui:x", "project": "on", "exec": "touch waited"})
	asks := r.accepted(body{"session_key": "tui:x", "project": "ask", "exec": "touch asked"})
	var pids []string
	for i, id := range runs {
		r.wait(id, model.DeliveryRunning)
		until(t, "the processes", func() bool {
			data, _ := os.ReadFile(filepath.Join(dir, fmt.Sprint("pids", i)))
			p := strings.Fields(string(data))
			if len(p) == 2 {
				pids = append(pids, p...)
			}
			return len(p) == 2
		})
		until(t, "their output", func() bool {
			part, _, _, err := r.Output(t.Context(), id, 0, 100)
			return err == nil && string(part) == "half\n"
		})
	}
	r.wait(waits, model.DeliveryWaiting)
	r.wait(asks, model.DeliveryAsking)
	in, _ := os.ReadFile("/proc/" + pids[0] + "/cgroup")
	grouped := strings.Contains(string(in), "/aloft-")
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	until(t, "the take-over", func() bool { return r.Status().State == model.HookUp })
	if d := r.wait(done, model.DeliveryDone); string(d.Head) != "fine\n" {
		t.Errorf("what was done is %+v", d)
	}
	for _, id := range append(slices.Clone(runs), waits, asks) {
		if d := r.wait(id, model.DeliveryCut); d.Reason.String() == "" {
			t.Errorf("no reason: %+v", d.Delivery)
		}
	}
	until(t, "the word in the conversation", func() bool {
		ms, err := r.Messages(t.Context(), "tui:x", 0)
		last := ""
		if err == nil && len(ms) > 0 {
			last = ms[len(ms)-1].In(nil)
		}
		return strings.Count(last, "\n") == len(runs)+1 && strings.Contains(last, "cut off: `touch asked` (aloft was killed before this delivery started")
	})
	if d, err := r.Delivery(t.Context(), runs[0]); err != nil || !strings.Contains(string(d.Head), "half") {
		t.Errorf("the output of what was cut: %+v, %v", d, err)
	}
	if grouped { // otherwise a child in a session of its own goes on
		until(t, "the end of the processes", func() bool {
			return !slices.ContainsFunc(pids, func(p string) bool { return alive(p) })
		})
		until(t, "the note", func() bool {
			return slices.Contains(r.get(runs[0]).Notes, model.Say("its remaining processes were stopped when the receiver stopped"))
		})
	}
	for _, name := range []string{"waited", "asked"} {
		if _, err := os.Stat(filepath.Join(dir, name)); err == nil {
			t.Errorf("it was %s for nothing", name)
		}
	}
	again, err := r.Replay(t.Context(), runs[0])
	if err == nil {
		t.Errorf("a project that is gone: %s", again)
	}
}

// apart lets a command start in a cgroup of its own, two levels down, if that is permitted. What a killed receiver has
// left beside its own cgroup is stopped by whichever aloft looks there first, which may be the test of another package.
func apart(t *testing.T, c *exec.Cmd) {
	t.Helper()
	list, _ := os.ReadFile("/proc/self/cgroup")
	mounts, _ := os.ReadFile("/proc/self/mounts")
	_, path, found := strings.Cut("\n"+string(list), "\n0::")
	_, mount, mounted := strings.Cut(string(mounts), "\ncgroup2 ")
	if !found || !mounted {
		return
	}
	path, _, _ = strings.Cut(path, "\n")
	mount, _, _ = strings.Cut(mount, " ")
	outer := filepath.Join(mount, path, fmt.Sprint("test-", os.Getpid()))
	inner := filepath.Join(outer, "own")
	if os.MkdirAll(inner, 0o755) != nil {
		return
	}
	t.Cleanup(func() { _ = errors.Join(os.Remove(inner), os.Remove(outer)) })
	c.Args = append([]string{"sh", "-c", `echo $$ >"$0/cgroup.procs"; exec "$@"`, inner}, c.Args...)
	c.Path = "/bin/sh"
}

// alive: the process exists, and is no zombie.
func alive(pid string) bool {
	data, err := os.ReadFile("/proc/" + pid + "/stat")
	if err != nil {
		return false
	}
	_, rest, ok := strings.Cut(string(data), ") ")
	return ok && !strings.HasPrefix(rest, "Z")
}
