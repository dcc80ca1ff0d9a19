package office

import (
	"bytes"
	"context"
	"io"
	"slices"
	"strings"

	"aloft/model/text"
)

// inspect implements Inspect.
func inspect(ctx context.Context, name string, r io.ReaderAt, size int64) (Result, error) {
	if err := gone(ctx); err != nil {
		return Result{}, err
	}
	suffix := Suffix(name)
	if !Accepts(name) && !Markdown(name) {
		return Result{}, refuse(Unsupported, nil, "%q has a suffix that the document service does not accept", name).hint("accepted: %s", strings.Join(Suffixes(), ", "))
	}
	if size <= 0 {
		return Result{}, refuse(Empty, nil, text.OfficeEmpty, name)
	}
	head, err := headOf(r, size)
	if err != nil {
		return Result{}, err
	}
	switch suffix {
	case "docx", "xlsx", "pptx", "xmind":
		return inspectArchive(ctx, name, suffix, r, size)
	case "doc", "xls", "ppt":
		return Result{}, inspectOLE(ctx, name, suffix, head, r, size)
	case "pdf":
		return Result{}, inspectPDF(name, head, r, size)
	}
	return inspectText(name, head, r, size)
}

func inspectArchive(ctx context.Context, name, suffix string, r io.ReaderAt, size int64) (Result, error) {
	a, err := open(ctx, name, suffix, r, size)
	if err != nil {
		return Result{}, err
	}
	switch suffix {
	case "docx":
		return inspectDocx(ctx, name, r, size)
	case "pptx", "xlsx":
		// The bytes are not changed; only the part that refers to all others is
		// read.
		if _, err := a.tree(a.main); err != nil {
			return Result{}, err
		}
	case "xmind":
		for _, part := range []string{"content.json", "content.xml"} {
			if data, ok, err := a.part(part); err != nil {
				return Result{}, err
			} else if ok && len(data) > 0 {
				return Result{}, nil
			}
		}
		return Result{}, refuse(Broken, nil, text.OfficeBroken, name, string(text.OfficeNoMain)).hint(text.OfficeBrokenHint)
	}
	return Result{}, nil
}

// inspectOLE looks for the stream that each kind of the older format has.
func inspectOLE(ctx context.Context, name, suffix string, head []byte, r io.ReaderAt, size int64) error {
	if !bytes.HasPrefix(head, markOLE) {
		if bytes.HasPrefix(head, markZip) {
			a, err := openArchive(ctx, name, r, size)
			if err != nil {
				return err
			}
			return mismatch(name, a.is())
		}
		return mismatch(name, is(head))
	}
	names, err := streamsOLE(r, size)
	if err != nil {
		return refuse(Broken, err, text.OfficeBroken, name, string(text.OfficeNoMain)).hint(text.OfficeBrokenHint)
	}
	if slices.Contains(names, "EncryptedPackage") || slices.Contains(names, "EncryptedSummary") {
		return refuse(Encrypted, nil, text.OfficeEncrypted, name).hint(text.OfficeEncryptedHint)
	}
	main := map[string][]string{"doc": {"WordDocument"}, "xls": {"Workbook", "Book"}, "ppt": {"PowerPoint Document"}}[suffix]
	if !slices.ContainsFunc(names, func(n string) bool { return slices.Contains(main, n) }) {
		return mismatch(name, text.OfficeIsOLE)
	}
	return nil
}

// inspectPDF looks for the mark at the beginning and for the one at the end.
func inspectPDF(name string, head []byte, r io.ReaderAt, size int64) error {
	if i := bytes.Index(head[:min(len(head), 1024)], []byte("%PDF-")); i < 0 {
		return mismatch(name, is(head))
	}
	tail := make([]byte, min(size, 2048))
	if _, err := r.ReadAt(tail, size-int64(len(tail))); err != nil && err != io.EOF {
		return err
	}
	if !bytes.Contains(tail, []byte("%%EOF")) && !bytes.Contains(tail, []byte("startxref")) {
		return refuse(Broken, nil, text.OfficeBroken, name, string(text.OfficeNoEnd)).hint(text.OfficeBrokenHint)
	}
	return nil
}

// inspectText reads the whole text: one binary part in it is enough to refuse it.
func inspectText(name string, head []byte, r io.ReaderAt, size int64) (Result, error) {
	if i := is(head); i != text.OfficeIsText && i != text.OfficeIsUnknown && i != text.Typed(text.OfficeIsHTML) {
		return Result{}, mismatch(name, i)
	}
	t := newTextReader(io.NewSectionReader(r, 0, size))
	buf := make([]byte, 32<<10)
	for {
		n, err := t.Read(buf)
		if bytes.IndexByte(buf[:n], 0) >= 0 || t.seen == codingBinary {
			return Result{}, refuse(Mismatch, nil, "%q is not text: it contains binary data", name)
		}
		if err == io.EOF {
			break
		}
		if err != nil {
			return Result{}, err
		}
	}
	var out notes
	out.guessed(t.seen)
	return out.result(), nil
}
