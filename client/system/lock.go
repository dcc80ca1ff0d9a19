package system

import (
	"errors"
	"os"
	"time"
)

// ErrHeld: another process holds the lock.
var ErrHeld = errors.New("the lock is held")

// Lock opens a file and locks it. A lock belongs to the open file: the system
// releases it when the last process that has it open ends. While another process
// holds it, wait is called before each retry; its error ends the wait. When the
// path names another file by then, that one is opened.
func Lock(open func() (*os.File, error), wait func(f *os.File) error) (*os.File, error) {
	for {
		f, err := open()
		if err != nil {
			return nil, err
		}
		err = await(f, wait)
		if err == nil && Named(f, f.Name()) {
			return f, nil
		}
		_ = f.Close()
		if err != nil {
			return nil, err
		}
	}
}

func await(f *os.File, wait func(f *os.File) error) error {
	for {
		got, err := TryLock(f)
		if got || err != nil {
			return err
		}
		if err := wait(f); err != nil {
			return err
		}
	}
}

// LockNow is Lock for a lock that a process holds for long: ErrHeld when it is
// held. Held takes the lock for a moment, so LockNow tries a few times.
func LockNow(open func() (*os.File, error)) (*os.File, error) {
	tries := 5
	return Lock(open, func(*os.File) error {
		if tries--; tries < 0 {
			return ErrHeld
		}
		time.Sleep(10 * time.Millisecond)
		return nil
	})
}

// Held reports whether a process holds the lock.
func Held(f *os.File) (bool, error) {
	got, err := TryShare(f)
	if got {
		err = Unlock(f)
	}
	return !got && err == nil, err
}

// Named: the path still names the open file, so others lock the same one.
func Named(f *os.File, path string) bool {
	a, err := f.Stat()
	if err != nil {
		return false
	}
	b, err := os.Stat(path)
	return err == nil && os.SameFile(a, b)
}
