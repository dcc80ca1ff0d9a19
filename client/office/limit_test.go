package office_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"aloft/client/office"
	"aloft/model"
)

// Files whose tables, slides or texts become much larger than the files. Each is
// refused, by its name and with the limit.
func TestHostileFilesMeetALimit(t *testing.T) {
	if testing.Short() {
		t.Skip("is sequential, and long")
	}
	rep := strings.Repeat
	deck := made(t, func(w io.Writer) error { return office.WriteSlides(w, "", []office.Slide{{Title: "x"}}) })
	blank := made(t, func(w io.Writer) error { return office.Blank(model.KindSheet, "", w) })
	sheet := func(rows string) []byte {
		return rezip(t, blank, func(name string, b []byte) []byte {
			if name == "xl/worksheets/sheet1.xml" {
				return []byte(`<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>` + rows + `</sheetData></worksheet>`)
			}
			return b
		})
	}
	in := func(data []byte, part, content string) []byte {
		return rezip(t, data, func(name string, b []byte) []byte {
			if name == part {
				return []byte(content)
			}
			return b
		})
	}
	far := `<row r="%d"><c r="XFD%d"><v>1</v></c></row>`
	var rows strings.Builder
	for i := 1; i <= 1300; i++ {
		fmt.Fprintf(&rows, far, i, i)
	}
	space := ` xmlns:a="x" xmlns:p="y" xmlns:r="r"`
	for name, c := range map[string]struct {
		file, to string
		data     []byte
		want     string
	}{
		"a far cell of a sheet":      {"a.xlsx", "md", sheet(rows.String()), "20000000 cells"},
		"a long row of values":       {"a.csv", "md", []byte(rep(",", 16000) + "x\n" + rep("y\n", 1300)), "20000000 cells"},
		"many styles":                {"a.xlsx", "txt", in(blank, "xl/styles.xml", `<styleSheet>`+rep("<xf/>", 2_000_000)+`</styleSheet>`), "is too large when unpacked"},
		"a slide of many things":     {"a.pptx", "txt", in(deck, "ppt/slides/slide1.xml", `<p:sld`+space+`>`+rep("<p:x/>", 2_500_000)+`</p:sld>`), "256 MB of memory"},
		"one slide very many times":  {"a.pptx", "txt", in(in(deck, "ppt/presentation.xml", `<p:presentation`+space+`><p:sldIdLst>`+rep(`<p:sldId r:id="rId3"/>`, 4_000)+`</p:sldIdLst></p:presentation>`), "ppt/slides/slide1.xml", `<p:sld`+space+`><p:cSld>`+rep("  ", 50_000)+`</p:cSld></p:sld>`), "1000 million steps"},
		"lines of a text":            {"a.txt", "docx", []byte(rep("\n", 400_000)), "256 MB of memory"},
		"open marks of Markdown":     {"a.md", "docx", []byte(rep("*a_", 100_000)), "1000 million steps"},
		"quotations in one another":  {"a.md", "docx", []byte(rep(">", 1000) + "a"), "more than 100 levels deep"},
		"a Word file of no text":     {"a.docx", "md", docxOf(t, rep("<w:p/>", 700_000)), "256 MB of memory"},
		"a Word file of no text (2)": {"a.docx", "txt", docxOf(t, rep("<w:p/>", 700_000)), "256 MB of memory"},
	} {
		t.Run(name, func(t *testing.T) {
			r, n := reader(c.data)
			_, err := office.Convert(t.Context(), c.file, c.to, r, n, io.Discard)
			if office.WhyOf(err) != office.TooLarge || !strings.Contains(err.Error(), c.file) || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%d bytes: %v, want %q", n, err, c.want)
			}
		})
	}
}

// docxOf is a Word file with that body.
func docxOf(t *testing.T, body string) []byte {
	whole := made(t, func(w io.Writer) error { return office.Blank(model.KindDoc, "", w) })
	return rezip(t, whole, func(name string, b []byte) []byte {
		if name == "word/document.xml" {
			return []byte(`<w:document xmlns:w="w"><w:body>` + body + `</w:body></w:document>`)
		}
		return b
	})
}

// slow takes a minute for each read, in fake time.
type slow struct{ data *bytes.Reader }

func (s slow) ReadAt(p []byte, off int64) (int, error) {
	time.Sleep(time.Minute)
	return s.data.ReadAt(p[:min(len(p), 100)], off)
}

// Every conversion ends when its time is up, and says so; and at once when it is
// cancelled, with that error.
func TestAConversionEndsInTime(t *testing.T) {
	book := made(t, func(w io.Writer) error { return office.Blank(model.KindSheet, "", w) })
	deck := made(t, func(w io.Writer) error { return office.WriteSlides(w, "", []office.Slide{{Title: "x"}}) })
	lines := []byte(strings.Repeat("some,text\n", 1000))
	for name, c := range map[string]struct {
		file, to string
		data     []byte
	}{
		"docx": {"a.docx", "md", docxOf(t, "<w:p/>")}, "docx text": {"a.docx", "txt", docxOf(t, "<w:p/>")},
		"xlsx": {"a.xlsx", "md", book}, "pptx": {"a.pptx", "txt", deck}, "csv": {"a.csv", "md", lines},
		"text": {"a.txt", "docx", lines}, "Markdown": {"a.md", "docx", lines}, "text as Markdown": {"a.txt", "md", lines},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				began := time.Now()
				_, err := office.Convert(t.Context(), c.file, c.to, slow{bytes.NewReader(c.data)}, int64(len(c.data)), io.Discard)
				if office.WhyOf(err) != office.TooLarge || !strings.Contains(err.Error(), "longer than 2m0s") {
					t.Errorf("after %v: %v", time.Since(began), err)
				}
				if d := time.Since(began); d > 5*time.Minute {
					t.Errorf("it went on for %v", d)
				}
			})
			ctx, stop := context.WithCancel(t.Context())
			stop()
			r, n := reader(c.data)
			if _, err := office.Convert(ctx, c.file, c.to, r, n, io.Discard); !errors.Is(err, context.Canceled) {
				t.Errorf("stopped: %v", err)
			}
			if _, err := office.Inspect(ctx, c.file, r, n); !errors.Is(err, context.Canceled) {
				t.Errorf("stopped: %v", err)
			}
			// If it is cancelled on the way, whatever a library makes of that, the
			// file is not to blame.
			for reads := 1; ; reads++ {
				ctx, stop := context.WithCancel(t.Context())
				r := &stopping{bytes.NewReader(c.data), reads, stop}
				_, err := office.Convert(ctx, c.file, c.to, r, n, io.Discard)
				stop()
				if r.left > 0 {
					break
				}
				if said := (*office.Error)(nil); err != nil && (!errors.Is(err, context.Canceled) || errors.As(err, &said)) {
					t.Errorf("stopped by read %d: %v", reads, err)
				}
			}
		})
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if _, err := office.CSVToXLSX(ctx, bytes.NewReader(lines), io.Discard); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}

// stopping ends a conversion by one of its reads.
type stopping struct {
	io.ReaderAt
	left int
	stop func()
}

func (s *stopping) ReadAt(p []byte, off int64) (int, error) {
	if s.left--; s.left == 0 {
		s.stop()
	}
	return s.ReaderAt.ReadAt(p, off)
}
