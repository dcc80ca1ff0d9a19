package office_test

import (
	"archive/zip"
	"bytes"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"unicode/utf16"

	"github.com/xuri/excelize/v2"
	"golang.org/x/text/encoding/simplifiedchinese"

	"aloft/client/office"
	"aloft/model"
)

func reader(b []byte) (io.ReaderAt, int64) { return bytes.NewReader(b), int64(len(b)) }

// made returns what a writer writes.
func made(t testing.TB, write func(io.Writer) error) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := write(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func workbook(t testing.TB, csv []byte) ([]byte, []string) {
	t.Helper()
	var notes []string
	data := made(t, func(w io.Writer) error {
		res, err := office.CSVToXLSX(t.Context(), bytes.NewReader(csv), w)
		notes = model.English(res.Notes)
		return err
	})
	return data, notes
}

func sheet(t testing.TB, data []byte) *excelize.File {
	t.Helper()
	f, err := excelize.OpenReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = f.Close() })
	return f
}

func utf16le(s string, mark bool) []byte {
	var b []byte
	if mark {
		b = append(b, 0xff, 0xfe)
	}
	for _, u := range utf16.Encode([]rune(s)) {
		b = append(b, byte(u), byte(u>>8))
	}
	return b
}

func utf16be(s string) []byte {
	b := utf16le(s, true)
	for i := 0; i < len(b); i += 2 {
		b[i], b[i+1] = b[i+1], b[i]
	}
	return b
}

func gb(t testing.TB, s string) []byte {
	t.Helper()
	b, err := simplifiedchinese.GB18030.NewEncoder().Bytes([]byte(s))
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestEveryEncodingOfACSVIsFound(t *testing.T) {
	const say = "name,city\n张三,北京\n李四,上海市\n"
	late := strings.Repeat(strings.Repeat("plain ", 60)+",ascii\n", 200) // longer than the sample
	for _, c := range []struct {
		name string
		data []byte
		cell string
		want string
	}{
		{"UTF-8", []byte(say), "A2", "张三"},
		{"UTF-8 with its mark", append([]byte{0xef, 0xbb, 0xbf}, say...), "A1", "name"},
		{"UTF-16 little", utf16le(say, true), "B3", "上海市"},
		{"UTF-16 little, no mark", utf16le("name,city\nabc,def\n", false), "B2", "def"},
		{"UTF-16 big", utf16be(say), "B3", "上海市"},
		{"GB18030", gb(t, say), "B3", "上海市"},
		{"GB18030 after much ASCII", append([]byte(late), gb(t, say)...), "B203", "上海市"},
		{"UTF-8 after much ASCII", append([]byte(late), say...), "B203", "上海市"},
		{"a mark in the middle is no mark", append([]byte(late), "\ufeffx,y\n"...), "B201", "y"},
		{"old Latin", []byte("name,city\nJos\xe9,M\xe1laga\n"), "A2", "José"},
	} {
		t.Run(c.name, func(t *testing.T) {
			data, notes := workbook(t, c.data)
			got, err := sheet(t, data).GetCellValue("Sheet1", c.cell)
			if err != nil || got != c.want {
				t.Errorf("%s is %q, want %q (%v)", c.cell, got, c.want, err)
			}
			if guessed := len(notes) > 0; guessed != (c.name == "old Latin") {
				t.Errorf("notes %q", notes)
			}
		})
	}
}

func TestWhatAWorkbookWouldSpoilStaysText(t *testing.T) {
	numbers := []string{"0", "7", "-12", "3.5", "1.50", "-0.25", "123456789012345", "0.125"}
	texts := []string{
		"00123", "13800138000138000", "1234567890123456", "+86", "1e5", "-0", "-0.0", "1.", ".5", "--1", "1-2", "2025-01-02",
		"=1+1", "=HYPERLINK(\"http://x\")", "@SUM(A1)", "_x0041_", "a<b>&\"c\"", " lead", "TRUE", "1,5", "1.0123456789", "१२",
	}
	var in strings.Builder
	for _, s := range slices.Concat(numbers, texts) {
		in.WriteString(`"` + strings.ReplaceAll(s, `"`, `""`) + "\"\n")
	}
	data, _ := workbook(t, []byte(in.String()))
	f := sheet(t, data)
	for i, s := range slices.Concat(numbers, texts) {
		cell, _ := excelize.CoordinatesToCellName(1, i+1)
		got, err := f.GetCellValue("Sheet1", cell)
		if err != nil || got != s {
			t.Errorf("%q came back as %q (%v)", s, got, err)
		}
		if formula, _ := f.GetCellFormula("Sheet1", cell); formula != "" {
			t.Errorf("%q became the formula %q", s, formula)
		}
		kind, _ := f.GetCellType("Sheet1", cell)
		if isText := kind == excelize.CellTypeInlineString; isText != (i >= len(numbers)) {
			t.Errorf("%q: text is %v (%v)", s, isText, kind)
		}
	}
}

func TestTheShapesOfACSV(t *testing.T) {
	long := strings.Repeat("字", 40_000)
	for _, c := range []struct {
		name, in string
		want     [][]string
		note     string
	}{
		{"quotes", "a,\"b \"\"q\"\" , c\",\"two\nlines\"\r\n", [][]string{{"a", "b \"q\" , c", "two\nlines"}}, ""},
		{"semicolons", "a;b,c;d\n1;2,5;3\n", [][]string{{"a", "b,c", "d"}, {"1", "2,5", "3"}}, ""},
		{"tabs", "a\tb\n1\t2\n", [][]string{{"a", "b"}, {"1", "2"}}, ""},
		{"told by Excel", "sep=|\r\na|b\r\n", [][]string{{"a", "b"}}, ""},
		{"old line ends", "a,b\rc,d\r", [][]string{{"a", "b"}, {"c", "d"}}, ""},
		{"no end of line at the end", "a,b\nc,d", [][]string{{"a", "b"}, {"c", "d"}}, ""},
		{"empty lines keep their place", "a\n\nb\n", [][]string{{"a"}, nil, {"b"}}, ""},
		{"rows of other lengths", "a,b,c\nd\n", [][]string{{"a", "b", "c"}, {"d"}}, ""},
		{"a quote within a cell", "5\" pipe,x\n", [][]string{{"5\" pipe", "x"}}, ""},
		{"a quote that never ends", "a,\"b\nc,d\n", [][]string{{"a", "b\nc,d\n"}}, ""},
		{"a cell too long", "a," + long + ",z\n", [][]string{{"a", long[:3*32767], "z"}}, "1 cell was longer than 32767 characters and was cut"},
		{"what XML cannot hold", "a\x01b,c\n", [][]string{{"a\uFFFDb", "c"}}, "1 character that no office file can hold was replaced"},
		{"nothing", "", nil, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			data, notes := workbook(t, []byte(c.in))
			rows, err := sheet(t, data).GetRows("Sheet1")
			if err != nil {
				t.Fatal(err)
			}
			if !slices.EqualFunc(rows, c.want, slices.Equal) {
				t.Errorf("got %q, want %q", rows, c.want)
			}
			if note := strings.Join(notes, "|"); note != c.note {
				t.Errorf("notes %q, want %q", note, c.note)
			}
		})
	}
}

func TestColumnsBeyondTheLastAreCounted(t *testing.T) {
	data, notes := workbook(t, []byte(strings.Repeat("1,", 16_384+2)+"1\nx,y\n"))
	if want := []string{"3 cells were beyond column 16384 and were left out"}; !slices.Equal(notes, want) {
		t.Errorf("notes %q, want %q", notes, want)
	}
	f := sheet(t, data)
	for cell, want := range map[string]string{"XFD1": "1", "B2": "y"} {
		if got, err := f.GetCellValue("Sheet1", cell); err != nil || got != want {
			t.Errorf("%s: %q, %v", cell, got, err)
		}
	}
}

func TestASheetAsMarkdownAndText(t *testing.T) {
	f := excelize.NewFile()
	for cell, v := range map[string]any{"A1": "Item", "B1": "Price|net", "A2": "a*b", "B2": 1.5, "A4": "snake_case\nline", "B4": 3} {
		if err := f.SetCellValue("Sheet1", cell, v); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := f.NewSheet("二"); err != nil {
		t.Fatal(err)
	}
	_ = f.SetCellValue("二", "B2", "only")
	_ = f.SetSheetVisible("二", false)
	data := made(t, func(w io.Writer) error { return f.Write(w) })
	r, n := reader(data)
	var md, txt bytes.Buffer
	res, err := office.ToMarkdown(t.Context(), "x.xlsx", r, n, &md)
	if err != nil {
		t.Fatal(err)
	}
	want := "## Sheet1\n\n| Item | Price\\|net |\n| --- | --- |\n| a\\*b | 1.5 |\n|  |  |\n| snake_case<br>line | 3 |\n\n## 二\n\n|  |  |\n| --- | --- |\n|  | only |\n"
	if md.String() != want {
		t.Errorf("got\n%s\nwant\n%s", md.String(), want)
	}
	if len(res.Notes) != 2 || res.Notes[0].String() != "1 hidden sheet became visible" {
		t.Errorf("notes %q", res.Notes)
	}
	if _, err := office.ToText(t.Context(), "x.xlsx", r, n, &txt); err != nil {
		t.Fatal(err)
	}
	if want := "Sheet1\nItem\tPrice|net\na*b\t1.5\n\nsnake_case line\t3\n\n二\n\n\tonly\n"; txt.String() != want {
		t.Errorf("got\n%q\nwant\n%q", txt.String(), want)
	}
}

func TestACSVAsMarkdown(t *testing.T) {
	r, n := reader(gb(t, "名,值\n一,2\n三,4,5\n\n\n"))
	var md bytes.Buffer
	if _, err := office.ToMarkdown(t.Context(), "x.csv", r, n, &md); err != nil {
		t.Fatal(err)
	}
	if want := "| 名 | 值 |  |\n| --- | --- | --- |\n| 一 | 2 |  |\n| 三 | 4 | 5 |\n"; md.String() != want {
		t.Errorf("got\n%s", md.String())
	}
}

func TestATextAsMarkdownStaysAText(t *testing.T) {
	r, n := reader([]byte("# no heading\r\nsecond *line*\n\n1. no list\n- nor this\n"))
	var md bytes.Buffer
	if _, err := office.ToMarkdown(t.Context(), "x.txt", r, n, &md); err != nil {
		t.Fatal(err)
	}
	if want := "\\# no heading\\\nsecond \\*line\\*\n\n1\\. no list\\\n\\- nor this\n"; md.String() != want {
		t.Errorf("got\n%s", md.String())
	}
}

func TestSlidesComeBackInTheirOrder(t *testing.T) {
	deck := []office.Slide{
		{Title: "Plan & <goal>", Lines: []office.Line{{Text: "first"}, {Level: 1, Text: "below"}, {Plain: true, Text: "no bullet"}}},
		{Title: "二", Lines: []office.Line{{Text: "一\n二"}}, Hidden: true},
		{Title: ""},
	}
	data := made(t, func(w io.Writer) error { return office.WriteSlides(w, "Deck", deck) })
	r, n := reader(data)
	got, res, err := office.ReadSlides(t.Context(), "x.pptx", r, n)
	if err != nil {
		t.Fatal(err)
	}
	if len(got) != 3 || got[0].Title != deck[0].Title || !slices.EqualFunc(got[0].Lines, deck[0].Lines, func(a, b office.Line) bool {
		return a.Level == b.Level && a.Plain == b.Plain && a.Text == b.Text
	}) || !got[1].Hidden || got[1].Lines[0].Text != "一\n二" {
		t.Errorf("got %+v", got)
	}
	if want := []string{"1 hidden slide became visible"}; !slices.Equal(model.English(res.Notes), want) {
		t.Errorf("notes %q", res.Notes)
	}
	var md bytes.Buffer
	if _, err := office.ToMarkdown(t.Context(), "x.pptx", r, n, &md); err != nil {
		t.Fatal(err)
	}
	want := "## Plan & \\<goal\\>\n\n- first\n  - below\n\nno bullet\n\n## 二\n\n- 一 二\n\n## Slide 3\n"
	if md.String() != want {
		t.Errorf("got\n%s\nwant\n%s", md.String(), want)
	}
}

// The order is that of the presentation, not that of the names of the parts.
func TestTheListOfSlidesRules(t *testing.T) {
	data := made(t, func(w io.Writer) error {
		return office.WriteSlides(w, "", []office.Slide{{Title: "one"}, {Title: "two"}})
	})
	data = rezip(t, data, func(name string, b []byte) []byte {
		if name == "ppt/presentation.xml" {
			s := string(b)
			a, z := strings.Index(s, `<p:sldIdLst>`)+len(`<p:sldIdLst>`), strings.Index(s, `</p:sldIdLst>`)
			ids := strings.SplitAfter(strings.TrimSuffix(s[a:z], "/>"), "/>")
			return []byte(s[:a] + ids[1] + "/>" + strings.TrimSuffix(ids[0], "/>") + "/>" + s[z:])
		}
		return b
	})
	r, n := reader(data)
	got, _, err := office.ReadSlides(t.Context(), "x.pptx", r, n)
	if err != nil || len(got) != 2 || got[0].Title != "two" {
		t.Errorf("%+v, %v", got, err)
	}
}

// A slide that cannot be read does not lose the others.
func TestALostSlideIsNamed(t *testing.T) {
	whole := made(t, func(w io.Writer) error {
		return office.WriteSlides(w, "", []office.Slide{{Title: "one"}, {Title: "two"}, {Title: "three"}})
	})
	data := rezip(t, whole, func(name string, b []byte) []byte {
		switch name {
		case "ppt/slides/slide1.xml":
			return nil
		case "ppt/slides/slide3.xml":
			return b[:100]
		}
		return b
	})
	r, n := reader(data)
	got, res, err := office.ReadSlides(t.Context(), "x.pptx", r, n)
	if err != nil || len(got) != 1 || got[0].Title != "two" || len(res.Notes) != 2 || res.Notes[0].String() != "slide 1 could not be read and was left out" {
		t.Errorf("%+v, %q, %v", got, res.Notes, err)
	}
	data = rezip(t, whole, func(name string, b []byte) []byte {
		if name == "ppt/_rels/presentation.xml.rels" {
			return nil
		}
		return b
	})
	r, n = reader(data)
	if got, res, err := office.ReadSlides(t.Context(), "x.pptx", r, n); err != nil || len(got) != 0 || len(res.Notes) != 3 {
		t.Errorf("without the list of relationships: %+v, %q, %v", got, res.Notes, err)
	}
}

// rezip rewrites a package with changed parts; nil removes a part.
func rezip(t testing.TB, data []byte, change func(name string, b []byte) []byte) []byte {
	t.Helper()
	in, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	return made(t, func(w io.Writer) error {
		out := zip.NewWriter(w)
		for _, f := range in.File {
			r, err := f.Open()
			if err != nil {
				return err
			}
			b, err := io.ReadAll(r)
			if err != nil {
				return errors.Join(err, r.Close())
			}
			if b = change(f.Name, b); b == nil {
				continue
			}
			p, err := out.Create(f.Name)
			if err != nil {
				return err
			}
			if _, err := p.Write(b); err != nil {
				return err
			}
		}
		return out.Close()
	})
}

func TestBlankFilesAreWhatTheySay(t *testing.T) {
	for kind, suffix := range map[model.Kind]string{model.KindSheet: "xlsx", model.KindSlide: "pptx"} {
		data := made(t, func(w io.Writer) error { return office.Blank(kind, `Plan <"2025"> & more`, w) })
		r, n := reader(data)
		if _, err := office.Inspect(t.Context(), "x."+suffix, r, n); err != nil {
			t.Errorf("%s: %v", kind, err)
		}
	}
	if err := office.Blank(model.KindForm, "x", io.Discard); office.WhyOf(err) != office.Unsupported {
		t.Errorf("a form: %v", err)
	}
}
