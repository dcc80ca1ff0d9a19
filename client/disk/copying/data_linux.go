package copying

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// cloned makes a file that shares its bytes with the source: here clone does.
func cloned(*os.File, string) (*os.File, error) { return nil, errors.ErrUnsupported }

// clone lets the file share the bytes of the source. never: no two files of these file
// systems can.
func clone(src, dst *os.File) (ok, never bool) {
	err := again(func() error { return unix.IoctlFileClone(int(dst.Fd()), int(src.Fd())) })
	never = errors.Is(err, unix.EOPNOTSUPP) || errors.Is(err, unix.ENOTTY) || errors.Is(err, unix.EXDEV) || errors.Is(err, unix.ENOSYS)
	return err == nil, never
}

// copyRange copies bytes without bringing them here; errors.ErrUnsupported when it never can.
func copyRange(src, dst *os.File, at, n int64) (done int64, err error) {
	from, to := at, at
	err = again(func() error {
		m, err := unix.CopyFileRange(int(src.Fd()), &from, int(dst.Fd()), &to, int(n), 0)
		done = int64(m)
		return err
	})
	if errors.Is(err, unix.EXDEV) || errors.Is(err, unix.ENOSYS) || errors.Is(err, unix.EOPNOTSUPP) || errors.Is(err, unix.EINVAL) {
		err = errors.ErrUnsupported
	}
	return done, err
}
