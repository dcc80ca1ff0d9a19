package office

import (
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// beside opens images in or below the folder of a file on the disk, and nothing outside, not even through links.
// Other readers have no images. done closes the folder.
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
		// Opening a pipe would block, so its type is checked first.
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

// Images opens an image that a Markdown text names, relative to the text.
type Images func(name string) (io.ReadCloser, error)
