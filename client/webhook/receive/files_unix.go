//go:build unix

package receive

import (
	"io/fs"
	"os"
	"syscall"
)

// openFiles is how many files the program may have open.
func openFiles() uint64 {
	var l syscall.Rlimit
	if syscall.Getrlimit(syscall.RLIMIT_NOFILE, &l) != nil {
		return 2 * mostConns
	}
	return uint64(l.Cur)
}

// ours reports whether the file belongs to the user who runs the program.
func ours(st fs.FileInfo) bool {
	sys, ok := st.Sys().(*syscall.Stat_t)
	return ok && int(sys.Uid) == os.Geteuid()
}
