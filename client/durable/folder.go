package durable

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
		f, err := os.Open(path)
		if errors.Is(err, os.ErrNotExist) {
			continue // removed before it could be locked
		}
		if err != nil {
			return nil, err
		}
		held, err := TryLock(f)
		if err != nil || held && Named(f, path) {
			return &Folder{path, f}, nil
		}
		if err := f.Close(); err != nil {
			return nil, err
		}
	}
}

// Drop removes the folder with its content.
func (f *Folder) Drop() error { return errors.Join(os.RemoveAll(f.Path), f.Lock.Close()) }

// SweepFolders removes Scratch folders of killed processes, except those for which
// keep returns true.
func SweepFolders(dir, prefix string, keep func(path string) bool) {
	d, err := os.Open(dir)
	if err != nil {
		return
	}
	names, _ := d.Readdirnames(-1)
	_ = d.Close()
	for _, n := range names {
		if strings.HasPrefix(n, prefix) {
			discardFolder(filepath.Join(dir, n), keep)
		}
	}
}

func discardFolder(path string, keep func(string) bool) {
	st, err := os.Lstat(path)
	if err != nil || !st.IsDir() || st.Mode().Perm() != 0o700 || !Ours(st) {
		return
	}
	f, err := openQuiet(path)
	if err != nil {
		return
	}
	defer f.Close()
	if held, err := TryLock(f); err == nil && held && !keep(path) {
		_ = os.RemoveAll(path)
	}
}
