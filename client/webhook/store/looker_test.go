package store

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

// A folder that is created later, deleted or moved is noticed without polling.
func TestLookerHearsOfFolders(t *testing.T) {
	parent := t.TempDir()
	dir := filepath.Join(parent, "webhook")
	sub := filepath.Join(dir, "log")
	l := newLooker(time.Hour, dir, sub) // it never polls
	defer l.close()
	heard := func(what string) {
		t.Helper()
		over := make(chan struct{})
		late := time.AfterFunc(30*time.Second, func() { close(over) })
		defer late.Stop()
		if !l.wait(over) {
			t.Fatalf("%s: nothing was heard", what)
		}
	}
	watched := func(dirs ...string) {
		t.Helper()
		next := l.add()
		for next == 0 {
			next = l.add()
		}
		for _, d := range dirs {
			if !l.watch[d] {
				t.Errorf("%s is not watched", d)
			}
		}
		if next < rarelyRemote*time.Hour {
			t.Errorf("the next look comes after %v", next)
		}
	}
	watched(parent)
	if err := os.MkdirAll(sub, 0o700); err != nil {
		t.Fatal(err)
	}
	heard("a folder")
	watched(dir, sub)
	if err := os.WriteFile(filepath.Join(sub, "x"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	heard("a file")
	if err := os.Rename(dir, dir+".old"); err != nil {
		t.Fatal(err)
	}
	heard("a folder that was moved")
	if err := os.MkdirAll(sub, 0o700); err != nil {
		t.Fatal(err)
	}
	watched(dir, sub)
	for _, d := range []string{dir, sub} {
		if err := os.WriteFile(filepath.Join(d, "y"), nil, 0o600); err != nil {
			t.Fatal(err)
		}
		heard("a file in the next folder")
	}
}
