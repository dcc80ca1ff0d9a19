//go:build unix

package edits

import (
	"errors"
	"os"
	"time"

	"golang.org/x/sys/unix"

	"aloft/client/holder"
)

// A write takes moments. A slow disk is waited for; a process that is stopped is
// named instead.
const (
	slowDisk = 20 * time.Second
	atRest   = 2 * time.Second
)

// lockFile waits until this process alone writes the journals.
func lockFile(f *os.File) error {
	var watch holder.Watch
	for begun := time.Now(); ; {
		err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB)
		if err == nil {
			_, _ = f.WriteAt(holder.Self("aloft").Encode(), 0) // a name less, no harm
			return nil
		}
		if !errors.Is(err, unix.EWOULDBLOCK) && !errors.Is(err, unix.EINTR) {
			return err
		}
		now, by := time.Now(), holder.Read(f, 0)
		if watch.Stopped(by, now) >= atRest || now.Sub(begun) > slowDisk {
			return holder.Held(opEdit, f.Name(), by)
		}
		time.Sleep(10 * time.Millisecond)
	}
}
