package platform

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"
)

// opened counts how often this process has the file open.
func opened(t *testing.T, path string) int {
	t.Helper()
	fds, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, fd := range fds {
		if to, err := os.Readlink("/proc/self/fd/" + fd.Name()); err == nil && to == path {
			n++
		}
	}
	return n
}

// A writer that waited for a file that was renamed meanwhile writes to the new one.
func TestLogMovedWhileWaiting(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log")
	f, err := openLocked(t.Context(), path)
	if err != nil {
		t.Fatal(err)
	}
	l := newLogger(t, path)
	place, err := l.Open("log:x")
	if err != nil {
		t.Fatal(err)
	}
	posted := make(chan error, 1)
	go func() { posted <- place(t.Context(), message("x")) }()
	for end := time.Now().Add(l.wait); opened(t, path) < 2; {
		if time.Now().After(end) {
			t.Fatal("the other does not open it")
		}
	}
	if err := errors.Join(os.Rename(path, path+".1"), os.WriteFile(path, nil, 0o600)); err != nil {
		t.Fatal(err)
	}
	_ = f.Close()
	if err := <-posted; err != nil {
		t.Fatal(err)
	}
	if old, now := lines(t, path+".1"), lines(t, path); len(old) != 0 || len(now) != 1 {
		t.Errorf("%d lines in the old one, %d in the new one", len(old), len(now))
	}
}
