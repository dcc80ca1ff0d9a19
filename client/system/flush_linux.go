package system

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// Flush makes the content of a file durable, and only the metadata needed to read
// it (fdatasync).
func Flush(f *os.File) error {
	for {
		if err := unix.Fdatasync(int(f.Fd())); !errors.Is(err, unix.EINTR) {
			return err
		}
	}
}
