package peek

import (
	"archive/zip"
	"bytes"
	"io"
	"strings"

	"aloft/client"
	"aloft/client/office"
	"aloft/model"
	"aloft/model/text"
)

// officeTypes are the office files whose content is shown, by suffix.
var officeTypes = map[string]text.Text{"docx": text.Typed("Word (docx)"), "xlsx": text.Typed("Excel (xlsx)"), "pptx": text.Typed("PowerPoint (pptx)"),
	"odt": text.Typed("OpenDocument (odt)"), "ods": text.Typed("OpenDocument (ods)"), "odp": text.Typed("OpenDocument (odp)")}

// odf is what follows the first header of an OpenDocument file, which names its kind.
const odf = "mimetypeapplication/vnd.oasis.opendocument."

// officeKind is the suffix of the office file that an archive is, "" = it is none.
func (f *file) officeKind(z *zip.Reader) string {
	if kind, ok := bytes.CutPrefix(f.head[min(30, len(f.head)):], []byte(odf)); ok {
		for suffix, name := range map[string]string{"odt": "text", "ods": "spreadsheet", "odp": "presentation"} {
			if bytes.HasPrefix(kind, []byte(name)) {
				return suffix
			}
		}
	}
	for _, f := range z.File {
		switch f.Name {
		case "word/document.xml":
			return "docx"
		case "xl/workbook.xml":
			return "xlsx"
		case "ppt/presentation.xml":
			return "pptx"
		}
	}
	return ""
}

// enough takes the beginning of what is written. The buffer is not embedded: its
// ReadFrom would take all.
type enough struct{ buf bytes.Buffer }

func (e *enough) Write(b []byte) (int, error) {
	if room := client.PreviewBytes - e.buf.Len(); len(b) > room {
		e.buf.Write(b[:room])
		return room, io.ErrShortWrite
	}
	return e.buf.Write(b)
}

func (e *enough) String() string { return e.buf.String() }

// full reports whether something may have been left out.
func (e *enough) full() bool { return e.buf.Len() >= client.PreviewBytes }

// office converts an office file; ok is false when it cannot be, for one as it needs
// more bytes than a preview reads.
func (f *file) office(kind string) (p client.FilePreview, ok bool) {
	p.Type = officeTypes[kind]
	var out enough
	convert := office.ToMarkdown
	if kind == "xlsx" {
		convert = office.ToText
	}
	_, err := convert(f.ctx, "x."+kind, f.body, f.entry.Size, &out)
	if err != nil && !out.full() {
		return p, false
	}
	p.Cut = out.full()
	if kind == "xlsx" {
		p.Form, p.Rows = client.FormTable, rows(out.String())
		return p, true
	}
	p.Form, p.Text = client.FormMarkdown, strings.ToValidUTF8(out.String(), "")
	return p, true
}

// maxRows is how many rows of a table are shown.
const maxRows = 5000

// rows are the cells of lines with tabs.
func rows(s string) [][]string {
	var out [][]string
	for line := range strings.Lines(s) {
		if len(out) == maxRows {
			break
		}
		out = append(out, strings.Split(strings.TrimRight(line, "\r\n"), "\t"))
	}
	return out
}

// guesses say which encoding a text was taken for.
var guesses = map[string]text.Text{
	"GB18030":      "its encoding is uncertain; it is read as GB18030 (Chinese)",
	"Windows-1251": "its encoding is uncertain; it is read as Windows-1251 (Cyrillic)",
	"Windows-1252": "its encoding is uncertain; it is read as Windows-1252 (Western)",
}

// text shows a text, or says that it is none.
func (f *file) text() (client.FilePreview, error) {
	p := client.FilePreview{Type: "text", Form: client.FormText}
	if _, _, ok := office.HeadText(f.head, f.body.end); !ok {
		return client.FilePreview{Type: "binary file"}, nil
	}
	data, whole, note, err := f.read()
	if err != nil {
		return p, err
	}
	p.Cut, p.Note = !whole, note
	content, guessed, ok := office.HeadText(data, whole)
	if p.Note == "" && guessed != "" {
		p.Note = guesses[guessed]
	}
	name := f.at.Base()
	table, markdown := suffixed(name, ".csv", ".tsv"), suffixed(name, ".md", ".markdown")
	if (table || markdown) && text.HasSGR(content, "") { // only a text can have the colours
		content = text.StripSGR(content)
		data = []byte(content)
	}
	if table {
		var out enough
		_, err := office.ToText(f.ctx, "x.csv", bytes.NewReader(data), int64(len(data)), &out)
		if err == nil || out.full() {
			p.Type, p.Form, p.Rows, p.Cut = "table", client.FormTable, rows(out.String()), p.Cut || out.full()
			return p, nil
		}
		if f.ctx.Err() != nil {
			return p, f.ctx.Err()
		}
	}
	if p.Text = content; !ok {
		return client.FilePreview{Type: "binary file", Note: note, Count: model.Unknown}, nil
	}
	if markdown {
		p.Type, p.Form = "Markdown", client.FormMarkdown
	}
	return p, nil
}
