package system

import (
	"crypto/rand"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/windows"
)

// Open opens a file of the program's own. It never follows a link, and others may
// rename and remove the file meanwhile, which a file of os.OpenFile would not let them.
// What is written goes where the file was last read or written, so os.O_APPEND says
// nothing: only the holder of the lock appends.
func Open(path string, flags int, _ fs.FileMode) (*os.File, error) {
	name, err := longName(path)
	if err != nil {
		return nil, &os.PathError{Op: "open", Path: path, Err: err}
	}
	access := uint32(windows.GENERIC_READ)
	switch {
	case flags&os.O_RDWR != 0:
		access |= windows.GENERIC_WRITE | windows.DELETE
	case flags&os.O_WRONLY != 0:
		access = windows.GENERIC_WRITE | windows.DELETE
	}
	how := uint32(windows.OPEN_EXISTING)
	switch {
	case flags&os.O_CREATE != 0 && flags&os.O_EXCL != 0:
		how = windows.CREATE_NEW
	case flags&os.O_CREATE != 0:
		how = windows.OPEN_ALWAYS
	}
	const attributes = windows.FILE_ATTRIBUTE_NORMAL | windows.FILE_FLAG_OPEN_REPARSE_POINT
	h, err := windows.CreateFile(name, access, share, nil, how, attributes, 0)
	if err != nil {
		return nil, &os.PathError{Op: "open", Path: path, Err: err}
	}
	f := os.NewFile(uintptr(h), path)
	st, err := f.Stat()
	if err == nil && st.Mode()&(fs.ModeSymlink|fs.ModeIrregular) != 0 {
		err = &os.PathError{Op: "open", Path: path, Err: syscall.ELOOP}
	}
	if err == nil && flags&os.O_TRUNC != 0 {
		err = f.Truncate(0)
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}

// share lets others do with a file what they could if it was not open.
const share = windows.FILE_SHARE_READ | windows.FILE_SHARE_WRITE | windows.FILE_SHARE_DELETE

// longName is a path for the system, one that is long for it too.
func longName(path string) (*uint16, error) {
	full, err := filepath.Abs(path)
	if err != nil {
		return nil, err
	}
	if len(full) >= windows.MAX_PATH && !strings.HasPrefix(full, `\\`) {
		full = `\\?\` + full
	}
	return windows.UTF16PtrFromString(full)
}

// OpenRead opens a file of the program's own for reading, also while another process has it from Open, which os.Open
// could not: it does not let others remove what it reads.
func OpenRead(path string) (*os.File, error) {
	name, err := longName(path)
	if err == nil {
		var h windows.Handle
		if h, err = windows.CreateFile(name, windows.GENERIC_READ, share, nil, windows.OPEN_EXISTING, windows.FILE_ATTRIBUTE_NORMAL, 0); err == nil {
			return os.NewFile(uintptr(h), path), nil
		}
	}
	return nil, &os.PathError{Op: "open", Path: path, Err: err}
}

// lockSuffix ends the name of the file that is locked for a folder. It is beside the
// folder: one with an open file in it could not be renamed.
const lockSuffix = ".lock"

// OpenFolder opens what is locked for a folder: a file beside it, since Windows locks
// no folders.
func OpenFolder(path string) (*os.File, error) {
	return Open(path+lockSuffix, os.O_RDWR|os.O_CREATE, 0o600)
}

// leaveFolder closes what OpenFolder opened; the folder is gone.
func leaveFolder(f *os.File) error { return errors.Join(os.Remove(f.Name()), f.Close()) }

// guarded is the folder that a lock of that name is for.
func guarded(name string) (string, bool) { return strings.CutSuffix(name, lockSuffix) }

func createTemp(dir string) (*os.File, error) {
	return Open(filepath.Join(dir, mark+rand.Text()), os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
}

// A file that another program reads at this moment, a virus scanner for one, cannot be
// replaced: that is tried again for a while.
const (
	renameTime  = time.Second
	renamePause = 5 * time.Millisecond
)

// Rename renames a file, replacing another one.
func Rename(from, to string) error {
	for end := time.Now().Add(renameTime); ; time.Sleep(renamePause) {
		err := os.Rename(from, to)
		if !errors.Is(err, windows.ERROR_ACCESS_DENIED) && !errors.Is(err, windows.ERROR_SHARING_VIOLATION) || time.Now().After(end) {
			return err
		}
	}
}

// Ours: files here have lists of who may use them and no mode. Those of the program are
// in the person's profile, whose list lets in that person and administrators only, and
// new files have the list of their folder.
func Ours(fs.FileInfo) bool { return true }

// Theirs is nobody: who runs as an administrator has the own profile.
func Theirs(string) string { return "" }

// Private is not told by a mode here, see Ours.
func Private(fs.FileInfo) bool { return true }

// syncs: a folder cannot be made durable here; the file system has a journal of names.
const syncs = false
