//go:build unix

package system

import (
	"errors"
	"io/fs"
	"os"
	"syscall"
)

// reserved is for systems that cannot rename without overwriting. A hard link fails if
// the name exists; where there are none, as for folders, it reserves the name with an
// empty file or folder of its own, which fails too, and then replaces that.
func reserved(from, to string) error {
	info, err := os.Lstat(from)
	if err != nil {
		return err
	}
	if info.Mode().IsRegular() {
		if err = os.Link(from, to); err == nil {
			return os.Remove(from)
		}
		if errors.Is(err, fs.ErrExist) {
			return err
		}
	}
	return replaced(info, from, to)
}

// replaced reserves the name, and replaces what reserves it.
func replaced(info fs.FileInfo, from, to string) error {
	err := error(nil)
	if info.IsDir() {
		err = os.Mkdir(to, 0o700)
	} else {
		var f *os.File
		if f, err = os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600); err == nil {
			err = f.Close()
		}
	}
	if err != nil {
		return err
	}
	// os.Rename would refuse a folder as the new name, our own empty one too.
	if err := syscall.Rename(from, to); err != nil {
		_ = os.Remove(to)
		return &os.LinkError{Op: "rename", Old: from, New: to, Err: err}
	}
	return nil
}
