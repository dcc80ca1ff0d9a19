//go:build unix

package run

import (
	"errors"
	"syscall"

	"golang.org/x/sys/unix"
)

// howItEnded returns the exit status, or the signal, of what wait(2) says.
func howItEnded(status uint32) (exit int, signal string) {
	ws := syscall.WaitStatus(status)
	if ws.Signaled() {
		return -1, unix.SignalName(ws.Signal())
	}
	return ws.ExitStatus(), ""
}

// mayEnter: why this user may not work in the folder, or nil.
func mayEnter(dir string) error { return unix.Access(dir, unix.X_OK) }

// isTooLong: the arguments and the environment are too large.
func isTooLong(err error) bool { return errors.Is(err, unix.E2BIG) }
