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

// within reports whether a path is another one, or beneath it.
func within(path, top string) bool {
	rel, err := filepath.Rel(top, path)
	return err == nil && filepath.IsLocal(rel)
}
