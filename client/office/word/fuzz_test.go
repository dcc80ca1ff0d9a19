package word_test

import (
	"bytes"
	"io"
	"testing"

	"aloft/client/office/word"
	"aloft/client/office/word/md"
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
		if _, err := md.Write(io.Discard, d, md.Output{}); err != nil {
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
