package word_test

import (
	"bytes"
	"io"
	"testing"

	"aloft/client/office/word"
	"aloft/client/office/word/md"
	"aloft/client/office/word/parts"
	"aloft/client/office/word/read"
)

// No file makes the reader panic or hang; what it accepts can be written and read
// again, and is then the same.
func FuzzReadDocx(f *testing.F) {
	for _, s := range []string{"", p("x"), `<w:tbl><w:tr><w:tc>` + p("a") + `</w:tc></w:tr></w:tbl>`, `<w:p><w:r><w:drawing><wp:inline><wp:docPr/></wp:inline></w:drawing></w:r></w:p>`,
		`<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r></w:p>`, `<w:sdt><w:sdtPr><w:tag w:val="aloft:code:go"/></w:sdtPr><w:sdtContent>` + p("x") + `</w:sdtContent></w:sdt>`} {
		f.Add(parcel(map[string]string{"document": s}), "")
		f.Add([]byte{}, s)
	}
	f.Add([]byte("PK\x03\x04"), "")
	f.Fuzz(func(t *testing.T, file []byte, body string) {
		if len(file) == 0 {
			file = parcel(map[string]string{"document": body})
		}
		d, _, err := read.Docx(bytes.NewReader(file), int64(len(file)), word.Limits{Part: 1 << 20, Unpacked: 2 << 20, Nodes: 20_000, Cells: 5_000})
		if err != nil {
			return
		}
		first, _ := fromDocx(t, docxOf(t, d))
		second, _ := fromDocx(t, docxOf(t, first))
		a, _ := dump(first)
		b, _ := dump(second)
		differ(t, "second trip", a, b)
		if err := md.Write(io.Discard, d, nil); err != nil {
			t.Fatal(err)
		}
		if err := d.Text(io.Discard); err != nil {
			t.Fatal(err)
		}
	})
}

// markdowns are the seeds of the Markdown fuzzing.
func markdowns(f *testing.F) {
	for _, s := range []string{"# a\n\n- b\n  - c\n", "| a |\n|---|\n| b |", "```go\nx\n```", "**a*b*c**", "[a](b) ![c](d)", "> q\n> - l", "1. a\n3. b\n\n   c", "- [ ] t\n- [x] u", "<b>x</b> &amp; \\*", "![0]()"} {
		f.Add(s)
	}
}

// Any Markdown can be read; written and read again, it is the same Markdown.
func FuzzMarkdown(f *testing.F) {
	markdowns(f)
	f.Fuzz(func(t *testing.T, s string) {
		if len(s) > 200 { // what is odd is odd in a few lines
			return
		}
		if d, _, err := md.Read([]byte(s), md.Options{}); err == nil {
			a := markdownOf(t, d)
			differ(t, "markdown", a, markdownOf(t, fromMarkdown(t, a)))
		}
	})
}

// A document read from Markdown keeps its text in a Word file: a separate target,
// as the parts that each file has take most of the time.
func FuzzMarkdownDocx(f *testing.F) {
	markdowns(f)
	f.Fuzz(func(t *testing.T, s string) {
		if len(s) > 200 {
			return
		}
		if d, _, err := md.Read([]byte(s), md.Options{}); err == nil {
			first, _ := fromDocx(t, docxOf(t, d))
			if flatText(first) != flatText(d) {
				differ(t, "text", flatText(d), flatText(first))
			}
		}
	})
}

// Whatever a picture's first bytes are: its format is known or "", and its size can
// be shown.
func FuzzSniff(f *testing.F) {
	for _, s := range []string{"", "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\xff\xff\xff\xff\x00\x00\x00\x01\x08\x02\x00\x00\x00", "GIF89a\xff\xff\xff\xff\x00\x00\x00", "BM" + string(make([]byte, 30)), "BM" + string(bytes.Repeat([]byte{0x80}, 30)), "\xff\xd8\xff\xc0\x00\x11\x08\xff\xff\xff\xff\x03", "RIFF    WEBPVP8X" + string(bytes.Repeat([]byte{255}, 20)), `<svg width="1e99" height="-1" viewBox="0 0 NaN Inf"/>`, "II*\x00", string(tinyPNG())} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, head []byte) {
		format, w, h := parts.Sniff(head)
		if w < 0 || h < 0 || w > 1<<20 || h > 1<<20 || format == "" && w+h > 0 {
			t.Errorf("%q %dx%d", format, w, h)
		}
		if w > 0 && h > 0 {
			if fw, fh := parts.Fit(w, h); fw <= 0 || fh <= 0 || fw > 1<<20 || fh > 1<<20 {
				t.Errorf("%dx%d becomes %dx%d", w, h, fw, fh)
			}
		}
		if format != "" && parts.FormatOf(format) == "" {
			t.Errorf("%q is no format", format)
		}
	})
}
