package embedded

import (
	"context"
	"errors"
	"io"
	"strings"

	"aloft/client/office"
	"aloft/model"
)

// produce does the work of a task: it checks or converts what came in, or makes
// the file that goes out. far is told of the bytes that have been read. The same
// input gives the same result whoever does it.
func (s *transferService) produce(ctx context.Context, t transfer, far func(int64)) (out product, err error) {
	defer func() {
		if p := recover(); p != nil {
			// The file was made by a stranger, and many readers have to do with it.
			err = refuse(docsInternal, "the conversion broke down")
		}
	}()
	if t.kind == transferExport {
		return s.produceExport(ctx, t, far)
	}
	f, size, err := s.db.openBlob(t.input)
	if err != nil {
		return out, err
	}
	defer f.Close()
	r := &countedReader{r: f, far: far, stop: ctx.Err}
	res, err := office.Inspect(ctx, t.name, r, size)
	out.suffix = office.Suffix(t.name)
	switch {
	case err != nil:
	case out.suffix == "csv":
		out.suffix = "xlsx"
		out.blob, out.notes, err = s.db.makeBlob(ctx, func(w io.Writer) ([]string, error) {
			res, err := office.CSVToXLSX(ctx, io.NewSectionReader(r, 0, size), w)
			return res.Notes, err
		})
	case out.suffix == "txt", out.suffix == "text":
		out.suffix = "docx"
		out.blob, out.notes, err = s.db.makeBlob(ctx, func(w io.Writer) ([]string, error) {
			return office.Convert(ctx, t.name, "docx", r, size, w)
		})
	default:
		out.blob, out.notes = blob{hash: t.input, size: size}, res.Notes
	}
	var refused *office.Error
	if errors.As(err, &refused) {
		return out, refuse(docsBad, "the file cannot be imported: %s", refused.Error())
	}
	return out, err
}

// produceExport gives the bytes of a document: those it was imported with, if
// nobody has edited it, else a file that is made of what it holds.
func (s *transferService) produceExport(ctx context.Context, t transfer, far func(int64)) (product, error) {
	out := product{suffix: t.suffix}
	var err error
	switch {
	case t.version > 0:
		out.blob, err = s.word.writeVersion(ctx, t.page, t.version)
	case t.input != "":
		var made blob
		if made, err = sampleBytes(ctx, s.pages, t.input); err == nil {
			out.hash, out.size = made.hash, made.size
			far(made.size)
		}
	case t.pageKind == kindSmartCanvas:
		var body string
		if err = s.pages.view(ctx, func(l rows) (err error) { body, err = l.prose(t.page); return err }); err != nil {
			return out, err
		}
		out.blob, out.notes, err = s.db.makeBlob(ctx, func(w io.Writer) ([]string, error) {
			res, err := office.ToDocx(ctx, strings.NewReader(body), t.name, nil, w)
			return res.Notes, err
		})
	default:
		out.blob, _, err = s.db.makeBlob(ctx, func(w io.Writer) ([]string, error) {
			return nil, office.Blank(model.Kind(t.pageKind), t.name, w)
		})
	}
	return out, err
}

// countedReader tells how far a file has been read, wherever it is read.
type countedReader struct {
	r    io.ReaderAt
	far  func(int64) // told the end of each piece
	stop func() error
}

func (c *countedReader) ReadAt(p []byte, off int64) (int, error) {
	if err := c.stop(); err != nil {
		return 0, err
	}
	n, err := c.r.ReadAt(p, off)
	c.far(int64(n))
	return n, err
}
