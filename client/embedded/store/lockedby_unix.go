//go:build unix

package store

import (
	"io"
	"os"
	"syscall"
)

// lockedBy is the pid of the other process that has locked the byte, 0 = none.
func lockedBy(f *os.File, at int64) int {
	l := syscall.Flock_t{Type: syscall.F_WRLCK, Whence: io.SeekStart, Start: at, Len: 1}
	if syscall.FcntlFlock(f.Fd(), syscall.F_GETLK, &l) != nil || l.Type == syscall.F_UNLCK {
		return 0
	}
	return int(l.Pid)
}
