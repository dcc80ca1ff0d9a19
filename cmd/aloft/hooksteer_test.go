//go:build unix

package main

import (
	"fmt"
	"net"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"aloft/client/webhook/store"
	"aloft/model"
)

// A receiver that a person has stopped still runs, and says how to start it again.
func TestAReceiverThatWasStopped(t *testing.T) {
	dir := t.TempDir()
	port := fmt.Sprint("127.0.0.1:", freePort(t)) // the configured one, which it listens on when it is started again
	serveHook(t, dir, "[webhook]\nport = "+strings.TrimPrefix(port, "127.0.0.1:")+"\n", false)
	folder := filepath.Join(dir, "home", ".local", "state", "aloft", "webhook")
	owner := func(want model.HookState) {
		t.Helper()
		for end := time.Now().Add(hookPatience); ; {
			h, alive, err := store.Owner(folder)
			if err != nil || !alive || time.Now().After(end) {
				t.Fatal("it is not ", want, ": ", h, alive, err)
			}
			if h.State == want {
				return
			}
			<-time.After(10 * time.Millisecond)
		}
	}
	stop := func() {
		t.Helper()
		if err := store.PutWish(folder, store.Wish{Do: store.DoStop}); err != nil {
			t.Fatal(err)
		}
		owner(model.HookOff)
	}
	runs := func(code int, words string, args ...string) {
		t.Helper()
		c := aloftIn(dir, args...)
		out, err := c.CombinedOutput()
		if c.ProcessState.ExitCode() != code || !strings.Contains(string(out), words) {
			t.Errorf("%q: %v\n%s", args, err, out)
		}
	}
	owner(model.HookUp)
	stop()
	runs(1, "aloft hook resume", "hook", "serve", "--any-port")
	runs(1, "aloft hook resume", "hook", "send", "--prompt", "x")
	runs(1, "aloft hook resume", "hook", "pause")
	runs(0, " is up\n", "hook", "resume")
	stop()
	l, err := net.Listen("tcp", port)
	if err != nil {
		t.Fatal(err)
	}
	runs(1, "is in use by another program", "hook", "resume")
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	runs(0, fmt.Sprint(port, "/hook is up\n"), "hook", "resume")
}

// A suspended receiver refuses connections instead of keeping senders waiting, and
// listens again when it is continued.
func TestASuspendedReceiverDoesNotListen(t *testing.T) {
	at, c := serveHook(t, t.TempDir(), "", false)
	listens := func(want bool) {
		t.Helper()
		for end := time.Now().Add(hookPatience); ; <-time.After(10 * time.Millisecond) {
			conn, err := net.Dial("tcp", at.addr)
			if err == nil {
				err = conn.Close()
			}
			if (err == nil) == want {
				return
			}
			if time.Now().After(end) {
				t.Fatal("it listens: ", !want, " ", err)
			}
		}
	}
	send := func(s syscall.Signal) {
		t.Helper()
		if err := c.Process.Signal(s); err != nil {
			t.Fatal(err)
		}
	}
	t.Cleanup(func() { send(syscall.SIGCONT) }) // else it never notices that it is to end
	for range 2 {
		listens(true)
		send(syscall.SIGTSTP)
		listens(false)
		var ws syscall.WaitStatus
		if _, err := syscall.Wait4(c.Process.Pid, &ws, syscall.WUNTRACED, nil); err != nil || !ws.Stopped() {
			t.Fatal("it is not suspended: ", ws, " ", err)
		}
		send(syscall.SIGCONT)
	}
	listens(true)
}
