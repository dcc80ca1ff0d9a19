//go:build unix

package disk

import (
	"io/fs"
	"strconv"
	"syscall"
)

// idOf identifies a file on this machine, while it exists.
func idOf(info fs.FileInfo) string {
	st, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return ""
	}
	return idFrom(uint64(st.Dev), uint64(st.Ino))
}

func idFrom(dev, inode uint64) string {
	var b [33]byte
	return string(strconv.AppendUint(append(strconv.AppendUint(b[:0], dev, 16), '-'), inode, 16))
}
