package disk

import (
	"errors"
	"os"
	"path/filepath"

	"golang.org/x/sys/windows"
)

// remove removes a file or an empty folder of an open one. Some file systems, and Wine, do not have the call that Go
// makes for it; they are asked by the path.
func remove(folder *os.Root, name string) error {
	err := folder.Remove(name)
	if errors.Is(err, windows.ERROR_INVALID_FUNCTION) {
		return os.Remove(filepath.Join(folder.Name(), name))
	}
	return err
}

// removeAll removes a folder with all that is in it. A link in it is removed, and not what it leads to.
func removeAll(folder *os.Root, name string) error {
	err := folder.RemoveAll(name)
	if !errors.Is(err, windows.ERROR_INVALID_FUNCTION) {
		return err
	}
	return removeTree(filepath.Join(folder.Name(), name))
}

func removeTree(path string) error {
	info, err := os.Lstat(path)
	if err == nil && info.IsDir() {
		var in []os.DirEntry
		in, err = os.ReadDir(path)
		for _, e := range in {
			err = errors.Join(err, removeTree(filepath.Join(path, e.Name())))
		}
	}
	if err != nil {
		return err
	}
	return os.Remove(path)
}
