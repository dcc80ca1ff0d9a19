package office

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"io"
	"slices"
	"strings"

	"aloft/client/office/word"
	"aloft/client/office/word/loss"
	"aloft/client/office/word/md"
	"aloft/client/office/word/read"
	"aloft/client/office/word/write"
	"aloft/model/text"
)

// readAll reads a whole text into memory, as UTF-8.
func readAll(ctx context.Context, r io.Reader) ([]byte, *textReader, error) {
	dec := newTextReader(r)
	if dec.binary() {
		return nil, nil, refuse(Mismatch, nil, text.OfficeNoText)
	}
	data, err := io.ReadAll(io.LimitReader(dec, maxMarkdown+1))
	if err == nil {
		err = gone(ctx)
	}
	if err != nil {
		return nil, nil, err
	}
	if len(data) > maxMarkdown {
		return nil, nil, refuse(TooLarge, nil, "the text is longer than %d MB, the most that a document can hold", maxMarkdown>>20)
	}
	return data, dec, nil
}

func markdownToDocx(ctx context.Context, r io.Reader, title string, images Images, w io.Writer) (Result, error) {
	data, dec, err := readAll(ctx, r)
	if err != nil {
		return Result{}, err
	}
	doc, losses, err := md.Read(data, md.Options{Title: title, Open: images, Budget: usual(ctx)})
	if err != nil {
		return Result{}, ofWord(title, err)
	}
	return writeDocx(doc, losses, dec, w)
}

func writeDocx(doc *word.Document, losses loss.List, dec *textReader, w io.Writer) (Result, error) {
	if err := write.Docx(w, doc); err != nil {
		return Result{}, err
	}
	n := notes{list: losses.Sentences()}
	n.guessed(dec.seen)
	return n.result(), nil
}

func textToDocx(ctx context.Context, r io.Reader, w io.Writer) (Result, error) {
	data, dec, err := readAll(ctx, r)
	if err != nil {
		return Result{}, err
	}
	b := usual(ctx)
	var blocks []word.Block
	body := strings.ReplaceAll(strings.ReplaceAll(string(data), "\r\n", "\n"), "\r", "\n")
	for line := range strings.Lines(body) {
		if err := b.Hold(word.SizeLine + len(line)); err != nil {
			return Result{}, err
		}
		blocks = append(blocks, word.NewParagraph(word.Format{}, word.Text(strings.TrimSuffix(line, "\n"))))
	}
	return writeDocx(word.NewDocument(0, blocks, nil), nil, dec, w)
}

// openDocx reads a Word file into the document model.
func openDocx(ctx context.Context, name string, r io.ReaderAt, size int64) (*word.Document, loss.List, error) {
	if _, err := open(ctx, name, "docx", r, size); err != nil {
		return nil, nil, err
	}
	if err := gone(ctx); err != nil {
		return nil, nil, err
	}
	doc, losses, err := read.Docx(r, size, word.Limits{Budget: usual(ctx)})
	return doc, losses, ofWord(name, err)
}

// ofWord gives an error of the Word reader its class and the file's name.
func ofWord(name string, err error) error {
	var e *word.Error
	if !errors.As(err, &e) {
		return err
	}
	why := Broken
	switch {
	case errors.Is(err, word.ErrEncrypted):
		why = Encrypted
	case errors.Is(err, word.ErrTooLarge):
		why = TooLarge
	case errors.Is(err, word.ErrNotWord), errors.Is(err, word.ErrNotUTF8):
		why = Mismatch
	}
	return refuse(why, err, text.OfficeOfFile, name, e.Error())
}

func readDocx(ctx context.Context, name string, r io.ReaderAt, size int64, w *bufio.Writer, markdown bool, pictures func(*word.Picture) (string, error)) (Result, error) {
	doc, losses, err := openDocx(ctx, name, r, size)
	if err != nil {
		return Result{}, err
	}
	said := losses.Content().Sentences()
	if markdown {
		var lost loss.List
		lost, err = md.Write(w, doc, md.Output{Budget: usual(ctx), Picture: pictures})
		said = append(losses.Content().Without(loss.Note).Sentences(), lost.Sentences()...)
	} else {
		err = doc.Text(w)
	}
	if err != nil {
		return Result{}, err
	}
	return Result{Notes: said}, w.Flush()
}

// inspectDocx reads a whole Word file and reports what edits would lose.
func inspectDocx(ctx context.Context, name string, r io.ReaderAt, size int64) (Result, error) {
	_, losses, err := openDocx(ctx, name, r, size)
	return Result{Notes: losses.Edited().Sentences()}, err
}

// checkDocx finds what an import keeps of a Word file.
func checkDocx(ctx context.Context, name string, r io.ReaderAt, size int64) ([]loss.Finding, error) {
	if Suffix(name) != "docx" {
		return nil, refuse(Unsupported, nil, "%q is neither a Word file nor Markdown: its suffix is not docx or md", name)
	}
	if _, err := open(ctx, name, "docx", r, size); err != nil {
		return nil, err
	}
	found, err := read.Check(r, size, word.Limits{Budget: usual(ctx)})
	return found, ofWord(name, err)
}

// checkMarkdown finds what an import keeps of a Markdown text: what the Word file has that it
// becomes, and what is lost on the way.
func checkMarkdown(ctx context.Context, name string, r io.Reader, images Images) ([]loss.Finding, error) {
	data, _, err := readAll(ctx, r)
	if err != nil {
		return nil, err
	}
	doc, lost, err := md.Read(data, md.Options{Open: images, Budget: usual(ctx)})
	if err != nil {
		return nil, ofWord(name, err)
	}
	var b bytes.Buffer
	if err := write.Docx(&b, doc); err != nil {
		return nil, err
	}
	found, err := read.Check(bytes.NewReader(b.Bytes()), int64(b.Len()), word.Limits{Budget: usual(ctx)})
	found = slices.DeleteFunc(found, func(f loss.Finding) bool { return f.Outcome != loss.Kept })
	return append(lost.Findings(), found...), ofWord(name, err)
}
