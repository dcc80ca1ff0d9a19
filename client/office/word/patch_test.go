package word_test

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"io/fs"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"aloft/client/office/word"
	"aloft/client/office/word/patch"
	"aloft/client/office/word/read"
)

// patched writes a document into the file that it was read from.
func patched(t failer, d *word.Document, file []byte, l word.Limits) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := patch.Into(&b, d, bytes.NewReader(file), int64(len(file)), l); err != nil {
		t.Fatalf("write into: %v", err)
	}
	return b.Bytes()
}

// worn is a document with something changed in every paragraph: by which way is up to
// n.
func worn(d *word.Document, n uint8) *word.Document {
	k := 0
	out := word.MapParagraphs(d.Blocks(), func(p *word.Paragraph) *word.Paragraph {
		k++
		in := slices.Clone(p.Inlines())
		switch (int(n) + k) % 4 {
		case 0:
			in = append(in, word.Text("ß"))
		case 1:
			in = append([]word.Inline{word.Styled("ß", word.Props{Italic: true})}, in...)
		case 2:
			for i := range in {
				in[i].Props.Bold = !in[i].Props.Bold
			}
		case 3:
			in = in[:len(in)/2]
		}
		return word.NewParagraph(p.Format, in...)
	})
	if len(out) > 1 && n%3 == 0 { // split, with a block between
		if p, ok := out[0].(*word.Paragraph); ok {
			half := len(p.Inlines()) / 2
			out = append([]word.Block{word.NewParagraph(p.Format, p.Inlines()[:half]...), word.NewTable(), word.NewParagraph(p.Format, p.Inlines()[half:]...)}, out[1:]...)
		}
	}
	return word.NewDocument(2, out, d.Comments())
}

// partOf is the text of a part of a file.
func partOf(t *testing.T, file []byte, name string) string {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(file), int64(len(file)))
	if err != nil {
		t.Fatal(err)
	}
	b, err := fs.ReadFile(z, name)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// What is written into a document without any text is in its body, however that is spelled.
func TestWriteIntoAnEmptyBody(t *testing.T) {
	head := strings.TrimSuffix(testHead, "<w:body>")
	const end = "</w:document>"
	other := strings.NewReplacer("w:document", "b:document", "xmlns:w=", "xmlns:b=").Replace(head)
	for _, is := range []string{
		head + `<w:body/>` + end, head + `<w:body />` + end, head + `<w:body x="/"></w:body>` + end, head + `<w:body><w:sectPr/></w:body>` + end,
		head + end, head + "<!-- <w:body/> -->\n" + end, strings.TrimSuffix(head, ">") + "/>", strings.TrimSuffix(head, ">") + " />\n<!-- end -->", head + `<w:background w:color="FF0000"/>` + end,
		head + `<b:body xmlns:b="http://schemas.openxmlformats.org/wordprocessingml/2006/main"/>` + end, other + "<b:body/></b:document>", other + "</b:document>",
		head + `<w:body/><w:body/>` + end,
	} {
		file := parcel(map[string]string{"word/document.xml": is})
		d := word.NewDocument(2, []word.Block{word.NewParagraph(word.Format{}, word.Text("one")), word.NewParagraph(word.Format{}, word.Text("two"))}, nil)
		out := patched(t, d, file, word.Limits{})
		main := partOf(t, out, "word/document.xml")
		if err := xmlFault(main); err != nil || !regexp.MustCompile(`(?s)<(w|b):body( [^>]*)?>.*one.*two.*</(w|b):body>\s*</`).MatchString(main) {
			t.Errorf("%s: %s, %v", is, main, err)
		}
		if got, _ := fromDocx(t, out); markdownOf(t, got) != "one\n\ntwo\n" {
			t.Errorf("%s: %q", is, markdownOf(t, got))
		}
		if same := partOf(t, patched(t, word.NewDocument(2, nil, nil), file, word.Limits{}), "word/document.xml"); same != is && strings.HasPrefix(is, head) && strings.Count(is, "<w:body") < 2 {
			t.Errorf("untouched: %s", same)
		}
	}
}

// xmlFault is why a text is not well-formed, or not one element.
func xmlFault(s string) error {
	d, depth, roots := xml.NewDecoder(strings.NewReader(s)), 0, 0
	for {
		switch t, err := d.Token(); t.(type) {
		case xml.StartElement:
			if depth++; depth == 1 {
				roots++
			}
		case xml.EndElement:
			depth--
		case nil:
			if err == io.EOF && roots == 1 {
				return nil
			}
			return fmt.Errorf("%d roots: %w", roots, err)
		}
	}
}

// No file makes an export into it fail, and what it exports is a file with the same
// text.
func FuzzWriteInto(f *testing.F) {
	for _, s := range []string{"", "<p/>", p("x"), `<w:tbl><w:tr><w:tc>` + p("a") + `</w:tc></w:tr></w:tbl>`, `<w:p><w:r><w:t>a</w:t></w:r><w:hyperlink w:anchor="b"><w:r><w:t>c</w:t></w:r></w:hyperlink></w:p>` + p("d"),
		`<w:p><w:pPr><w:rPr><w:del/></w:rPr></w:pPr><w:r><w:t>a</w:t></w:r></w:p><w:p/>`, `<w:sdt><w:sdtContent>` + p("x") + p("y") + `</w:sdtContent></w:sdt><w:p/><w:p></w:p>`,
		`<w:p><w:r><w:t>a</w:t><w:drawing><wp:inline><w:txbxContent>` + p("b") + `</w:txbxContent></wp:inline></w:drawing></w:r></w:p>`} {
		f.Add(parcel(map[string]string{"document": s}), "", uint8(0))
		f.Add([]byte{}, s, uint8(1))
		f.Add([]byte{}, s, uint8(2))
		f.Add([]byte{}, s, uint8(3))
	}
	f.Fuzz(func(t *testing.T, file []byte, body string, n uint8) {
		if len(file) == 0 {
			file = parcel(map[string]string{"document": body})
		}
		l := word.Limits{Part: 1 << 20, Unpacked: 2 << 20, Nodes: 20_000, Cells: 5_000}
		d, _, err := read.Docx(bytes.NewReader(file), int64(len(file)), l)
		if err != nil {
			return
		}
		same, _ := fromDocx(t, patched(t, d, file, l))
		a, _ := dump(d)
		b, _ := dump(same)
		differ(t, "untouched", a, b)
		var out bytes.Buffer
		if err := patch.Into(&out, worn(d, n), bytes.NewReader(file), int64(len(file)), l); err != nil {
			t.Fatal(err)
		}
		again, _, err := read.Docx(bytes.NewReader(out.Bytes()), int64(out.Len()), word.Limits{})
		if err != nil {
			t.Fatalf("what was written cannot be read: %v", err)
		}
		if err := again.Text(io.Discard); err != nil {
			t.Fatal(err)
		}
	})
}

// A new paragraph of a cell in a footnote takes the properties of its neighbour there,
// wherever that part is longer than the main one.
func TestWriteIntoATableOfANote(t *testing.T) {
	cell := `<w:p><w:pPr><w:keepNext/></w:pPr><w:r><w:t>cell</w:t></w:r></w:p>`
	file := parcel(map[string]string{
		"document": `<w:p><w:r><w:footnoteReference w:id="2"/></w:r></w:p>`,
		"rels":     relOf("f", "footnotes", "footnotes.xml"),
		"word/footnotes.xml": `<w:footnotes xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:footnote w:id="1">` + strings.Repeat(p("x"), 100) +
			`</w:footnote><w:footnote w:id="2">` + p("note") + `<w:tbl><w:tr><w:tc>` + cell + `</w:tc></w:tr></w:tbl>` + p("end") + `</w:footnote></w:footnotes>`,
	})
	d, _ := fromDocx(t, file)
	blocks := slices.Clone(d.Blocks())
	for i, b := range blocks {
		if table, ok := b.(*word.Table); ok {
			in := append(slices.Clone(table.Rows()[0][0].Blocks()), word.NewParagraph(word.Format{}, word.Text("new")))
			blocks[i] = table.With([]word.Cell{word.NewCell(in...)})
		}
	}
	got := partOf(t, patched(t, word.NewDocument(2, blocks, nil), file, word.Limits{}), "word/footnotes.xml")
	if want := cell + `<w:p><w:pPr><w:keepNext/></w:pPr><w:r><w:t xml:space="preserve">new</w:t></w:r></w:p></w:tc>`; !strings.Contains(got, want) {
		t.Errorf("%s\nis not in\n%s", want, got)
	}
}

// An altChunk keeps its bytes and its place, whatever is written beside its mark, and goes with it.
func TestWriteBesideAChunk(t *testing.T) {
	const chunk = `<w:altChunk r:id="c"><w:altChunkPr/></w:altChunk>`
	file := parcel(map[string]string{"document": p("a") + chunk + p("b"), "rels": relOf("c", "aFChunk", "chunk.mht")})
	d, _ := fromDocx(t, file)
	mark := d.Blocks()[1].(*word.Paragraph)
	for _, c := range []struct {
		is   []word.Block
		want string
	}{
		{[]word.Block{mark}, p("a") + chunk + p("b")},
		{[]word.Block{word.NewParagraph(mark.Format, word.Text("x"), mark.Inlines()[0], word.Text("y"))}, p("a") + p("x") + chunk + p("y") + p("b")},
		{[]word.Block{word.NewParagraph(mark.Format, word.Text("x")), mark}, p("a") + p("x") + chunk + p("b")},
		{[]word.Block{word.NewParagraph(mark.Format, word.Text("x"))}, p("a") + p("x") + p("b")},
		{nil, p("a") + p("b")},
	} {
		n := d.Splice(2, []word.Splice{{At: 1, Del: 1, Blocks: c.is}}, nil)
		if got := strings.ReplaceAll(partOf(t, patched(t, n, file, word.Limits{}), "word/document.xml"), ` xml:space="preserve"`, ""); got != testHead+c.want+testTail {
			t.Errorf("%s, want %s", got, c.want)
		}
	}
}

// A part in Latin-1 is UTF-8 after an edit, and says so.
func TestWriteIntoLatin1(t *testing.T) {
	file := parcel(map[string]string{"word/document.xml": latin(p("caf\xe9") + p("b"))})
	d, _ := fromDocx(t, file)
	d = d.Splice(2, []word.Splice{{At: 1, Del: 1, Blocks: []word.Block{word.NewParagraph(d.Blocks()[1].(*word.Paragraph).Format, word.Text("thé"))}}}, nil)
	got := partOf(t, patched(t, d, file, word.Limits{}), "word/document.xml")
	if !strings.Contains(got, `encoding="UTF-8"`) || !strings.Contains(got, "café") || !strings.Contains(got, "thé") {
		t.Error(got)
	}
}

// A paragraph whose mark was deleted goes on in the next one, but not into a content
// control nor out of it: an edit of it would cut the tags of the control.
func TestWriteIntoADeletedMarkAtAControl(t *testing.T) {
	gone := `<w:p><w:pPr><w:rPr><w:del w:id="1" w:author="A"/></w:rPr></w:pPr><w:r><w:t>gone</w:t></w:r></w:p>`
	for name, body := range map[string]string{
		"before":  gone + `<w:sdt><w:sdtContent>` + p("in") + `</w:sdtContent></w:sdt>` + p("end"),
		"at end":  `<w:sdt><w:sdtContent>` + p("in") + gone + `</w:sdtContent></w:sdt>` + p("end"),
		"ours":    gone + `<w:sdt><w:sdtPr><w:tag w:val="aloft:code:"/></w:sdtPr><w:sdtContent>` + p("in") + `</w:sdtContent></w:sdt>` + p("end"),
		"unnamed": `<w:customXml>` + gone + `</w:customXml>` + p("in") + p("end"),
	} {
		file := parcel(map[string]string{"document": body})
		d, _ := fromDocx(t, file)
		want := strings.NewReplacer("gone", "goneß", "in", "inß", "end", "endß").Replace(flatText(d))
		blocks := word.MapParagraphs(d.Blocks(), func(p *word.Paragraph) *word.Paragraph {
			return word.NewParagraph(p.Format, append(slices.Clone(p.Inlines()), word.Text("ß"))...)
		})
		got, _ := fromDocx(t, patched(t, word.NewDocument(2, blocks, nil), file, word.Limits{}))
		if flatText(got) != want || strings.Count(want, "\n") != 3 {
			t.Errorf("%s: %q, want %q", name, flatText(got), want)
		}
	}
}

// Footnotes that an edit brings become those of the file, which has some already, or none.
func TestNewFootnotesOfAFile(t *testing.T) {
	for _, name := range []string{"pandoc-notes.docx", "pandoc-lists.docx", "lo-html-page.docx"} {
		file, err := os.ReadFile("testdata/corpus/" + name)
		if err != nil {
			t.Fatal(err)
		}
		d, _ := fromDocx(t, file)
		was := word.LastNote(d.Blocks())
		in := word.Renumbered(fromMarkdown(t, "new[^1] and **again**[^1], [^2]\n\n[^1]: said [*here*](https://example.org/x)\n\n    - twice\n[^2]: other").Blocks(), was)
		first := d.Blocks()[0].(*word.Paragraph)
		in = append(in, word.NewParagraph(first.Format, append(slices.Clone(first.Inlines()), word.Styled(word.Reference(was+2), word.Props{Note: was + 2}))...))
		n := word.NewDocument(2, slices.Concat(in, d.Blocks()[1:]), d.Comments())
		out := patched(t, n, file, word.Limits{})
		back, _ := fromDocx(t, out)
		if again := patched(t, back, out, word.Limits{}); !bytes.Equal([]byte(partOf(t, again, "word/footnotes.xml")), []byte(partOf(t, out, "word/footnotes.xml"))) {
			t.Errorf("%s: without an edit the footnotes change", name)
		}
		if notes := partOf(t, out, "word/footnotes.xml"); !strings.Contains(notes, "<w:hyperlink xmlns:r=") && !strings.Contains(notes[:min(len(notes), 500)], "xmlns:r=") {
			t.Errorf("%s: the link of a footnote has a prefix that nothing declares: %s", name, notes)
		}
		text := markdownOf(t, back)
		for _, want := range []string{"new[^1] and **again**[^1], [^2]", "[^1]: said [_here_](https://example.org/x)\n\n    - twice\n", "[^2]: other\n"} {
			if !strings.Contains(text, want) {
				t.Errorf("%s: no %q in\n%s", name, want, text)
			}
		}
		if got := word.LastNote(back.Blocks()); got != was+2 {
			t.Errorf("%s: %d footnotes, want %d", name, got, was+2)
		}
	}
}
