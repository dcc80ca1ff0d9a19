//go:build unix

package jobs

import (
	"errors"
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// lockFile makes this open file the only writer of a log. Another process that
// merely asks whether the log is held (see held) has it for a moment, so a few
// tries are made.
func lockFile(f *os.File) error {
	for try := 0; ; try++ {
		err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB)
		if err == nil {
			return nil
		}
		if !errors.Is(err, unix.EWOULDBLOCK) && !errors.Is(err, unix.EINTR) {
			return err
		}
		if try == 5 {
			return errBusy
		}
		time.Sleep(10 * time.Millisecond)
	}
}

// held reports whether some process is the writer of the log.
func held(f *os.File) bool {
	err := unix.Flock(int(f.Fd()), unix.LOCK_SH|unix.LOCK_NB)
	if err == nil {
		_ = unix.Flock(int(f.Fd()), unix.LOCK_UN)
	}
	return errors.Is(err, unix.EWOULDBLOCK)
}
