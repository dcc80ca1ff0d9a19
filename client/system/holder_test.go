//go:build linux || darwin

package system

import (
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"
)

// A real process is seen running, stopped, continued and gone.
func TestStates(t *testing.T) {
	c := exec.Command("sleep", "1000")
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	h := Self("aloft mv")
	h.PID = c.Process.Pid
	_, h.Since, _ = look(h.PID)
	until := func(want State) {
		t.Helper()
		tick, end := time.NewTicker(time.Millisecond), time.After(time.Minute)
		defer tick.Stop()
		for h.State() != want {
			select {
			case <-tick.C:
			case <-end:
				t.Fatalf("it is %v, not %v", h.State(), want)
			}
		}
	}
	var w Stopwatch
	until(Running)
	if s := h.String(); !strings.Contains(s, "`aloft mv`, process") || strings.Contains(s, "stopped") {
		t.Error(s)
	}
	_ = c.Process.Signal(syscall.SIGSTOP)
	until(Stopped)
	now := time.Now()
	if w.Stopped(h, now) != 0 || w.Stopped(h, now.Add(time.Minute)) != time.Minute || !strings.HasSuffix(h.String(), ", stopped") {
		t.Error(w, h)
	}
	_ = c.Process.Signal(syscall.SIGCONT)
	until(Running)
	if w.Stopped(h, now.Add(time.Hour)) != 0 {
		t.Error("it goes on")
	}
	_ = c.Process.Signal(syscall.SIGSTOP)
	until(Stopped)
	if d := w.Stopped(h, now.Add(2*time.Hour)); d != 0 {
		t.Errorf("it went on, and was stopped for %v", d)
	}
	other := h
	other.Since = "1"
	if other.State() != Gone {
		t.Error("a pid that was given again is taken for the old process")
	}
	_ = c.Process.Kill()
	until(Gone) // although nobody has waited for it yet
	_ = c.Wait()
	until(Gone)
	far := h
	far.Host = "another"
	if far.State() != Unseen {
		t.Error("a process of another host is not ours to judge")
	}
}

func TestEncode(t *testing.T) {
	h := Self("aloft mv")
	if decodeHolder(h.Encode()) != h || decodeHolder(nil) != (Holder{}) || decodeHolder([]byte("{")) != (Holder{}) {
		t.Error("not read as written")
	}
	h.Command = strings.Repeat("x", 400)
	if got := decodeHolder(h.Encode()); got.PID != h.PID || got.Command != "" {
		t.Errorf("%+v", got)
	}
}
