package engine

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"sort"
	"strings"
	"testing"

	"aloft/client/office/word"
	"aloft/client/office/word/patch"
	"aloft/client/office/word/read"
	"aloft/model"
	"aloft/model/text"
)

// corpus are the files of other programs: those of package word, or of .ci/corpus.
func corpus(t testing.TB) map[string][]byte {
	t.Helper()
	dir := os.Getenv("ALOFT_CORPUS")
	if dir == "" {
		dir = "../../office/word/testdata/corpus"
	}
	names, err := filepath.Glob(filepath.Join(dir, "*.docx"))
	if err != nil || len(names) == 0 {
		t.Fatalf("no files in %s: %v", dir, err)
	}
	out := map[string][]byte{}
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		out[strings.TrimSuffix(filepath.Base(name), ".docx")] = data
	}
	_, out["constructs with notes"] = newFormFile(t)
	return out
}

// file is a Word file taken apart, by code that knows nothing of the reader.
type file struct {
	parts  map[string]string
	blocks []string       // of the body, in canonical XML
	counts map[string]int // of elements and of their attributes
}

func openFile(t testing.TB, data []byte) file {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	f := file{parts: map[string]string{}, counts: map[string]int{}}
	for _, e := range z.File {
		r, err := e.Open()
		if err != nil {
			t.Fatal(err)
		}
		b, err := io.ReadAll(r)
		if err != nil {
			t.Fatalf("%s: %v", e.Name, err)
		}
		if _, twice := f.parts[e.Name]; twice {
			t.Fatalf("%s is there twice", e.Name)
		}
		f.parts[e.Name] = string(b)
	}
	f.blocks = canonical(t, f.parts["word/document.xml"], f.counts)
	return f
}

// canonical gives the children of the body: names with their namespace, attributes in
// order, no declarations. counts gets all names.
func canonical(t testing.TB, part string, counts map[string]int) []string {
	t.Helper()
	var out []string
	var b strings.Builder
	d := xml.NewDecoder(strings.NewReader(part))
	depth := 0
	for {
		tok, err := d.Token()
		if err == io.EOF {
			return out
		}
		if err != nil {
			t.Fatalf("document.xml: %v", err)
		}
		switch e := tok.(type) {
		case xml.StartElement:
			depth++
			counts[e.Name.Local]++
			var attrs []string
			for _, a := range e.Attr {
				if a.Name.Space != "xmlns" && a.Name.Local != "xmlns" {
					attrs = append(attrs, fmt.Sprintf("%s:%s=%q", a.Name.Space, a.Name.Local, a.Value))
					counts[e.Name.Local+"@"+a.Name.Local]++
				}
			}
			sort.Strings(attrs)
			fmt.Fprintf(&b, "<%s:%s %s>", e.Name.Space, e.Name.Local, strings.Join(attrs, " "))
		case xml.EndElement:
			fmt.Fprintf(&b, "</>")
			if depth--; depth == 2 {
				out = append(out, b.String())
			}
			if depth <= 2 {
				b.Reset()
			}
		case xml.CharData:
			b.WriteString(string(e))
		}
		if depth <= 2 && len(out) == 0 {
			if s, ok := tok.(xml.StartElement); ok && (s.Name.Local == "body" || s.Name.Local == "document") {
				b.Reset()
			}
		}
	}
}

// into exports a document into the file that it came from.
func into(t testing.TB, d *word.Document, data []byte) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := patch.Into(&b, d, bytes.NewReader(data), int64(len(data)), word.Limits{}); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func imported(t testing.TB, data []byte) *word.Document {
	t.Helper()
	d, _, err := read.Docx(bytes.NewReader(data), int64(len(data)), word.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// Nothing is edited: the parts have the same bytes.
func TestUntouchedFileStaysTheSame(t *testing.T) {
	for name, data := range corpus(t) {
		was, is := openFile(t, data), openFile(t, into(t, imported(t, data), data))
		for part, text := range was.parts {
			if is.parts[part] != text {
				t.Errorf("%s: %s differs\n%.2000s\n%.2000s", name, part, text, is.parts[part])
			}
		}
		if len(is.parts) != len(was.parts) {
			t.Errorf("%s: %d parts, then %d", name, len(was.parts), len(is.parts))
		}
	}
}

// One paragraph is put at each place where one can be: every block of the file is
// still there, and every other part has its bytes.
func TestInsertedParagraphTouchesNothingElse(t *testing.T) {
	for name, data := range corpus(t) {
		d := imported(t, data)
		was := openFile(t, data)
		blocks := d.Blocks()
		for i := range blocks {
			at := d.Start(i) + blocks[i].Len() - 1
			if _, ok := blocks[i].(*word.Paragraph); !ok {
				at = d.Start(i)
			}
			if len(blocks) > 40 && i%17 != 3 {
				continue
			}
			n, err := InsertParagraphWithText(d, int64(at), "A new one.", Style{Level: 10})
			if err != nil {
				t.Fatal(err)
			}
			out := into(t, n, data)
			is := openFile(t, out)
			same := len(text.CommonLines(was.blocks, is.blocks))
			if same < len(was.blocks)-1 || len(is.blocks) > len(was.blocks)+1 || same == len(was.blocks)-1 && !strings.Contains(name, "controls") && !strings.Contains(name, "constructs") {
				t.Errorf("%s: behind block %d: %d of %d blocks are the same, %d now", name, i, same, len(was.blocks), len(is.blocks))
			}
			for part, text := range was.parts {
				if part != "word/document.xml" && is.parts[part] != text {
					t.Errorf("%s: %s differs", name, part)
				}
			}
			back := imported(t, out)
			if a, b := texts(n), texts(back); a != b && !strings.Contains(name, "notes") {
				t.Errorf("%s: behind block %d: the text is another\n%s\n%s", name, i, a, b)
			}
		}
	}
}

// texts is the text of a document, a line for each paragraph.
func texts(d *word.Document) string {
	var b strings.Builder
	_ = d.Text(&b)
	return b.String()
}

// One match is formatted: only its block differs, and only by the property.
func TestFormattedMatchKeepsItsForm(t *testing.T) {
	for name, data := range corpus(t) {
		d := imported(t, data)
		was := openFile(t, data)
		tried := 0
		for _, w := range strings.Fields(texts(d)) {
			m, err := Find(d, w)
			if err != nil || len(m.All) == 0 || tried == 12 {
				continue
			}
			tried++
			yes := true
			n, err := UpdateTextProperty(d, []model.Range{m.All[0].Range}, model.TextProps{Underline: &yes, Color: "12ab34"})
			if err != nil {
				t.Fatal(err)
			}
			out := into(t, n, data)
			is := openFile(t, out)
			touched := 1
			if strings.Contains(texts(d), w) && strings.Contains(name, "constructs") && len([]rune(w)) == 8 {
				touched = 2 // two elements may be one paragraph: the mark between them is deleted
			}
			if same := len(text.CommonLines(was.blocks, is.blocks)); same < len(was.blocks)-touched || len(is.blocks) != len(was.blocks) {
				t.Errorf("%s: %q: %d of %d blocks are the same", name, w, same, len(was.blocks))
			}
			var less []string
			for what, count := range was.counts {
				if is.counts[what] < count && what != "t" {
					less = append(less, what)
				}
			}
			slices.Sort(less)
			if len(less) > 0 {
				t.Errorf("%s: %q: fewer %v", name, w, less)
			}
			if a, b := texts(n), texts(imported(t, out)); a != b {
				t.Errorf("%s: %q: the text is another\n%s\n%s", name, w, a, b)
			}
		}
	}
}
