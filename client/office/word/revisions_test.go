package word_test

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"aloft/client/office/word"
	"aloft/client/office/word/patch"
	"aloft/client/office/word/read"
)

// tracked is a file with a tracked change of each kind.
func tracked() []byte { return trackedAs(trackedBody()) }

func trackedBody() string {
	by := trackedBy
	return `<w:p><w:r><w:t xml:space="preserve">one </w:t></w:r><w:ins` + by + `><w:r><w:t xml:space="preserve">two </w:t></w:r></w:ins>` +
		`<w:del` + by + `><w:r><w:delText>gone</w:delText><w:tab/></w:r></w:del><w:r><w:t>three</w:t></w:r></w:p>` +
		`<w:tbl><w:tr><w:tc><w:p><w:r><w:rPr><w:b/><w:rPrChange` + by + `><w:rPr/></w:rPrChange></w:rPr><w:t>bold</w:t></w:r></w:p></w:tc></w:tr></w:tbl>` +
		`<w:p><w:pPr><w:rPr><w:del` + by + `/></w:rPr></w:pPr><w:r><w:t>a</w:t></w:r></w:p><w:p><w:moveTo` + by + `><w:r><w:t>b😀</w:t></w:r></w:moveTo></w:p>` +
		`<w:p><w:moveFrom` + by + `><w:r><w:t>b😀</w:t></w:r></w:moveFrom><w:r><w:footnoteReference w:id="1"/></w:r></w:p>`
}

const trackedBy = ` w:id="1" w:author="Ann" w:date="2026-01-02T03:04:05Z"`

func trackedAs(body string) []byte {
	return parcel(map[string]string{"document": body,
		"rels":       relOf("f", "footnotes", "f.xml"),
		"word/f.xml": `<w:footnotes><w:footnote w:id="1"><w:p><w:r><w:t xml:space="preserve"> note </w:t></w:r><w:ins` + trackedBy + `><w:r><w:t>more</w:t></w:r></w:ins></w:p></w:footnote></w:footnotes>`,
	})
}

// revisions lists those of a document that came from the file.
func revisions(t *testing.T, d *word.Document, file []byte) string {
	t.Helper()
	all, err := patch.Revisions(d, bytes.NewReader(file), int64(len(file)), word.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, r := range all {
		if r.Author != "Ann" || r.When.Format("2006-01-02T15:04") != "2026-01-02T03:04" {
			t.Errorf("%s is by %q of %s", r.Kind, r.Author, r.When)
		}
		out = append(out, fmt.Sprintf("%s %d-%d %q", r.Kind, r.Begin, r.End, r.Text))
	}
	return strings.Join(out, "\n")
}

func TestRevisionsOfAFile(t *testing.T) {
	file := tracked()
	d, _ := fromDocx(t, file)
	const want = `insertion 4-8 "two "
deletion 8-8 "gone "
format 15-19 "bold"
paragraph-deletion 21-21 ""
moved-to 21-24 "b😀"
moved-from 25-25 "b😀"
insertion 38-42 "more"`
	if got := revisions(t, d, file); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// Changes of blocks and of properties: rows, cells, lists, sections, whole paragraphs.
func TestRevisionsOfBlocks(t *testing.T) {
	by := trackedBy
	row := func(props, words string) string {
		return `<w:tr>` + props + `<w:tc><w:tcPr>` + `<w:tcPrChange` + by + `><w:tcPr/></w:tcPrChange></w:tcPr><w:p><w:r><w:t>` + words + `</w:t></w:r></w:p></w:tc></w:tr>`
	}
	file := trackedAs(`<w:p><w:pPr><w:numPr><w:ins` + by + `/></w:numPr><w:rPr><w:ins` + by + `/><w:rPrChange` + by + `><w:rPr/></w:rPrChange></w:rPr><w:pPrChange` + by + `><w:pPr/></w:pPrChange></w:pPr><w:r><w:t>one</w:t></w:r></w:p>` +
		`<w:ins` + by + `><w:p><w:r><w:t>two</w:t></w:r></w:p></w:ins><w:del` + by + `><w:p><w:r><w:t>gone</w:t></w:r></w:p></w:del>` +
		`<w:tbl><w:tblPr><w:tblPrChange` + by + `><w:tblPr/></w:tblPrChange></w:tblPr>` +
		row(`<w:trPr><w:ins`+by+`/></w:trPr>`, "in") + row(`<w:trPr><w:del`+by+`/></w:trPr>`, "out") + row("", "stays") + `</w:tbl>` +
		`<w:p><w:pPr><w:rPr><w:del` + by + `/></w:rPr></w:pPr><w:r><w:t>end</w:t></w:r></w:p>` +
		`<w:sectPr><w:sectPrChange` + by + `><w:sectPr/></w:sectPrChange></w:sectPr>`)
	d, _ := fromDocx(t, file)
	const want = `paragraph-format 0-3 "one"
numbering 0-3 "one"
paragraph-insertion 3-3 ""
paragraph-format 3-3 ""
insertion 4-7 "two"
deletion 9-9 "gone"
cell-format 9-11 ""
row-insertion 9-11 "in"
table-format 9-17 ""
row-deletion 12-12 "out"
cell-format 12-17 ""
section-format 18-18 ""
paragraph-deletion 21-21 ""`
	if got := revisions(t, d, file); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	var out bytes.Buffer
	if err := patch.Into(&out, d, bytes.NewReader(file), int64(len(file)), word.Limits{}); err != nil {
		t.Fatal(err)
	}
	again, _ := fromDocx(t, out.Bytes())
	if got := revisions(t, again, out.Bytes()); got != want {
		t.Errorf("after an export: got\n%s\nwant\n%s", got, want)
	}
}

// Edits around a change move it; text that was deleted since is in none.
func TestRevisionsAfterEdits(t *testing.T) {
	file := tracked()
	d, _ := fromDocx(t, file)
	first := d.Blocks()[0].(*word.Paragraph)
	edit := func(blocks ...word.Block) *word.Document {
		return d.Splice(2, []word.Splice{{At: 0, Del: 1, Blocks: blocks}}, d.Comments())
	}
	lines := func(d *word.Document) string {
		all := strings.Split(revisions(t, d, file), "\n")
		return strings.Join(all[:2], "\n")
	}
	for _, c := range []struct {
		name string
		d    *word.Document
		want string
	}{
		{"text before", edit(word.NewParagraph(first.Format, word.Text("zero one two three"))), "insertion 9-13 \"two \"\ndeletion 13-13 \"gone \""},
		{"a paragraph before", edit(word.NewParagraph(word.Format{}, word.Text("new")), first), "insertion 8-12 \"two \"\ndeletion 12-12 \"gone \""},
		{"split in it", edit(word.NewParagraph(first.Format, word.Text("one tw")), word.NewParagraph(first.Format, word.Text("o three"))), "insertion 4-9 \"two \"\ndeletion 9-9 \"gone \""},
		{"its text is gone", edit(word.NewParagraph(first.Format, word.Text("one three"))), "deletion 4-4 \"gone \"\nformat 11-15 \"bold\""},
		{"its paragraph is gone", edit(), "format 1-5 \"bold\"\nparagraph-deletion 7-7 \"\""},
	} {
		if got := lines(c.d); got != c.want {
			t.Errorf("%s: got\n%s\nwant\n%s", c.name, got, c.want)
		}
	}
}

func FuzzRevisions(f *testing.F) {
	f.Add(trackedBody())
	f.Fuzz(func(t *testing.T, body string) {
		file := trackedAs(body)
		limits := word.Limits{Part: 1 << 20, Unpacked: 2 << 20, Nodes: 20_000, Depth: 60, Cells: 2000}
		d, _, err := read.Docx(bytes.NewReader(file), int64(len(file)), limits)
		if err != nil {
			return
		}
		all, err := patch.Revisions(d, bytes.NewReader(file), int64(len(file)), limits)
		if err != nil {
			return
		}
		for _, r := range all {
			if r.Begin < 0 || r.Begin > r.End || r.End >= d.Len() {
				t.Fatalf("%+v is outside of a document of %d", r, d.Len())
			}
		}
	})
}
