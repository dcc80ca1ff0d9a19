//go:build unix

// Package flock takes the locks of open files. A lock belongs to the open file: the
// system takes it back when the last process that has it open ends.
package flock

import (
	"errors"
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// Try takes the lock; false when somebody has it. An error means, as a rule, that
// the file system has no locks.
func Try(f *os.File) (bool, error) { return try(f, unix.LOCK_EX) }

func try(f *os.File, how int) (bool, error) {
	for {
		switch err := unix.Flock(int(f.Fd()), how|unix.LOCK_NB); {
		case err == nil:
			return true, nil
		case errors.Is(err, unix.EWOULDBLOCK):
			return false, nil
		case !errors.Is(err, unix.EINTR):
			return false, err
		}
	}
}

// Soon is Try for a lock that one process keeps for long: whoever asks whether it
// is held (Held) has it for a moment, so a few tries are made.
func Soon(f *os.File) (bool, error) {
	for n := 0; ; n++ {
		if got, err := Try(f); got || err != nil || n == 5 {
			return got, err
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// Held reports whether somebody has the lock.
func Held(f *os.File) (bool, error) {
	got, err := try(f, unix.LOCK_SH)
	if got {
		err = Unlock(f)
	}
	return !got && err == nil, err
}

// Unlock gives the lock back.
func Unlock(f *os.File) error { return unix.Flock(int(f.Fd()), unix.LOCK_UN) }

// Named: the path still names the open file, so others lock the same one.
func Named(f *os.File, path string) bool {
	a, err := f.Stat()
	if err != nil {
		return false
	}
	b, err := os.Lstat(path)
	return err == nil && os.SameFile(a, b)
}
