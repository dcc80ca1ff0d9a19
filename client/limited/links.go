package limited

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// behind is what a path of this machine leads to behind all links. Of what does not exist yet
// it is that of the nearest folder above it that does.
func behind(path string) (string, error) {
	real, err := filepath.EvalSymlinks(path)
	for errors.Is(err, fs.ErrNotExist) && filepath.Dir(path) != path {
		if _, there := os.Lstat(path); there == nil {
			return "", err // a link to nothing, which may come
		}
		path = filepath.Dir(path)
		real, err = filepath.EvalSymlinks(path)
	}
	return real, err
}

// paths are what folders lead to, within one look at many entries; nil keeps nothing.
type paths map[string]string

// behind is the function of that name, which resolves the folder of a path once.
func (c paths) behind(path string) (string, error) {
	folder := filepath.Dir(path)
	if c == nil || folder == path {
		return behind(path)
	}
	if real, ok := c[path]; ok {
		return real, nil
	}
	real, ok := c[folder]
	if !ok {
		var err error
		if real, err = behind(folder); err != nil {
			return "", err
		}
		c[folder] = real
	}
	real = filepath.Join(real, filepath.Base(path))
	switch at, err := os.Lstat(real); {
	case err != nil:
	case at.IsDir():
		c[path] = real
		return real, nil
	case at.Mode().IsRegular():
		return real, nil
	}
	return behind(path)
}

// top is what one of a person's places leads to, which must be there.
func (c paths) top(path string) (string, error) {
	key := path + "\x00"
	if real, ok := c[key]; ok {
		return real, nil
	}
	real, err := filepath.EvalSymlinks(path)
	if err == nil && c != nil {
		c[key] = real
	}
	return real, err
}

// within reports whether a path is another one, or beneath it.
func within(path, top string) bool {
	rel, err := filepath.Rel(top, path)
	return err == nil && filepath.IsLocal(rel)
}
