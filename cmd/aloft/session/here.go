package session

import (
	"io/fs"
	"os"
	"path/filepath"

	"aloft/client"
	"aloft/cmd/aloft/console"
	"aloft/model"
)

// Here is the folder of this process. It fails where the path of that folder is not known:
// the folder was removed, or another one is at its path now.
func Here() (string, error) {
	path, err := os.Getwd()
	var at, here os.FileInfo
	if err == nil {
		at, err = os.Stat(path)
	}
	if err == nil {
		here, err = os.Stat(".")
	}
	if err == nil && !os.SameFile(at, here) {
		err = fs.ErrNotExist // another folder is there now
	}
	if err != nil {
		e := client.Errorf(client.KindLocal, "folder", model.Place{}, "the path of the current folder is not known: %s", console.Cause(err))
		e.Hint, e.Err = "cd to a folder that exists", err
		return "", e
	}
	return path, nil
}

// Abs is a path of this computer from its root; a relative one begins Here.
func Abs(path string) (string, error) {
	if filepath.IsAbs(path) {
		return filepath.Clean(path), nil
	}
	here, err := Here()
	return filepath.Join(here, path), err
}
