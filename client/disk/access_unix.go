//go:build unix

package disk

import "golang.org/x/sys/unix"

// mayRemove: this user may remove entries from the folder.
func mayRemove(folder string) bool {
	return unix.Faccessat(unix.AT_FDCWD, folder, unix.W_OK|unix.X_OK, unix.AT_EACCESS) == nil
}
