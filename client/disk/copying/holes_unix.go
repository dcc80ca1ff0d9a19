//go:build linux || darwin || freebsd

package copying

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// data finds the first bytes that are no hole. Where nobody knows of holes, all is data.
func data(f *os.File, at, size int64) (from, to int64) {
	from, err := unix.Seek(int(f.Fd()), at, unix.SEEK_DATA)
	if errors.Is(err, unix.ENXIO) || err == nil && from >= size {
		return size, size
	}
	if err != nil {
		return at, size
	}
	if to, err = unix.Seek(int(f.Fd()), from, unix.SEEK_HOLE); err != nil || to > size {
		to = size
	}
	return from, to
}
