package copying

import (
	"os"

	"golang.org/x/sys/unix"
)

// Flush makes everything on the file system of a path durable.
func Flush(path string) error {
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	if err := again(func() error { return unix.Syncfs(int(f.Fd())) }); err != nil {
		return &os.PathError{Op: "sync", Path: path, Err: err}
	}
	return nil
}
