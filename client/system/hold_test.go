//go:build linux || darwin

package system

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"
)

func held(what string, by Holder) error { return fmt.Errorf("%s is in use by %s", what, by) }

// A process that was stopped while it held the lock is named, not waited for.
func TestAStoppedHolderIsNamed(t *testing.T) {
	path := filepath.Join(t.TempDir(), "session.lock")
	f, err := Hold(path, held)
	if err != nil {
		t.Fatal(err)
	}
	// The lock belongs to the descriptor, which a child inherits and keeps.
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
	got := make(chan error, 1)
	go func() { _, err := Hold(path, held); got <- err }()
	select {
	case err = <-got:
	case <-time.After(time.Minute):
		t.Fatal("it waits for who cannot let go")
	}
	if err == nil || !strings.Contains(err.Error(), "`aloft mv`, process") || !strings.Contains(err.Error(), "stopped") {
		t.Error(err)
	}
}

// Hold waits while others get the lock one after the other; for one that keeps it,
// it does not.
func TestEachHolderIsWaitedFor(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		path := filepath.Join(t.TempDir(), "lock")
		lock := func() *os.File {
			f, err := Hold(path, held)
			if err != nil {
				t.Fatal(err)
			}
			// The file's time is the system's, which hardly advances meanwhile.
			if err := os.Chtimes(path, time.Now(), time.Now()); err != nil {
				t.Fatal(err)
			}
			return f
		}
		f := lock()
		got := make(chan *os.File)
		go func() {
			defer close(got)
			f, err := Hold(path, held)
			if err != nil {
				t.Error(err)
			}
			got <- f
		}()
		time.Sleep(again / 2) // the other one is always between two tries
		for range 10 {
			time.Sleep(slowDisk * 3 / 4)
			_ = f.Close()
			f = lock()
		}
		_ = f.Close()
		kept := <-got
		_, err := Hold(path, held)
		if err == nil || !strings.Contains(err.Error(), "is in use by") {
			t.Errorf("%v", err)
		}
		_ = kept.Close()
	})
}
