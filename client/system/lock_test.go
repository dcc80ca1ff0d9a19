package system

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

// Lock returns the lock of the file that others would open now.
func TestLockFollowsTheName(t *testing.T) {
	path := filepath.Join(t.TempDir(), "lock")
	open := func() (*os.File, error) { return Open(path, os.O_RDWR|os.O_CREATE, 0o600) }
	first, err := LockNow(open)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := LockNow(open); !errors.Is(err, ErrHeld) {
		t.Errorf("it was got twice: %v", err)
	}
	waits := 0
	second, err := Lock(open, func(f *os.File) error {
		if waits++; waits == 1 {
			// The file is removed during the wait, and another one is at the path.
			return errors.Join(os.Remove(path), os.WriteFile(path, nil, 0o600), first.Close())
		}
		return errors.New("nobody has it")
	})
	if err != nil || waits != 1 || !Named(second, path) {
		t.Fatalf("after %d waits %v", waits, err)
	}
	third, err := open()
	if err != nil {
		t.Fatal(err)
	}
	defer third.Close()
	if held, err := Held(third); !held || err != nil {
		t.Errorf("%t, %v", held, err)
	}
	_ = second.Close()
	if held, err := Held(third); held || err != nil {
		t.Errorf("%t, %v", held, err)
	}
}
