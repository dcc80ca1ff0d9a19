//go:build unix

package trash

import (
	"io/fs"
	"os"
	"time"

	"golang.org/x/sys/unix"

	"aloft/client/system"
)

func deviceOf(path string) (uint64, error) {
	var st unix.Stat_t
	if err := unix.Stat(path, &st); err != nil {
		return 0, &fs.PathError{Op: "stat", Path: path, Err: err}
	}
	return uint64(st.Dev), nil
}

// writable: this user may put entries into the folder.
func writable(dir string) error {
	if err := unix.Faccessat(unix.AT_FDCWD, dir, unix.W_OK|unix.X_OK, unix.AT_EACCESS); err != nil {
		return &fs.PathError{Op: "access", Path: dir, Err: err}
	}
	return nil
}

// owned: it belongs to the user.
func owned(info fs.FileInfo) bool { return system.Ours(info) }

// movedAt is when an entry was renamed last.
func movedAt(path string) time.Time {
	var st unix.Stat_t
	if err := unix.Lstat(path, &st); err != nil {
		return time.Time{}
	}
	return time.Unix(st.Ctim.Unix())
}

// openInfo opens a description, which is no link and no pipe.
func openInfo(path string) (*os.File, error) {
	return os.OpenFile(path, os.O_RDONLY|unix.O_NOFOLLOW|unix.O_NONBLOCK, 0)
}
