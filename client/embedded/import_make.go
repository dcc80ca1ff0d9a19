package embedded

import (
	"bytes"
	"context"
	"errors"
	"io"
	"strings"

	"aloft/client/office"
	"aloft/client/office/word"
	"aloft/model"
	"aloft/model/budget"
)

// produce does the work of a task: it checks or converts what came in, or makes
// the file that goes out. far is told of the bytes that have been read. The same
// input gives the same result whoever does it.
func (s *Service) produce(ctx context.Context, t transfer, far func(int64)) (out product, err error) {
	defer func() {
		if p := recover(); p != nil {
			// The file was made by a stranger, and many readers have to do with it.
			err = refuse(docsInternal, "the conversion broke down")
		}
	}()
	if t.kind == transferExport {
		return s.produceExport(ctx, t, far)
	}
	f, size, err := s.openBlob(t.input)
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
		out.blob, out.notes, err = s.convert(ctx, func(w io.Writer) ([]string, error) {
			res, err := office.CSVToXLSX(ctx, io.NewSectionReader(r, 0, size), w)
			return res.Notes, err
		})
	case out.suffix == "txt", out.suffix == "text":
		out.suffix = "docx"
		out.blob, out.notes, err = s.convert(ctx, func(w io.Writer) ([]string, error) {
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

// usual is the budget of a conversion, which ends with the call it is for.
func usual(ctx context.Context) *budget.Budget { return budget.New(budget.Usual(), ctx.Err) }

// heeding writes until the work is to end.
type heeding struct {
	ctx context.Context
	w   io.Writer
}

func (h heeding) Write(p []byte) (int, error) {
	if err := h.ctx.Err(); err != nil {
		return 0, err
	}
	return h.w.Write(p)
}

// convert writes one blob.
func (s *Service) convert(ctx context.Context, write func(io.Writer) ([]string, error)) (blob, []string, error) {
	b, err := s.newBlob()
	if err != nil {
		return blob{}, nil, err
	}
	defer b.drop()
	notes, err := write(heeding{ctx, b})
	if err != nil {
		return blob{}, nil, err
	}
	made, err := b.keep()
	s.step("converted")
	return made, notes, err
}

// produceExport gives the bytes of a document: those it was imported with, if
// nobody has edited it, else a file that is made of what it holds.
func (s *Service) produceExport(ctx context.Context, t transfer, far func(int64)) (product, error) {
	out := product{suffix: t.suffix}
	var err error
	switch {
	case t.version > 0:
		var p wordPage
		if p, err = s.openPage(ctx, func(l *link) (wordPage, error) { return l.wordPage(t.page) }, t.version); err != nil {
			return out, err
		}
		out.blob, _, err = s.convert(ctx, func(w io.Writer) ([]string, error) { return nil, word.WriteDocx(w, p.doc) })
	case t.input != "":
		var made blob
		if made, err = s.bytesOf(ctx, t.input); err == nil {
			out.hash, out.size = made.hash, made.size
			far(made.size)
		}
	case t.pageKind == kindSmartCanvas:
		var body string
		if err = s.db.view(ctx, func(l *link) (err error) { body, err = l.prose(t.page); return err }); err != nil {
			return out, err
		}
		out.blob, out.notes, err = s.convert(ctx, func(w io.Writer) ([]string, error) {
			res, err := office.ToDocx(ctx, strings.NewReader(body), t.name, nil, w)
			return res.Notes, err
		})
	default:
		out.blob, _, err = s.convert(ctx, func(w io.Writer) ([]string, error) {
			return nil, office.Blank(model.Kind(t.pageKind), t.name, w)
		})
	}
	return out, err
}

// bytesOf finds the file of a page's blob. That of a page of the sample is made
// when somebody asks for it first, so that the first start need not wait.
func (s *Service) bytesOf(ctx context.Context, name string) (blob, error) {
	recipe, isSample := strings.CutPrefix(name, sampleBlob)
	if !isSample {
		f, size, err := s.openBlob(name)
		if err != nil {
			return blob{}, err
		}
		return blob{hash: name, size: size}, f.Close()
	}
	var b bytes.Buffer
	if err := writeSample(ctx, recipe, &b); err != nil {
		return blob{}, err
	}
	made, _, err := s.convert(ctx, func(w io.Writer) ([]string, error) {
		_, err := w.Write(b.Bytes())
		return nil, err
	})
	if err != nil {
		return blob{}, err
	}
	return made, s.update(ctx, func(l *link) error {
		if err := s.refer(made.hash); err != nil {
			return err
		}
		return l.do("UPDATE page SET blob = ?, size = ? WHERE blob = ?", made.hash, made.size, name)
	})
}
