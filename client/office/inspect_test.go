package office_test

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"unicode/utf16"

	"aloft/client/office"
	"aloft/model"
)

// ole makes the beginning of a file of the older format with these streams.
func ole(names ...string) []byte {
	b := make([]byte, 512*4)
	copy(b, []byte{0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1})
	binary.LittleEndian.PutUint16(b[30:], 9)
	binary.LittleEndian.PutUint32(b[48:], 1)
	for i := range 109 {
		binary.LittleEndian.PutUint32(b[76+4*i:], 0xffffffff)
	}
	binary.LittleEndian.PutUint32(b[76:], 0) // sector 0 is the table of chains
	for i, next := range []uint32{0xfffffffd, 2, 0xfffffffe} {
		binary.LittleEndian.PutUint32(b[512+4*i:], next)
	}
	for i, n := range names {
		e := b[1024+128*i:]
		for j, u := range utf16.Encode([]rune(n)) {
			binary.LittleEndian.PutUint16(e[2*j:], u)
		}
		binary.LittleEndian.PutUint16(e[64:], uint16(2*len(n)+2))
		e[66] = 2
	}
	return b
}

func archive(t testing.TB, parts ...string) []byte {
	t.Helper()
	return made(t, func(w io.Writer) error {
		z := zip.NewWriter(w)
		for i := 0; i+1 < len(parts); i += 2 {
			f, err := z.Create(parts[i])
			if err != nil {
				return err
			}
			if _, err := f.Write([]byte(parts[i+1])); err != nil {
				return err
			}
		}
		return z.Close()
	})
}

func TestInspect(t *testing.T) {
	xlsx, _ := workbook(t, []byte("a,b\n"))
	pptx := made(t, func(w io.Writer) error { return office.Blank(model.KindSlide, "t", w) })
	mind := archive(t, "content.json", "[{}]", "metadata.json", "{}")
	pdf := []byte("%PDF-1.7\n1 0 obj\nendobj\ntrailer\nstartxref\n9\n%%EOF\n")
	without := func(data []byte, part string) []byte {
		return rezip(t, data, func(name string, b []byte) []byte {
			if name == part {
				return nil
			}
			return b
		})
	}
	locked := bytes.Clone(archive(t, "xl/workbook.xml", "<workbook/>"))
	for i := 0; i+4 < len(locked); i++ { // the flag of a protected entry, in both of its places
		switch string(locked[i : i+4]) {
		case "PK\x03\x04":
			locked[i+6] |= 1
		case "PK\x01\x02":
			locked[i+8] |= 1
		}
	}
	for _, c := range []struct {
		file string
		data []byte
		want office.Why
		says string
	}{
		{"a.xlsx", xlsx, "", ""},
		{"A.XLSX", xlsx, "", ""},
		{"a.pptx", pptx, "", ""},
		{"a.xmind", mind, "", ""},
		{"a.xmind", archive(t, "content.xml", "<x/>", "META-INF/manifest.xml", "<m/>"), "", ""},
		{"a.pdf", pdf, "", ""},
		{"a.pdf", append([]byte("\n\n"), pdf...), "", ""},
		{"a.doc", ole("Root Entry", "WordDocument"), "", ""},
		{"a.doc", ole("Root Entry", "1Table", "Data", "x", "WordDocument"), "", ""},
		{"a.xls", ole("Root Entry", "Workbook"), "", ""},
		{"a.xls", ole("Root Entry", "Book"), "", ""},
		{"a.ppt", ole("Root Entry", "PowerPoint Document"), "", ""},
		{"a.txt", []byte("plain"), "", ""},
		{"a.txt", []byte("<html> in a text"), "", ""},
		{"a.csv", utf16le("a,b\n", true), "", ""},
		{"a.text", gb(t, "汉字"), "", ""},
		{"a.md", []byte("# 题"), "", ""},

		{"a.docx", xlsx, office.Mismatch, "has the wrong suffix for its content (xlsx)"},
		{"a.xlsx", pptx, office.Mismatch, "has the wrong suffix for its content (pptx)"},
		{"a.pptx", mind, office.Mismatch, "has the wrong suffix for its content (xmind)"},
		{"a.docx", archive(t, "readme.txt", "x"), office.Mismatch, "has the wrong suffix for its content (zip)"},
		{"a.docx", pdf, office.Mismatch, "has the wrong suffix for its content (PDF)"},
		{"a.docx", []byte("text"), office.Mismatch, "has the wrong suffix for its content (text)"},
		{"a.docx", []byte(`{\rtf1 }`), office.Mismatch, "has the wrong suffix for its content (rtf)"},
		{"a.xlsx", []byte("<!DOCTYPE html><table>"), office.Mismatch, "has the wrong suffix for its content (html)"},
		{"a.docx", ole("Root Entry", "WordDocument"), office.Mismatch, "office file in an older format"},
		{"a.doc", xlsx, office.Mismatch, "has the wrong suffix for its content (xlsx)"},
		{"a.xls", ole("Root Entry", "WordDocument"), office.Mismatch, "office file in an older format"},
		{"a.pdf", xlsx, office.Mismatch, "zip"},
		{"a.txt", xlsx, office.Mismatch, "zip"},
		{"a.csv", append([]byte("a,b\n"), 0, 1, 2, 3, 4), office.Mismatch, "contains binary data"},
		{"a.csv", append(bytes.Repeat([]byte("a,b\n"), 40_000), 0), office.Mismatch, "contains binary data"},

		{"a.docx", ole("Root Entry", "EncryptionInfo", "EncryptedPackage"), office.Encrypted, "password"},
		{"a.xlsx", locked, office.Encrypted, "password"},

		{"a.docx", nil, office.Empty, "is empty"},
		{"a.pdf", nil, office.Empty, "is empty"},

		{"a.xlsx", xlsx[:len(xlsx)-30], office.Broken, "its end is missing"},
		{"a.pdf", pdf[:20], office.Broken, "its end is missing"},
		{"a.doc", ole("Root Entry")[:512], office.Broken, "missing"},
		{"a.xlsx", without(xlsx, "xl/workbook.xml"), office.Broken, "its content is missing"},
		{"a.xlsx", without(xlsx, "_rels/.rels"), office.Broken, "its content is missing"},
		{"a.pptx", rezip(t, pptx, func(n string, b []byte) []byte {
			if n == "ppt/presentation.xml" {
				return b[:len(b)/2]
			}
			return b
		}), office.Broken, "ppt/presentation.xml"},

		{"a.exe", []byte("MZ"), office.Unsupported, "xls, xlsx, csv"},
		{"noname", []byte("x"), office.Unsupported, "suffix"},
	} {
		t.Run(c.file+" "+string(c.want), func(t *testing.T) {
			r, n := reader(c.data)
			_, err := office.Inspect(t.Context(), c.file, r, n)
			if office.WhyOf(err) != c.want || c.want == "" && err != nil {
				t.Fatalf("%v, want %q", err, c.want)
			}
			if err != nil && !strings.Contains(err.Error(), c.says) {
				t.Errorf("%q does not say %q", err, c.says)
			}
		})
	}
}

// A small file that unpacks to a large one is refused before it has cost memory.
func TestBombs(t *testing.T) {
	zeros := strings.Repeat("\x00", 1<<20)
	big := func(part string, mb int, told ...uint64) []byte {
		return made(t, func(w io.Writer) error {
			z := zip.NewWriter(w)
			for name, body := range map[string]string{
				"[Content_Types].xml": `<Types><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>`,
				"_rels/.rels":         `<Relationships><Relationship Id="r" Type="x/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
			} {
				f, _ := z.Create(name)
				_, _ = io.WriteString(f, body)
			}
			if part != "xl/workbook.xml" {
				f, _ := z.Create("xl/workbook.xml")
				_, _ = io.WriteString(f, "<workbook/>")
			}
			f, _ := z.Create(part)
			for range mb {
				if _, err := io.WriteString(f, zeros); err != nil {
					return err
				}
			}
			for i, size := range told {
				if _, err := z.CreateRaw(&zip.FileHeader{Name: fmt.Sprintf("xl/media/%d.png", i), UncompressedSize64: size}); err != nil {
					return err
				}
			}
			return z.Close()
		})
	}
	deep := archive(t, "[Content_Types].xml", strings.Repeat("<a>", 100_000))
	r, n := reader(big("xl/workbook.xml", 65))
	if _, err := office.Inspect(t.Context(), "a.xlsx", r, n); office.WhyOf(err) != office.TooLarge {
		t.Errorf("a large part: %v", err)
	}
	r, n = reader(big("xl/media/a.png", 0, 257<<20))
	if _, err := office.ToText(t.Context(), "a.xlsx", r, n, io.Discard); office.WhyOf(err) != office.TooLarge {
		t.Errorf("much beside the sheets: %v", err)
	}
	r, n = reader(deep)
	if _, err := office.Inspect(t.Context(), "a.xlsx", r, n); office.WhyOf(err) != office.Broken && office.WhyOf(err) != office.Mismatch {
		t.Errorf("deep elements: %v", err)
	}
	r, n = reader(big("xl/media/a.png", 0, 1<<63, 1<<63)) // 0 together, if the sizes are just added
	if _, err := office.ToText(t.Context(), "a.xlsx", r, n, io.Discard); office.WhyOf(err) != office.TooLarge {
		t.Errorf("huge sizes: %v", err)
	}
	many := made(t, func(w io.Writer) error {
		z := zip.NewWriter(w)
		for range 20_001 {
			if _, err := z.Create("a"); err != nil {
				return err
			}
		}
		return z.Close()
	})
	r, n = reader(many)
	if _, err := office.Inspect(t.Context(), "a.docx", r, n); office.WhyOf(err) != office.TooLarge {
		t.Errorf("many parts: %v", err)
	}
	if _, err := office.ToText(t.Context(), "a.xlsx", bytes.NewReader(nil), 200<<20, io.Discard); office.WhyOf(err) != office.TooLarge {
		t.Errorf("a huge file: %v", err)
	}
}

func TestConvertSaysWhatItCannot(t *testing.T) {
	for _, c := range [][2]string{{"a.pdf", "md"}, {"a.xlsx", "docx"}, {"a.csv", "pptx"}, {"a.docx", "docx"}, {"a", "xlsx"}} {
		r, n := reader([]byte("text"))
		if _, err := office.Convert(t.Context(), c[0], c[1], r, n, io.Discard); office.WhyOf(err) != office.Unsupported {
			t.Errorf("%s to %s: %v", c[0], c[1], err)
		}
	}
	var out bytes.Buffer
	r, n := reader([]byte("1,2\n"))
	if notes, err := office.Convert(t.Context(), "a.csv", ".XLSX", r, n, &out); err != nil || notes != nil || out.Len() == 0 {
		t.Errorf("csv to xlsx: %v, %v", notes, err)
	}
	r, n = reader([]byte(" \t"))
	if err := errors.Join(func() error { _, err := office.Convert(t.Context(), "a.txt", "md", r, n, io.Discard); return err }()); err != nil {
		t.Errorf("blanks: %v", err)
	}
}

func TestAWorkbookWithoutSheetsIsBroken(t *testing.T) {
	data, _ := workbook(t, []byte("a,b\n"))
	data = rezip(t, data, func(name string, b []byte) []byte {
		if name == "xl/workbook.xml" {
			return []byte(`<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheets/></workbook>`)
		}
		return b
	})
	r, n := reader(data)
	if _, err := office.ToText(t.Context(), "a.xlsx", r, n, io.Discard); office.WhyOf(err) != office.Broken {
		t.Errorf("%v", err)
	}
}

func TestBytesAreNoText(t *testing.T) {
	zip := archive(t, "a", "b")
	for _, in := range [][]byte{zip, ole("x"), []byte("a,b\n\x00\x01")} {
		if _, err := office.CSVToXLSX(t.Context(), bytes.NewReader(in), io.Discard); office.WhyOf(err) != office.Mismatch {
			t.Errorf("csv: %v", err)
		}
		if _, err := office.ToDocx(t.Context(), bytes.NewReader(in), "", nil, io.Discard); office.WhyOf(err) != office.Mismatch {
			t.Errorf("docx: %v", err)
		}
	}
}

func TestWhatIsStoppedStops(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	stop()
	r, n := reader([]byte(strings.Repeat("a,b\n", 10)))
	if _, err := office.CSVToXLSX(ctx, io.NewSectionReader(r, 0, n), io.Discard); !errors.Is(err, context.Canceled) {
		t.Errorf("csv: %v", err)
	}
	if _, err := office.Inspect(ctx, "a.txt", r, n); !errors.Is(err, context.Canceled) {
		t.Errorf("inspect: %v", err)
	}
}
