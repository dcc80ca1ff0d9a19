// Package office converts and checks the formats of office files on this machine:
// those that a document service imports and exports, and Markdown and text.
//
// It reads files of strangers: every conversion has a budget of work, memory and
// time, ends when its context does, and names the limit it reached. It reports what
// is lost.
package office

import (
	"context"
	"io"

	"aloft/client/office/word"
	"aloft/client/office/word/loss"
	"aloft/client/office/word/write"
	"aloft/model"
	"aloft/model/text"
)

// ToDocx converts a Markdown text to a Word document. Images that cannot be opened
// become links and are noted; images may be nil.
func ToDocx(ctx context.Context, r io.Reader, title string, images Images, w io.Writer) (Result, error) {
	return limited(ctx, title, maxMarkdown, func(ctx context.Context) (Result, error) {
		return markdownToDocx(ctx, streaming{ctx, r}, title, images, heeding{ctx, w})
	})
}

// ToMarkdown writes the content of a file as Markdown. The suffix of the name is
// its format: docx, xlsx, pptx, csv, md, txt, text.
func ToMarkdown(ctx context.Context, name string, r io.ReaderAt, size int64, w io.Writer) (Result, error) {
	return limited(ctx, name, size, func(ctx context.Context) (Result, error) {
		return convert(ctx, name, attentive{ctx, r}, size, heeding{ctx, w}, true)
	})
}

// ToText is ToMarkdown with plain text.
func ToText(ctx context.Context, name string, r io.ReaderAt, size int64, w io.Writer) (Result, error) {
	return limited(ctx, name, size, func(ctx context.Context) (Result, error) {
		return convert(ctx, name, attentive{ctx, r}, size, heeding{ctx, w}, false)
	})
}

// CSVToXLSX converts separated values of any size to a workbook. Numbers that can be read back as written become
// numbers; long digit strings, leading zeros, dates and possible formulas stay text.
func CSVToXLSX(ctx context.Context, r io.Reader, w io.Writer) (Result, error) {
	return csvRows(streaming{ctx, r}, newSheetWriter(heeding{ctx, w}, ""))
}

// Inspect reads a file as a service that imports it would, and checks that it is
// complete and of the format of its suffix. The notes are what an import would
// lose.
func Inspect(ctx context.Context, name string, r io.ReaderAt, size int64) (Result, error) {
	return limited(ctx, name, size, func(ctx context.Context) (Result, error) { return inspect(ctx, name, attentive{ctx, r}, size) })
}

// Check reads a Word file or a Markdown text and finds what the embedded service keeps of
// it, element by element. The suffix of the name must be docx, or one of Markdown.
func Check(ctx context.Context, name string, r io.ReaderAt, size int64) ([]loss.Finding, error) {
	var found []loss.Finding
	_, err := limited(ctx, name, size, func(ctx context.Context) (_ Result, err error) {
		if !Markdown(name) {
			found, err = checkDocx(ctx, name, attentive{ctx, r}, size)
			return Result{}, err
		}
		images, done := beside(r)
		defer done()
		found, err = checkMarkdown(ctx, name, streaming{ctx, io.NewSectionReader(r, 0, size)}, images)
		return Result{}, err
	})
	return found, err
}

// Blank writes the smallest valid file for a new document: docx, xlsx or pptx.
func Blank(kind model.Kind, title string, w io.Writer) error {
	switch kind {
	case model.KindDoc:
		return write.Docx(w, word.New(title))
	case model.KindSheet:
		return newSheetWriter(w, title).close()
	case model.KindSlide:
		return WriteSlides(w, title, []Slide{{Title: title}})
	}
	return refuse(Unsupported, nil, "an empty %s cannot be made", string(kind))
}

// Convert converts a file to another format; the format is a suffix. It supports
// md, markdown, txt or text → docx, csv → xlsx, and docx, xlsx, pptx, csv → md or
// txt. When r is a file on the disk, the images of a Markdown text are taken from
// its folder and the folders below; a w that implements Pictures gets those of a document.
//
// A file on which a reader panics is a broken file: it must not end the program,
// nor every resume of its job.
func Convert(ctx context.Context, name, format string, r io.ReaderAt, size int64, w io.Writer) (notes []model.Sentence, err error) {
	defer func() {
		if recover() != nil {
			notes, err = nil, refuse(Broken, nil, text.OfficeBroken, name, string(text.Text("its parts contradict each other"))).hint(text.OfficeBrokenHint)
		}
	}()
	return convertTo(ctx, name, format, r, size, w)
}
