//go:build unix

package platform

import (
	"context"
	"errors"
	"os"
	"time"

	"golang.org/x/sys/unix"

	"aloft/client/flock"
)

// openLog opens without waiting: a pipe that nobody reads is an error, which it
// would not be if it were opened for reading too.
func openLog(path string) (*os.File, error) {
	how := os.O_RDWR | os.O_CREATE
	if info, err := os.Stat(path); err == nil && info.Mode()&os.ModeNamedPipe != 0 {
		how = os.O_WRONLY
	}
	return os.OpenFile(path, how|os.O_APPEND|unix.O_NONBLOCK|unix.O_CLOEXEC, 0o600)
}

// lock makes this open file the only one that is written to.
func lock(ctx context.Context, f *os.File) error {
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for {
		got, err := flock.Try(f)
		switch {
		case got, errors.Is(err, unix.ENOTSUP), errors.Is(err, unix.ENOSYS), errors.Is(err, unix.ENOLCK):
			return nil // some file systems know no locks
		case err != nil:
			return err
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-tick.C:
		}
	}
}
