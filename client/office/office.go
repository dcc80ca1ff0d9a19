// Package office converts and checks the formats of office files on this
// machine: what a document service takes and gives, and Markdown and text.
//
// It reads what others wrote: every conversion has a budget of work, memory and
// time, ends when its context does, and says which limit it met. What it cannot
// keep is named.
package office

import (
	"context"
	"io"

	"aloft/model"
	"aloft/model/text"
)

// Result is what a conversion or an inspection has to tell.
type Result struct {
	Notes []string // what was not kept, one plain sentence each
}

// Images opens an image that a Markdown text names, relative to the text.
type Images func(name string) (io.ReadCloser, error)

// ToDocx makes a Word document of a Markdown text. Images that cannot be opened
// stay as their address and are noted; images may be nil.
func ToDocx(ctx context.Context, r io.Reader, title string, images Images, w io.Writer) (Result, error) {
	return limited(ctx, title, maxMarkdown, func(ctx context.Context) (Result, error) {
		return markdownToDocx(ctx, streaming{ctx, r}, title, images, heeding{ctx, w})
	})
}

// ToMarkdown writes as Markdown what a file says. The suffix of the name tells
// its format: docx, xlsx, pptx, csv, md, txt, text.
func ToMarkdown(ctx context.Context, name string, r io.ReaderAt, size int64, w io.Writer) (Result, error) {
	return limited(ctx, name, size, func(ctx context.Context) (Result, error) {
		return convert(ctx, name, attentive{ctx, r}, size, heeding{ctx, w}, true)
	})
}

// ToText writes as plain text what a file says, as ToMarkdown does.
func ToText(ctx context.Context, name string, r io.ReaderAt, size int64, w io.Writer) (Result, error) {
	return limited(ctx, name, size, func(ctx context.Context) (Result, error) {
		return convert(ctx, name, attentive{ctx, r}, size, heeding{ctx, w}, false)
	})
}

// CSVToXLSX makes a workbook of a text of separated values, of any size. Numbers
// that come back as they were written become numbers; long digit strings,
// leading zeros, dates and what looks like a formula stay text.
func CSVToXLSX(ctx context.Context, r io.Reader, w io.Writer) (Result, error) {
	return csvToXLSX(ctx, r, w)
}

// Inspect opens a file as a service that imports it would: is it whole, and is
// it what its suffix says? The notes tell what an import cannot keep.
func Inspect(ctx context.Context, name string, r io.ReaderAt, size int64) (Result, error) {
	return limited(ctx, name, size, func(ctx context.Context) (Result, error) { return inspect(ctx, name, attentive{ctx, r}, size) })
}

// Blank writes the smallest valid file for a new document: docx, xlsx or pptx.
func Blank(kind model.Kind, title string, w io.Writer) error {
	return blank(kind, title, w)
}

// Convert makes a file of another format out of a file; the format is a suffix.
// It does md, markdown, txt or text → docx, csv → xlsx, and docx, xlsx, pptx,
// csv → md or txt. When r is a file of the disk, the images of a Markdown text
// are taken from its folder and the folders below.
//
// A file that a reader breaks on is a broken file: it must not end the program,
// and the job that is resumed with it.
func Convert(ctx context.Context, name, format string, r io.ReaderAt, size int64, w io.Writer) (notes []string, err error) {
	defer func() {
		if recover() != nil {
			notes, err = nil, refuse(Broken, nil, text.OfficeBroken, name, string(text.Text("its parts contradict each other"))).hint(text.OfficeBrokenHint)
		}
	}()
	return convertTo(ctx, name, format, r, size, w)
}
