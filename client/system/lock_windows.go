package system

import (
	"errors"
	"math"
	"os"

	"golang.org/x/sys/windows"
)

// Locks of Windows bar others from reading what is locked, so the lock is one byte far
// behind the content of any file.
func lockRange() *windows.Overlapped {
	return &windows.Overlapped{Offset: math.MaxUint32 - 1, OffsetHigh: math.MaxInt32}
}

// TryLock takes the lock; false when it is held. An error usually means that the
// file system has no locks.
func TryLock(f *os.File) (bool, error) { return try(f, windows.LOCKFILE_EXCLUSIVE_LOCK) }

// TryShare takes the lock together with others that share it; false when one has it alone.
func TryShare(f *os.File) (bool, error) { return try(f, 0) }

func try(f *os.File, how uint32) (bool, error) {
	err := windows.LockFileEx(windows.Handle(f.Fd()), how|windows.LOCKFILE_FAIL_IMMEDIATELY, 0, 1, 0, lockRange())
	switch {
	case err == nil:
		return true, nil
	case errors.Is(err, windows.ERROR_LOCK_VIOLATION), errors.Is(err, windows.ERROR_IO_PENDING):
		return false, nil
	}
	return false, &os.PathError{Op: "lock", Path: f.Name(), Err: err}
}

// NoLocks: the error means that the file system has no locks.
func NoLocks(err error) bool {
	return errors.Is(err, windows.ERROR_INVALID_FUNCTION) || errors.Is(err, windows.ERROR_NOT_SUPPORTED) || errors.Is(err, windows.ERROR_CALL_NOT_IMPLEMENTED)
}

// Unlock releases the lock.
func Unlock(f *os.File) error {
	return windows.UnlockFileEx(windows.Handle(f.Fd()), 0, 1, 0, lockRange())
}
