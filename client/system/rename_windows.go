package system

import (
	"os"

	"golang.org/x/sys/windows"
)

// RenameNew renames if the new name is free.
func RenameNew(from, to string) error {
	a, err := longName(from)
	if err != nil {
		return &os.LinkError{Op: "rename", Old: from, New: to, Err: err}
	}
	b, err := longName(to)
	if err == nil {
		err = windows.MoveFileEx(a, b, windows.MOVEFILE_WRITE_THROUGH)
	}
	if err != nil {
		return &os.LinkError{Op: "rename", Old: from, New: to, Err: err}
	}
	return nil
}
