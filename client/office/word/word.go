package word

import (
	"errors"
	"io"
)

// Limits are what a file may be. Zero fields take the values of DefaultLimits.
type Limits struct {
	Parts    int   // entries of the archive
	Part     int64 // bytes of one XML part, unpacked
	Unpacked int64 // bytes of all XML parts that are read
	Picture  int64 // bytes of one picture, unpacked
	Depth    int   // elements inside one another
	Nodes    int   // elements of one top-level block
	Cells    int   // cells of one table
}

// DefaultLimits are what a large book with pictures needs.
func DefaultLimits() Limits {
	return Limits{Parts: 20_000, Part: 256 << 20, Unpacked: 512 << 20, Picture: 512 << 20, Depth: 300, Nodes: 2_000_000, Cells: 250_000}
}

// ReadDocx reads a Word file. The pictures are not read: they are opened from r
// when somebody opens them, so r must live as long as the document.
func ReadDocx(r io.ReaderAt, size int64, limits Limits) (*Document, Losses, error) {
	return nil, nil, errors.ErrUnsupported
}

// WriteDocx writes a Word file. The same document gives the same bytes.
func WriteDocx(w io.Writer, d *Document) error { return errors.ErrUnsupported }

// MarkdownOptions say how Markdown becomes a document.
type MarkdownOptions struct {
	Title string // a title paragraph in front, "" = none
	// Open opens a picture by its relative path, slashes between the parts; nil,
	// or an error: the picture stays a link.
	Open func(name string) (io.ReadCloser, error)
}

// FromMarkdown reads Markdown (UTF-8).
func FromMarkdown(src []byte, opt MarkdownOptions) (*Document, Losses, error) {
	return nil, nil, errors.ErrUnsupported
}

// Markdown writes the document as Markdown.
func (d *Document) Markdown(w io.Writer) error { return errors.ErrUnsupported }

// MarkdownLosses says what Markdown does not keep of the document.
func (d *Document) MarkdownLosses() Losses { return nil }

// Text writes the document as plain text.
func (d *Document) Text(w io.Writer) error { return errors.ErrUnsupported }
