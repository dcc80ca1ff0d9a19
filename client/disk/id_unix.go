//go:build unix

package disk

import (
	"io/fs"
	"strconv"
	"syscall"
)

// idOf tells a thing from every other one on this machine, while it exists.
func idOf(info fs.FileInfo) string {
	st, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return ""
	}
	return strconv.FormatUint(uint64(st.Dev), 16) + "-" + strconv.FormatUint(uint64(st.Ino), 16)
}
