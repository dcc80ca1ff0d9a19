//go:build unix

package gate

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"syscall"
	"testing"
	"time"

	"aloft/client"
	"aloft/client/gate/file"
	"aloft/client/system"
)

// lockChild makes the test binary a process that holds the locks of a gate and is
// stopped with them; when it is continued it prints the result of Fence.
func lockChild(dir string) int {
	u, _ := url.Parse("http://127.0.0.1:1")
	g, err := Open(Options{Dir: dir, Name: "stopped", Command: "aloft mv", Gap: 500 * time.Millisecond, Wire: HTTPWire(u)})
	if err != nil {
		return 2
	}
	if _, err := g.Operation(context.Background(), client.Bulk); err != nil {
		return 2
	}
	if err := g.store.Lock(context.Background()); err != nil {
		return 2
	}
	woken := make(chan os.Signal, 1)
	signal.Notify(woken, syscall.SIGCONT)
	_ = syscall.Kill(os.Getpid(), syscall.SIGSTOP)
	<-woken // another thread may have got the signal: this one runs for a moment more
	if g.store.Current() {
		return 3
	}
	g.store.Unlock()
	return 0
}

// A real process that is stopped while it holds every lock of a gate is named and
// overtaken; while its lock is put aside Fence fails, and afterwards it succeeds.
func TestAStoppedHolderIsOvertaken(t *testing.T) {
	srv := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("{}")) }))
	defer srv.Close()
	u, err := url.Parse(srv.URL)
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	c := exec.Command(os.Args[0])
	spec, _ := json.Marshal(job{Dir: dir, Lock: true})
	c.Env = append(os.Environ(), childEnv+"="+string(spec))
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = c.Process.Kill() }()
	tick, end := time.NewTicker(10*time.Millisecond), time.After(time.Minute)
	defer tick.Stop()
	self := system.Self("")
	for stopped := false; !stopped; {
		select {
		case <-tick.C:
		case <-end:
			t.Fatal("the child never stopped")
		}
		all, _ := filepath.Glob(filepath.Join(dir, "*.gate"))
		for _, path := range all {
			f, err := os.Open(path)
			if err != nil {
				continue
			}
			by := system.ReadHolder(f, file.HolderAt)
			_ = f.Close()
			stopped = by.PID == c.Process.Pid && by.PID != self.PID && by.State() == system.Stopped
		}
	}
	said := make(chan string, 16)
	waits := client.NewWaits(func(w client.Waiting) {
		select {
		case said <- w.Say(nil):
		default:
		}
	})
	g, err := Open(Options{Dir: dir, Name: "stopped", Command: "aloft ls", Gap: 500 * time.Millisecond, Wire: HTTPWire(u), Waits: waits})
	if err != nil {
		t.Fatal(err)
	}
	defer g.Close()
	release, err := g.Operation(t.Context(), client.Bulk)
	if err != nil {
		t.Fatal(err)
	}
	release()
	if _, err := g.Do(t.Context(), Call{Method: http.MethodGet, URL: srv.URL}); err != nil {
		t.Fatal(err)
	}
	ran := false
	err = g.Fence(t.Context(), func() error { ran = true; return nil })
	if err == nil || ran {
		t.Error("a process that is stopped in the middle of sending was not noticed")
	}
	_ = c.Process.Signal(syscall.SIGCONT)
	if err := c.Wait(); err != nil {
		t.Errorf("the stopped one, woken: %v", err)
	}
	if err := g.Fence(t.Context(), func() error { ran = true; return nil }); err != nil || !ran {
		t.Errorf("it has gone on: %v", err)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "*"+file.Aside+"*.gate*")); len(left) > 0 {
		t.Error(left)
	}
}
