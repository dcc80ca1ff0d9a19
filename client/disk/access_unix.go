//go:build unix

package disk

import "golang.org/x/sys/unix"

// mayWrite: why this user may not write to the file, or nil.
func mayWrite(file string) error {
	return unix.Faccessat(unix.AT_FDCWD, file, unix.W_OK, unix.AT_EACCESS)
}

// mayRemove: this user may remove entries from the folder.
func mayRemove(folder string) bool {
	return unix.Faccessat(unix.AT_FDCWD, folder, unix.W_OK|unix.X_OK, unix.AT_EACCESS) == nil
}
