//go:build unix

package edits

import (
	"errors"
	"os"
	"time"

	"golang.org/x/sys/unix"
)

// errBusy: another process holds the journals much longer than a write takes, also on a slow disk.
var errBusy = errors.New("busy")

// lockFile waits until this process alone writes the journals.
func lockFile(f *os.File) error {
	for try := 0; ; try++ {
		err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB)
		if err == nil {
			return nil
		}
		if !errors.Is(err, unix.EWOULDBLOCK) && !errors.Is(err, unix.EINTR) {
			return err
		}
		if try == 2000 {
			return errBusy
		}
		time.Sleep(10 * time.Millisecond)
	}
}
