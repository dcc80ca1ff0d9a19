//go:build unix

package system

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// TryLock takes the lock; false when it is held. An error usually means that the
// file system has no locks.
func TryLock(f *os.File) (bool, error) { return try(f, unix.LOCK_EX) }

// TryShare takes the lock together with others that share it; false when one has it alone.
func TryShare(f *os.File) (bool, error) { return try(f, unix.LOCK_SH) }

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

// NoLocks: the error means that the file system has no locks.
func NoLocks(err error) bool {
	return errors.Is(err, unix.ENOTSUP) || errors.Is(err, unix.ENOSYS) || errors.Is(err, unix.ENOLCK)
}

// Unlock releases the lock.
func Unlock(f *os.File) error { return unix.Flock(int(f.Fd()), unix.LOCK_UN) }
