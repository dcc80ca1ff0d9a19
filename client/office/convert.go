package office

import (
	"bufio"
	"context"
	"io"
	"strings"

	"aloft/model"
	"aloft/model/text"
)

// convert implements ToMarkdown and ToText.
func convert(ctx context.Context, name string, r io.ReaderAt, size int64, w io.Writer, markdown bool) (Result, error) {
	if size <= 0 {
		return Result{}, refuse(Empty, nil, text.OfficeEmpty, name)
	}
	out := bufio.NewWriterSize(w, 32<<10)
	switch suffix := Suffix(name); suffix {
	case "docx":
		return readDocx(ctx, name, r, size, out, markdown, besideText(ctx, w))
	case "xlsx":
		return readSheets(ctx, name, r, size, out, markdown)
	case "pptx":
		return readSlides(ctx, name, r, size, out, markdown)
	case "odt", "ods", "odp":
		return readODF(ctx, name, r, size, out, markdown)
	case "csv", "txt", "text", "md", "markdown":
		if err := isText(name, r, size); err != nil {
			return Result{}, err
		}
		if suffix == "csv" {
			return readCSV(ctx, r, size, out, markdown)
		}
		return readText(name, r, size, out, markdown)
	}
	return Result{}, refuse(Unsupported, nil, text.OfficeNoWay, name, string(text.OfficeIsText))
}

// isText refuses data that is certainly not text.
func isText(name string, r io.ReaderAt, size int64) error {
	head, err := headOf(r, size)
	if err != nil {
		return err
	}
	if i := is(head); i == text.Typed(text.OfficeIsZip) || i == text.OfficeIsOLE {
		return mismatch(name, i)
	}
	return nil
}

// readText writes a text as UTF-8. As Markdown, each line stays a line and nothing in it is markup.
func readText(name string, r io.ReaderAt, size int64, w *bufio.Writer, markdown bool) (Result, error) {
	dec := newTextReader(io.NewSectionReader(r, 0, size))
	if !markdown || Markdown(name) {
		if _, err := io.Copy(w, dec); err != nil {
			return Result{}, err
		}
	} else if err := plainMarkdown(dec, w); err != nil {
		return Result{}, err
	}
	var n notes
	n.guessed(dec.seen)
	return n.result(), w.Flush()
}

func plainMarkdown(r io.Reader, w *bufio.Writer) error {
	in := bufio.NewReaderSize(r, 32<<10)
	for pending := false; ; {
		line, err := in.ReadString('\n')
		if err != nil && err != io.EOF {
			return err
		}
		if line == "" {
			if pending {
				w.WriteByte('\n')
			}
			return nil
		}
		line = strings.TrimSpace(line)
		if pending {
			if line != "" {
				w.WriteByte('\\') // a hard line break
			}
			w.WriteByte('\n')
		}
		w.WriteString(blockStart(escapeMarkdown(line)))
		if pending = line != ""; !pending {
			w.WriteByte('\n')
		}
	}
}

// convertTo implements Convert.
func convertTo(ctx context.Context, name, format string, r io.ReaderAt, size int64, w io.Writer) ([]model.Sentence, error) {
	if size <= 0 {
		return nil, refuse(Empty, nil, text.OfficeEmpty, name)
	}
	from := Suffix(name)
	var res Result
	err := error(refuse(Unsupported, nil, text.OfficeNoWay, name, format))
	switch format = strings.ToLower(strings.TrimPrefix(format, ".")); format {
	case "md", "markdown":
		res, err = ToMarkdown(ctx, name, r, size, w)
	case "txt", "text":
		res, err = ToText(ctx, name, r, size, w)
	case "docx":
		// The file's name becomes the document's title, not a part of its text.
		switch body := io.NewSectionReader(r, 0, size); from {
		case "md", "markdown":
			images, done := beside(r)
			defer done()
			res, err = limited(ctx, name, size, func(ctx context.Context) (Result, error) {
				return markdownToDocx(ctx, streaming{ctx, body}, "", images, heeding{ctx, w})
			})
		case "txt", "text":
			res, err = limited(ctx, name, size, func(ctx context.Context) (Result, error) {
				return textToDocx(ctx, streaming{ctx, body}, heeding{ctx, w})
			})
		}
	case "xlsx":
		if from == "csv" {
			res, err = CSVToXLSX(ctx, io.NewSectionReader(r, 0, size), w)
		}
	}
	return res.Notes, err
}
