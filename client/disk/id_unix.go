//go:build unix

package disk

import (
	"io/fs"
	"syscall"
)

// idOf identifies a file on this machine, while it exists.
func idOf(_ string, info fs.FileInfo) string {
	st, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return ""
	}
	return idFrom(uint64(st.Dev), uint64(st.Ino))
}
