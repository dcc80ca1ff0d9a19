package parts

import (
	"archive/zip"
	"compress/flate"
	"errors"
	"io"

	"aloft/client/office/word"
	"aloft/model/text"
)

// entryBytes is the average size of a directory entry of an archive, at most.
const entryBytes = 1 << 10

// OpenZip opens an archive of at most that many parts. The library keeps the whole
// directory, which may be as large as the file: it is not read further than so many
// parts need.
func OpenZip(r io.ReaderAt, size int64, parts int) (*zip.Reader, error) {
	d := &directory{ReaderAt: r, left: int64(parts)*entryBytes + 1<<20}
	z, err := zip.NewReader(d, size)
	many := &word.Error{What: "the file is refused: it has more than %d {part|parts}", Args: []any{parts}, Why: word.ErrTooLarge}
	switch {
	case errors.Is(err, errDirectory), err == nil && len(z.File) > parts:
		return nil, many
	case err != nil:
		return nil, &word.Error{What: text.WordDamaged, Args: []any{text.Text("its list of parts cannot be read")},
			Hint: text.WordDamagedHint, Why: word.ErrDamaged, Err: err}
	}
	d.read = true
	return z, nil
}

var errDirectory = errors.New("the directory of the archive has no end")

// directory reads an archive, and only a limited part of it until its directory is
// read.
type directory struct {
	io.ReaderAt
	left int64
	read bool
}

func (d *directory) ReadAt(p []byte, off int64) (int, error) {
	if !d.read {
		if d.left -= int64(len(p)); d.left < 0 {
			return 0, errDirectory
		}
	}
	return d.ReaderAt.ReadAt(p, off)
}

// Fastest compresses the parts of one archive at the fastest level, one after
// another by one compressor, which is large compared with most parts.
func Fastest() zip.Compressor {
	var c *flate.Writer
	return func(w io.Writer) (io.WriteCloser, error) {
		if c != nil {
			c.Reset(w)
			return c, nil
		}
		var err error
		c, err = flate.NewWriter(w, flate.BestSpeed)
		return c, err
	}
}
