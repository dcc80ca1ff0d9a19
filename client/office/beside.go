package office

import (
	"cmp"
	"context"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"aloft/client/office/word"
	"aloft/client/office/word/parts"
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

// Pictures takes the pictures of a document that becomes Markdown, and returns the path of
// each from the text on. A writer that implements it gets them; for others pictures are only
// named.
type Pictures interface {
	Picture(ctx context.Context, name string, open func() (io.ReadCloser, error)) (path string, err error)
}

// besideText gives the pictures of a document to a writer that takes them, each once.
func besideText(ctx context.Context, w io.Writer) func(*word.Picture) (string, error) {
	if h, ok := w.(heeding); ok {
		w = h.w
	}
	to, ok := w.(Pictures)
	if !ok {
		return nil
	}
	known := map[any]string{}
	return func(p *word.Picture) (string, error) {
		key := cmp.Or[any](parts.Entry(p.Data), p)
		if address, ok := known[key]; ok {
			return address, nil
		}
		ext := parts.Ext(p.Name)
		if parts.FormatOf(ext) == "" {
			ext = "bin"
		}
		path, err := to.Picture(ctx, "image"+strconv.Itoa(len(known)+1)+"."+ext, p.Data.Open)
		if err != nil {
			return "", err
		}
		known[key] = relative(path)
		return known[key], nil
	}
}

// relative is the address of a path.
func relative(path string) string {
	path = strings.NewReplacer("%", "%25", "#", "%23", "?", "%3F", " ", "%20").Replace(path)
	if first, _, _ := strings.Cut(path, "/"); strings.Contains(first, ":") { // no scheme
		return "./" + path
	}
	return path
}

// Images opens an image that a Markdown text names, relative to the text.
type Images func(name string) (io.ReadCloser, error)
