//go:build unix

package store

import (
	"errors"
	"io/fs"
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// lockPath takes the lock file of that name. Another process that merely asks
// whether it is held has it for a moment, so a few tries are made.
func lockPath(path string) (*os.File, error) {
	for try := 0; ; try++ {
		f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|unix.O_NOFOLLOW, 0o600)
		if err != nil {
			return nil, err
		}
		err = unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB)
		if err == nil && current(f, path) {
			return f, nil
		}
		_ = f.Close()
		switch {
		case err == nil, errors.Is(err, unix.EINTR), errors.Is(err, unix.EWOULDBLOCK):
		default:
			return nil, err
		}
		if try == 5 {
			return nil, ErrHeld
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// current: the path still names the open file, so others lock the same one.
func current(f *os.File, path string) bool {
	a, err := f.Stat()
	if err != nil {
		return false
	}
	b, err := os.Lstat(path)
	return err == nil && os.SameFile(a, b)
}

// lockHeld reports whether some process has the lock.
func lockHeld(path string) (bool, error) {
	f, err := os.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	if err != nil {
		return false, err
	}
	defer f.Close() // and with it a lock that was got
	for {
		switch err := unix.Flock(int(f.Fd()), unix.LOCK_SH|unix.LOCK_NB); {
		case err == nil:
			return false, nil
		case errors.Is(err, unix.EWOULDBLOCK):
			return true, nil
		case !errors.Is(err, unix.EINTR):
			return false, err
		}
	}
}
