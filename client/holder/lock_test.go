//go:build linux || darwin

package holder

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"
)

// A process that was stopped while it held the lock is named, not waited for.
func TestAStoppedHolderIsNamed(t *testing.T) {
	path := filepath.Join(t.TempDir(), "session.lock")
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	if err := Lock(f, "session"); err != nil {
		t.Fatal(err)
	}
	// The lock goes with the descriptor, which a child inherits and keeps.
	c := exec.Command("sleep", "1000")
	c.ExtraFiles = []*os.File{f}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { _ = c.Process.Kill(); _ = c.Wait() }()
	_ = c.Process.Signal(syscall.SIGSTOP)
	h := Self("aloft mv")
	h.PID = c.Process.Pid
	_, h.Since, _ = look(h.PID)
	if _, err := f.WriteAt(h.Encode(), 0); err != nil {
		t.Fatal(err)
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
	again, err := os.OpenFile(path, os.O_RDWR, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	got := make(chan error, 1)
	go func() { got <- Lock(again, "session") }()
	select {
	case err = <-got:
	case <-time.After(time.Minute):
		t.Fatal("it waits for who cannot let go")
	}
	if err == nil || !strings.Contains(err.Error(), "`aloft mv`, process") || !strings.Contains(err.Error(), "stopped") {
		t.Error(err)
	}
}
