package disk

import (
	"os"
	"syscall"
)

// renameReserved is for systems that cannot rename without overwriting: it reserves
// the name with an empty file or folder of its own, which fails if the name exists,
// and then replaces that.
func renameReserved(from, to string) error {
	info, err := os.Lstat(from)
	if err != nil {
		return err
	}
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
