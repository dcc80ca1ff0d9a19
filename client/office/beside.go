package office

import (
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// beside opens the images that lie in the folder of a file on the disk, or below
// it; nothing outside, also not by links. Of other readers there is nothing
// beside. done gives the folder back.
func beside(r io.ReaderAt) (images Images, done func()) {
	f, ok := r.(*os.File)
	if !ok {
		return nil, func() {}
	}
	root, err := os.OpenRoot(filepath.Dir(f.Name()))
	if err != nil {
		return nil, func() {}
	}
	return func(name string) (io.ReadCloser, error) {
		name = filepath.FromSlash(name)
		// A pipe would be waited for, so what it is comes before opening it.
		info, err := root.Stat(name)
		if err != nil {
			return nil, err
		}
		if !info.Mode().IsRegular() {
			return nil, fs.ErrInvalid
		}
		return root.Open(name)
	}, func() { _ = root.Close() }
}
