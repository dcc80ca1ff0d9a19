package client

import (
	"context"
	"image"
	"io"

	"aloft/model"
	"aloft/model/text"
)

// PreviewBytes is how many bytes of a file a preview reads at most, and how many it
// takes from the command that colours it.
const PreviewBytes = 256 << 10

// Peeker is a source that can read little of a file, for a preview.
type Peeker interface {
	// Peek opens a file; a link is followed. What is no regular file is never opened:
	// opening a pipe or a device may wait, or do something. seen is the entry as it was
	// listed, or zero. Entry has the file's size and time. The body is read while ctx
	// lasts; reading one that is not on this machine may cost a request each time.
	Peek(ctx context.Context, p model.Place, seen model.Entry) (PeekBody, model.Entry, error)
}

// PeekBody is the content of a file that is open for a preview.
type PeekBody interface {
	io.ReaderAt
	io.Closer
}

// Previewer says what is in files.
type Previewer interface {
	// Refusal says why an entry has no preview, or nil. It does not block.
	Refusal(at model.Place, e *model.Entry) error
	// Preview reads at most PreviewBytes of the file. It ends with ctx, even if the
	// disk does not answer. seen is the file as it was listed: one on another machine
	// that was read with the same id, size and time is not read again, unless anew.
	Preview(ctx context.Context, at model.Place, seen model.Entry, anew bool) (FilePreview, error)
	// Coloured are the lines of the preview's text with the colours that the person's
	// command gives them: SGR sequences, and no other control characters. nil = there
	// is no such command.
	Coloured(ctx context.Context, at model.Place, p *FilePreview) ([]string, error)
}

// FileForm is what a preview of a file consists of.
type FileForm int

const (
	FormFacts    FileForm = iota // Type, and what else is known
	FormText                     // Text
	FormMarkdown                 // Text, as Markdown
	FormTable                    // Rows
	FormList                     // Items
)

// FilePreview is what is in a file. All of its strings are foreign and raw.
type FilePreview struct {
	Entry model.Entry // size and time when it was read
	Form  FileForm
	Type  text.Text // what its bytes say that it is: "PNG image"
	Text  string    // valid UTF-8; a FormText keeps its escape sequences, for the colours among them
	Rows  [][]string
	Items []PreviewItem
	Count int // of all items in the archive, or model.Unknown

	Width, Height int       // of an image in pixels; 0 = unknown
	Cut           bool      // there is more than it shows
	Note          text.Text // what else a person should know, "" = nothing
}

// PreviewItem is an entry of an archive.
type PreviewItem struct {
	Name   string
	Size   int64 // bytes, or model.Unknown
	Folder bool
}

// Picturer is a Previewer that also gives the pixels of pictures.
type Picturer interface {
	// Picture decodes a picture and scales it down to at most that many pixels. KindUnsupported: its format cannot be
	// decoded, or it is too large for that.
	Picture(ctx context.Context, p model.Place, seen model.Entry, w, h int) (image.Image, error)
}
