// Package system talks to the operating system where systems differ: the lock of a file, and who holds it; a file that
// is replaced as a whole, so that readers see the old one or the new one; a log of lines that are appended, and a
// follower of what another process appends; names that are free; what errors mean; processes and their children.
//
// A writer holds a lock on the new file until it is renamed. The system releases
// the lock when the process dies: a leftover is a file that nobody has locked,
// however young it is.
package system

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// mark is the prefix of all unfinished files.
const mark = ".aloft-new-"

// leftoverAge is the age at which a leftover is removed where the file system has no
// locks.
const leftoverAge = time.Hour

// File is a new file, of mode 0600, in the folder of the file that it will become.
type File struct {
	*os.File
	over bool
}

// Create creates a file in a folder. The caller must call Drop in the end.
func Create(dir string) (*File, error) {
	for {
		f, err := createTemp(dir)
		if err != nil {
			return nil, err
		}
		// Before it was locked, another process may have swept it away.
		held, err := TryLock(f)
		if err != nil || held && Named(f, f.Name()) {
			return &File{File: f}, nil
		}
		if err := f.Close(); err != nil {
			return nil, err
		}
	}
}

// Commit renames the file to the path, replacing another one, and closes it.
func (f *File) Commit(path string) error { return f.commit(path, Rename) }

func (f *File) commit(path string, rename func(from, to string) error) error {
	if err := rename(f.Name(), path); err != nil {
		return errors.Join(err, f.Drop())
	}
	f.over = true
	return f.Close()
}

// Drop removes the file, unless it was committed.
func (f *File) Drop() error {
	if f.over {
		return nil
	}
	f.over = true
	return errors.Join(os.Remove(f.Name()), f.Close())
}

// Replace writes a file of mode 0600. sync: it is on the disk before it is renamed,
// so that a loss of power leaves the old one or the new one.
func Replace(path string, data []byte, sync bool) error {
	return ReplaceMode(path, data, 0o600, sync)
}

// ReplaceMode is Replace with the mode of the new file.
func ReplaceMode(path string, data []byte, mode fs.FileMode, sync bool) error {
	f, err := written(path, data, mode, sync)
	if err != nil {
		return err
	}
	return f.Commit(path)
}

// WriteNew is Replace for a path that does not exist: otherwise it fails with
// fs.ErrExist.
func WriteNew(path string, data []byte, sync bool) error {
	f, err := written(path, data, 0o600, sync)
	if err != nil {
		return err
	}
	return f.commit(path, RenameNew)
}

// written returns a new file with the data, in the folder of the path.
func written(path string, data []byte, mode fs.FileMode, sync bool) (*File, error) {
	f, err := Create(filepath.Dir(path))
	if err != nil {
		return nil, err
	}
	_, err = f.Write(data)
	if err == nil && mode != 0o600 {
		err = f.Chmod(mode)
	}
	if err == nil && sync {
		err = f.Sync()
	}
	if err != nil {
		return nil, errors.Join(err, f.Drop())
	}
	return f, nil
}

// ReadFile reads a file of the program's own, also while another process writes or replaces it.
func ReadFile(path string) ([]byte, error) {
	f, err := OpenRead(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(f)
}

// SyncDir makes the entries of a folder durable. Some file systems cannot sync a
// folder; a name is then as durable as they make it.
func SyncDir(dir string) error {
	if !syncs {
		return nil
	}
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer d.Close()
	if err := d.Sync(); err != nil && !errors.Is(err, fs.ErrInvalid) && !errors.Is(err, errors.ErrUnsupported) {
		return err
	}
	return nil
}

// Sweep removes the leftovers of killed writers from a folder, and returns their
// names. also are patterns of names that earlier versions used, for folders that
// nobody else writes to.
func Sweep(dir string, also ...string) (removed []string) {
	all, _ := os.ReadDir(dir)
	for _, d := range all {
		left := func(pattern string) bool { ok, err := filepath.Match(pattern, d.Name()); return ok && err == nil }
		if !slices.ContainsFunc(append(also, mark+"*"), left) {
			continue
		}
		if path := filepath.Join(dir, d.Name()); discard(path) {
			removed = append(removed, path)
		}
	}
	return removed
}

// discard removes a file that no process writes. It holds the lock meanwhile: a
// process that has just created the file then sees that it was removed.
func discard(path string) bool {
	st, err := os.Lstat(path)
	if err != nil || !st.Mode().IsRegular() {
		return false
	}
	f, err := Open(path, os.O_RDONLY, 0)
	if err != nil {
		return false
	}
	defer f.Close()
	held, err := TryLock(f)
	if err != nil {
		held = time.Since(st.ModTime()) > leftoverAge
	}
	return held && os.Remove(path) == nil
}
