package noclobber

import (
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/sys/windows"
)

// Rename renames if the new name is free.
func Rename(from, to string) error {
	a, err := wide(from)
	if err != nil {
		return &os.LinkError{Op: "rename", Old: from, New: to, Err: err}
	}
	b, err := wide(to)
	if err == nil {
		err = windows.MoveFileEx(a, b, windows.MOVEFILE_WRITE_THROUGH)
	}
	if err != nil {
		return &os.LinkError{Op: "rename", Old: from, New: to, Err: err}
	}
	return nil
}

// wide is a path for the system, long ones too.
func wide(path string) (*uint16, error) {
	full, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	if len(full) >= windows.MAX_PATH && !strings.HasPrefix(full, `\\`) {
		full = `\\?\` + full
	}
	return windows.UTF16PtrFromString(full)
}
