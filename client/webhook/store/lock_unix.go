//go:build unix

package store

import (
	"errors"
	"io/fs"
	"os"

	"golang.org/x/sys/unix"

	"aloft/client/flock"
)

// lockPath takes the lock file of that name.
func lockPath(path string) (*os.File, error) {
	for {
		f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|unix.O_NOFOLLOW, 0o600)
		if err != nil {
			return nil, err
		}
		got, err := flock.Soon(f)
		if got && flock.Named(f, path) {
			return f, nil
		}
		_ = f.Close()
		switch {
		case err != nil:
			return nil, err
		case !got:
			return nil, ErrHeld
		}
	}
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
	defer f.Close()
	return flock.Held(f)
}
