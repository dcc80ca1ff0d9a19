//go:build darwin || freebsd

package trash

import "golang.org/x/sys/unix"

// mounts are the tops of all file systems.
func mounts() []string {
	n, err := unix.Getfsstat(nil, unix.MNT_NOWAIT)
	if err != nil {
		return []string{"/"}
	}
	buf := make([]unix.Statfs_t, n+8) // some may have come since
	if n, err = unix.Getfsstat(buf, unix.MNT_NOWAIT); err != nil {
		return []string{"/"}
	}
	var all []string
	for i := range buf[:n] {
		all = append(all, unix.ByteSliceToString(buf[i].Mntonname[:]))
	}
	return all
}
