package office_test

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"io"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/xuri/excelize/v2"

	"aloft/client/office"
	"aloft/model"
)

// Whatever the bytes are: a workbook comes out, and what encoding/csv reads of
// well-made values is in it.
func FuzzCSV(f *testing.F) {
	for _, s := range []string{"", "a,b\n1,2\n", "\"a\"\"b\",\"c\nd\"\n", "sep=;\na;b\n", "\xff\xfea\x00,\x00", "\xd5\xc5\xc8\xfd,1\n", "a\r\rb", "\"", ",,\n,", "_x0041_,\x01"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 4096 {
			return
		}
		var out bytes.Buffer
		if _, err := office.CSVToXLSX(t.Context(), bytes.NewReader(data), &out); office.WhyOf(err) == office.Mismatch {
			return
		} else if err != nil {
			t.Fatal(err)
		}
		book, err := excelize.OpenReader(bytes.NewReader(out.Bytes()))
		if err != nil {
			t.Fatal(err)
		}
		defer book.Close()
		got, err := book.GetRows("Sheet1")
		if err != nil {
			t.Fatal(err)
		}
		if !plain(data) {
			return
		}
		r := csv.NewReader(bytes.NewReader(data))
		r.FieldsPerRecord = -1
		want, err := r.ReadAll()
		if err != nil {
			return
		}
		rows := 0
		for _, row := range got { // encoding/csv leaves empty lines out
			if len(row) == 0 {
				continue
			}
			for i, cell := range row {
				if rows < len(want) && i < len(want[rows]) && cell != want[rows][i] {
					t.Fatalf("row %d is %q, want %q", rows, row, want[rows])
				}
			}
			rows++
		}
		for _, row := range want[min(rows, len(want)):] {
			if strings.Join(row, "") != "" {
				t.Fatalf("%q is missing", row)
			}
		}
	})
}

// plain reports whether nothing but commas can separate the values, no line is
// without values, and every character can stand in a workbook.
func plain(b []byte) bool {
	if bytes.ContainsAny(b, ";\t|\r_\ufeff\uFFFE\uFFFF") || !utf8.Valid(b) || bytes.HasPrefix(b, []byte("sep=")) || bytes.HasPrefix(b, []byte(",")) || bytes.Contains(b, []byte("\n,")) {
		return false
	}
	for _, c := range b {
		if c < 0x20 && c != '\n' {
			return false
		}
	}
	return true
}

// Whatever a file holds, no reader breaks, hangs or takes much memory.
func FuzzReaders(f *testing.F) {
	var deck, book bytes.Buffer
	_ = office.WriteSlides(&deck, "t", []office.Slide{{Title: "a", Lines: []office.Line{{Text: "b"}}}})
	_ = office.Blank(model.KindSheet, "t", &book)
	names := []string{"a.docx", "a.xlsx", "a.pptx", "a.xmind", "a.doc", "a.pdf", "a.csv", "a.txt"}
	f.Add(uint8(2), deck.Bytes())
	f.Add(uint8(1), book.Bytes())
	f.Add(uint8(4), ole("Root Entry", "WordDocument"))
	f.Add(uint8(6), []byte("a,b"))
	f.Fuzz(func(t *testing.T, which uint8, data []byte) {
		name := names[int(which)%len(names)]
		r, n := reader(data)
		_, _ = office.Inspect(t.Context(), name, r, n)
		_, _ = office.ToMarkdown(t.Context(), name, r, n, io.Discard)
		_, _ = office.ToText(t.Context(), name, r, n, io.Discard)
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
