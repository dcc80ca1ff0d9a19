//go:build unix

package secret

import (
	"io/fs"
	"os"
	"syscall"
)

// ours reports whether the file belongs to the user who runs the program.
func ours(st fs.FileInfo) bool {
	sys, ok := st.Sys().(*syscall.Stat_t)
	return ok && int(sys.Uid) == os.Geteuid()
}

// lock waits for the file's lock; the descriptor's end gives it back.
func lock(f *os.File) error {
	for {
		err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX)
		if err != syscall.EINTR {
			return err
		}
	}
}
