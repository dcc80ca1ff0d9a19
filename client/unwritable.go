package client

import (
	"errors"
	"io/fs"
	"syscall"
)

// The variables that set the program's folders.
const (
	ConfigHome = "ALOFT_CONFIG_HOME"
	DataHome   = "ALOFT_DATA_HOME"
	StateHome  = "ALOFT_STATE_HOME"
	CacheHome  = "ALOFT_CACHE_HOME"
)

// Full: the disk, or the person's quota, has no space left.
func Full(err error) bool {
	return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT)
}

// Unwritable: a folder or a file in it cannot be written by anybody here: for lack
// of permission, on a read-only file system, or because it is full.
func Unwritable(err error) bool {
	return errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EROFS) || Full(err)
}

// InFolder adds to an error about one of the program's folders the hint that helps:
// its variable, and for a full disk nothing about permissions.
func (e *Error) InFolder(variable string) *Error {
	e.Hint, e.HintArgs = "check its owner and permissions, or set %s to a folder of your own that can be written", []any{variable}
	if Full(e.Err) {
		e.Hint = "free some space, or set %s to a folder on another disk"
	}
	return e
}
