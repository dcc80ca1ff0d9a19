package office_test

import (
	"archive/zip"
	"bytes"
	"fmt"
	"io"
	"regexp"
	"testing"
	"unicode/utf8"

	"aloft/client/office"
)

// Whatever a file contains, no reader panics, hangs or takes much memory. The parts
// of archives are fuzzed below: of mutated archives hardly one opens.
func FuzzReaders(f *testing.F) {
	names := []string{"a.docx", "a.xlsx", "a.pptx", "a.xmind", "a.doc", "a.pdf", "a.csv", "a.txt", "a.md"}
	f.Add(uint8(2), []byte("PK\x03\x04"))
	f.Add(uint8(4), ole("Root Entry", "WordDocument"))
	f.Add(uint8(5), []byte("%PDF-1.7 %%EOF"))
	f.Add(uint8(6), []byte("a,b"))
	f.Add(uint8(7), []byte("\xff\xfea\x00"))
	f.Fuzz(func(t *testing.T, which uint8, data []byte) {
		if len(data) > 1024 {
			return
		}
		name := names[int(which)%len(names)]
		r, n := reader(data)
		_, _ = office.Inspect(t.Context(), name, r, n)
		_, _ = office.ToMarkdown(t.Context(), name, r, n, io.Discard)
		_, _ = office.ToText(t.Context(), name, r, n, io.Discard)
	})
}

// stored is an archive of uncompressed parts: compressing takes most of the time.
func stored(parts ...[2]string) []byte {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	for _, p := range parts {
		w, _ := z.CreateHeader(&zip.FileHeader{Name: p[0], Method: zip.Store})
		_, _ = io.WriteString(w, p[1])
	}
	_ = z.Close()
	return b.Bytes()
}

// Whatever the parts of a presentation contain, its text is read or refused.
func FuzzSlide(f *testing.F) {
	rels := func(kind, target string) string {
		return `<Relationships><Relationship Id="a" Type="http://x/` + kind + `" Target="` + target + `"/></Relationships>`
	}
	types := `<Types><Override PartName="/p.xml" ContentType="presentationml"/></Types>`
	slide := `<p:sld xmlns:p="p" xmlns:a="a"><p:cSld><p:spTree><p:sp><p:txBody><a:p><a:pPr lvl="1"/><a:r><a:t>x</a:t></a:r></a:p></p:txBody></p:sp><p:graphicFrame><a:graphic><a:graphicData><a:tbl><a:tr><a:tc/></a:tr></a:tbl></a:graphicData></a:graphic></p:graphicFrame></p:spTree></p:cSld></p:sld>`
	deck := `<p:presentation xmlns:p="p" xmlns:r="r"><p:sldIdLst><p:sldId r:id="a"/></p:sldIdLst></p:presentation>`
	f.Add(deck, slide)
	f.Add(deck, "<a")
	f.Add("<p>", slide)
	f.Fuzz(func(t *testing.T, deck, slide string) {
		if len(deck)+len(slide) > 1024 {
			return
		}
		r, n := reader(stored([2]string{"[Content_Types].xml", types}, [2]string{"_rels/.rels", rels("officeDocument", "p.xml")}, [2]string{"p.xml", deck}, [2]string{"_rels/p.xml.rels", rels("slide", "s.xml")}, [2]string{"s.xml", slide}))
		var out bytes.Buffer
		if _, err := office.ToMarkdown(t.Context(), "a.pptx", r, n, &out); err == nil && !utf8.Valid(out.Bytes()) {
			t.Errorf("%q", out.Bytes())
		}
	})
}

// Whatever a sheet contains, its cells are read or refused, and never more of them
// than the limit allows.
func FuzzSheet(f *testing.F) {
	book := `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships"><sheets><sheet name="S" sheetId="1" r:id="a"/></sheets></workbook>`
	for _, s := range []string{`<row r="1"><c r="A1"><v>1</v></c></row>`, `<row r="9"><c r="Z9" t="s"><v>7</v></c></row>`, `<row r="-1"><c r="A0"/></row>`, `<row r="70"><c r="XFD70" t="b"><v>1</v></c></row>`, `<row><c t="inlineStr"><is><t>x</t></is></c></row>`, "<row"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, rows string) {
		if len(rows) > 200 || regexp.MustCompile(`[0-9]{4}`).MatchString(rows) {
			return // a distant row means many empty ones: correct, and slow
		}
		r, n := reader(stored([2]string{"[Content_Types].xml", `<Types><Override PartName="/xl/workbook.xml" ContentType="spreadsheetml.sheet.main+xml"/></Types>`},
			[2]string{"_rels/.rels", `<Relationships><Relationship Id="a" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="xl/workbook.xml"/></Relationships>`},
			[2]string{"xl/workbook.xml", book}, [2]string{"xl/_rels/workbook.xml.rels", `<Relationships><Relationship Id="a" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`},
			[2]string{"xl/worksheets/sheet1.xml", `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>` + rows + `</sheetData></worksheet>`}))
		_, _ = office.ToText(t.Context(), "a.xlsx", r, n, io.Discard)
	})
}

func rows100k() []byte {
	var b bytes.Buffer
	for i := range 100_000 {
		fmt.Fprintf(&b, "%d,name %d,13800138%03d,%d.%02d,北京市,=A1,00%d,\"a, b\",true,2025-01-02\n", i, i, i%1000, i, i%100, i)
	}
	return b.Bytes()
}

func BenchmarkCSVToXLSX(b *testing.B) {
	in := rows100k()
	b.SetBytes(int64(len(in)))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := office.CSVToXLSX(b.Context(), bytes.NewReader(in), io.Discard); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkSheetToMarkdown(b *testing.B) {
	book, _ := workbook(b, rows100k())
	r, n := reader(book)
	b.ReportAllocs()
	for b.Loop() {
		if _, err := office.ToMarkdown(b.Context(), "a.xlsx", r, n, io.Discard); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkInspectSlides(b *testing.B) {
	deck := made(b, func(w io.Writer) error { return office.WriteSlides(w, "t", make([]office.Slide, 300)) })
	r, n := reader(deck)
	for b.Loop() {
		if _, err := office.Inspect(b.Context(), "a.pptx", r, n); err != nil {
			b.Fatal(err)
		}
	}
}
