package docs

import (
	"context"
	"errors"
	"io"
	"strings"

	"aloft/client/embedded/pages"
	"aloft/client/embedded/store"
	"aloft/client/office"
	"aloft/model"
)

// produce does the work of a task: it checks or converts an import, or makes the file of an export. far receives the
// number of bytes read. The same input gives the same result in any process.
func (s *Transfers) produce(ctx context.Context, t Transfer, far func(int64)) (out product, err error) {
	defer func() {
		if p := recover(); p != nil {
			// The file comes from a stranger, and many parsers read it.
			err = pages.Refuse(pages.Internal, "the conversion failed")
		}
	}()
	if t.Kind == TransferExport {
		return s.produceExport(ctx, t, far)
	}
	f, size, err := s.db.OpenBlob(t.Input)
	if err != nil {
		return out, err
	}
	defer f.Close()
	r := &countedReader{r: f, far: far, stop: ctx.Err}
	res, err := office.Inspect(ctx, t.Name, r, size)
	out.suffix = office.Suffix(t.Name)
	switch {
	case err != nil:
	case out.suffix == "csv":
		out.suffix = "xlsx"
		out.Blob, out.notes, err = s.db.MakeBlob(ctx, func(w io.Writer) ([]string, error) {
			res, err := office.CSVToXLSX(ctx, io.NewSectionReader(r, 0, size), w)
			return model.English(res.Notes), err
		})
	case out.suffix == "txt", out.suffix == "text":
		out.suffix = "docx"
		out.Blob, out.notes, err = s.db.MakeBlob(ctx, func(w io.Writer) ([]string, error) {
			notes, err := office.Convert(ctx, t.Name, "docx", r, size, w)
			return model.English(notes), err
		})
	default:
		out.Blob, out.notes = store.Blob{Hash: t.Input, Size: size}, model.English(res.Notes)
	}
	if refused, ok := errors.AsType[*office.Error](err); ok {
		return out, pages.Refuse(pages.Bad, "the file cannot be imported: %s", refused.Error())
	}
	return out, err
}

// produceExport returns the bytes of a document: the imported ones if it was never edited, otherwise a file made from
// its content.
func (s *Transfers) produceExport(ctx context.Context, t Transfer, far func(int64)) (product, error) {
	out := product{suffix: t.Suffix}
	var err error
	switch {
	case t.Version > 0:
		out.Blob, err = s.word.WriteVersion(ctx, t.Page, t.Version)
	case t.Input != "":
		var made store.Blob
		if made, err = pages.SampleBytes(ctx, s.pages, t.Input); err == nil {
			out.Hash, out.Size = made.Hash, made.Size
			far(made.Size)
		}
	case t.PageKind == pages.KindSmartCanvas:
		var body string
		if err = s.pages.View(ctx, func(l pages.Rows) (err error) { body, err = l.Prose(t.Page); return err }); err != nil {
			return out, err
		}
		out.Blob, out.notes, err = s.db.MakeBlob(ctx, func(w io.Writer) ([]string, error) {
			res, err := office.ToDocx(ctx, strings.NewReader(body), t.Name, nil, w)
			return model.English(res.Notes), err
		})
	default:
		out.Blob, _, err = s.db.MakeBlob(ctx, func(w io.Writer) ([]string, error) {
			return nil, office.Blank(model.Kind(t.PageKind), t.Name, w)
		})
	}
	return out, err
}

// countedReader reports how far a file has been read, at any offset.
type countedReader struct {
	r    io.ReaderAt
	far  func(int64) // called with the end of each piece
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
