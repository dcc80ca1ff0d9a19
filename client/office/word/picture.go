package word

import (
	"bytes"
	"io"
)

// Bytes are the bytes of a picture: in a part of the file that was read, in a
// store, on the disk. They are opened only when they are needed.
type Bytes interface {
	Open() (io.ReadCloser, error)
	Size() int64
}

// Picture is an image: bytes, or a URL where nothing is embedded.
type Picture struct {
	Data          Bytes
	URL           string // of a picture that is only linked
	Name          string // file name; its extension is the format
	Alt           string // alternative text
	Width, Height int    // in pixels at 96 to the inch, 0 = not known
}

// Held are bytes in memory.
type Held []byte

// Open returns a reader of them.
func (h Held) Open() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(h)), nil }

// Size is their number.
func (h Held) Size() int64 { return int64(len(h)) }
