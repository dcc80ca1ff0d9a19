package system

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
)

// Folder is a temporary folder of mode 0700, for work that does not outlive the
// process, or the child that inherits Lock.
type Folder struct {
	Path string
	Lock *os.File
}

// Scratch makes a folder in dir; "" is the system's folder for temporary files. The
// caller must call Drop in the end.
func Scratch(dir, prefix string) (*Folder, error) {
	for {
		path, err := os.MkdirTemp(dir, prefix+"*")
		if err != nil {
			return nil, err
		}
		f, err := OpenFolder(path)
		if errors.Is(err, os.ErrNotExist) {
			continue // removed before it could be locked
		}
		if err != nil {
			return nil, err
		}
		held, err := TryLock(f)
		if err != nil || held && Named(f, f.Name()) {
			return &Folder{path, f}, nil
		}
		if err := f.Close(); err != nil {
			return nil, err
		}
	}
}

// Drop removes the folder with its content.
func (f *Folder) Drop() error { return errors.Join(os.RemoveAll(f.Path), leaveFolder(f.Lock)) }

// Nameless makes a file in dir that is gone when it is closed, however the program ends.
func Nameless(dir string) (*os.File, error) {
	f, err := createTemp(dir)
	if err == nil {
		_ = os.Remove(f.Name()) // fails where an open file cannot be removed: Sweep does it then
	}
	return f, err
}

// SweepFolders removes Scratch folders of killed processes, except those for which
// keep returns true.
func SweepFolders(dir, prefix string, keep func(path string) bool) {
	all, _ := os.ReadDir(dir)
	for _, d := range all {
		if strings.HasPrefix(d.Name(), prefix) {
			discardFolder(filepath.Join(dir, d.Name()), keep)
		}
	}
}

func discardFolder(path string, keep func(string) bool) {
	if of, is := guarded(path); is {
		discardLock(path, of)
		return
	}
	st, err := os.Lstat(path)
	if err != nil || !st.IsDir() || !Private(st) || !Ours(st) {
		return
	}
	f, err := OpenFolder(path)
	if err != nil {
		return
	}
	if held, err := TryLock(f); err == nil && held && !keep(path) && os.RemoveAll(path) == nil {
		_ = leaveFolder(f)
		return
	}
	_ = f.Close()
}

// discardLock removes the lock of a folder that was renamed or removed.
func discardLock(path, folder string) {
	if _, err := os.Lstat(folder); !errors.Is(err, os.ErrNotExist) {
		return
	}
	if f, err := Open(path, os.O_RDWR, 0); err == nil {
		if held, err := TryLock(f); err == nil && held {
			_ = os.Remove(path)
		}
		_ = f.Close()
	}
}
