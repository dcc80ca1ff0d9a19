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
