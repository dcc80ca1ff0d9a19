package word_test

import (
	"archive/zip"
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"

	"aloft/client/office/word"
	"aloft/client/office/word/read"
)

// The Word files of other programs: a few are in testdata; .ci/corpus makes many
// more and sets their folder. The content of a file is counted by code of its own,
// independent of the reader; our file of it must have the same counts.
func TestCorpus(t *testing.T) {
	dir := os.Getenv("ALOFT_CORPUS")
	if dir == "" {
		dir = "testdata/corpus"
	}
	files, err := filepath.Glob(filepath.Join(dir, "*.docx"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no files in %s: %v", dir, err)
	}
	var all, kept seen
	opened := 0
	for _, name := range files {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		d, lost, err := read.Docx(bytes.NewReader(data), int64(len(data)), word.Limits{})
		if err != nil {
			t.Errorf("%s: %v", filepath.Base(name), err)
			continue
		}
		opened++
		ours := docxOf(t, d)
		checkWhole(t, ours)
		if os.Getenv("ALOFT_CORPUS") != "" {
			if err := os.WriteFile(filepath.Join(dir, "ours", filepath.Base(name)), ours, 0o600); err != nil {
				t.Fatal(err)
			}
		}
		again, _ := fromDocx(t, ours)
		a, _ := dump(d)
		b, _ := dump(again)
		differ(t, filepath.Base(name)+": second trip", a, b)
		differ(t, filepath.Base(name)+": markdown", markdownOf(t, d), markdownOf(t, fromMarkdown(t, markdownOf(t, d))))
		x, y := look(t, data), look(t, ours)
		all.add(x, x)
		kept.add(x, y)
		if x.missing(y) {
			t.Errorf("%s: in it %v\n in ours %v\n lost %v", filepath.Base(name), x, y, lost.Sentences())
		}
	}
	t.Logf("opened %d of %d; words kept %.2f %%; headings %d of %d, tables %d of %d, images %d of %d, comments %d of %d, links %d of %d",
		opened, len(files), 100*float64(kept.words)/float64(max(all.words, 1)), kept.headings, all.headings, kept.tables, all.tables,
		kept.images, all.images, kept.comments, all.comments, kept.links, all.links)
	if os.Getenv("ALOFT_CORPUS") != "" {
		own(t, filepath.Join(dir, "ours"))
	}
	if opened < len(files) || float64(kept.words) < 0.994*float64(all.words) {
		t.Error("below the bar")
	}
}

// own writes documents for the other readers to open: one with every construct,
// whose content .ci/corpus.py knows, and random ones.
func own(t *testing.T, dir string) {
	t.Helper()
	save := func(name string, d *word.Document) {
		b := docxOf(t, d)
		checkWhole(t, b)
		if err := os.WriteFile(filepath.Join(dir, name+".docx"), b, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	save("own-constructs", constructs())
	for i := range 12 {
		save(fmt.Sprint("own-random-", i), genDocument().Example(i))
	}
}

// constructs is a document with one of each.
func constructs() *word.Document {
	body := func(s string) *word.Paragraph { return word.NewParagraph(word.Format{}, word.Text(s)) }
	mark := func(k word.Kind, id string) word.Inline { return word.Inline{Kind: k, Name: id} }
	return word.NewDocument(0, []word.Block{
		word.NewParagraph(word.Format{Level: word.Title}, word.Text("The title")),
		word.NewParagraph(word.Format{Level: 1}, word.Text("Heading one")),
		word.NewParagraph(word.Format{}, word.Text("Some "), mark(word.CommentStart, "c"), word.Text("commented"), mark(word.CommentEnd, "c"), word.Text(" words"), word.Inline{Kind: word.PageBreak}),
		word.NewParagraph(word.Format{Task: word.ToDo}, word.Text("task open")),
		word.NewParagraph(word.Format{Task: word.Done}, word.Text("task closed")),
		word.NewParagraph(word.Format{List: word.Number, ListLevel: 1}, word.Text("numbered")),
		word.NewParagraph(word.Format{List: word.Bullet, ListLevel: 2}, word.Text("nested")),
		word.NewTable([]word.Cell{word.NewCell(body("first table"))}),
		word.NewTable([]word.Cell{word.NewCell(body("second table"), word.NewTable([]word.Cell{word.NewCell(body("inner table"))}))}),
		word.NewParagraph(word.Format{Level: 9}, word.Text("Heading nine")),
		word.NewBox(word.TextBox, "", "", body("inside a box")),
		word.NewBox(word.CodeBlock, "go", "", body("code := here"), body("\tindented")),
		word.NewBox(word.HighlightBlock, "", "", body("high light")),
		word.NewParagraph(word.Format{}, word.Styled("a link", word.Props{Link: "https://example.com/a b?c=<d>"}), word.Text(" "), word.Styled("to a heading", word.Props{Link: "#heading-one"}),
			word.Inline{Kind: word.Image, Picture: &word.Picture{Data: tinyPNG(), Alt: "dot", Name: "a.png"}}),
	}, []word.Comment{{ID: "c", Author: "Ann", Text: "why?"}, {ID: "r", Parent: "c", Author: "Bob", Text: "because"}})
}

// seen is what the independent code counts in a file.
type seen struct{ words, headings, tables, images, comments, links int }

func (s *seen) add(x, y seen) {
	s.words += min(x.words, y.words)
	s.headings += min(x.headings, y.headings)
	s.tables += min(x.tables, y.tables)
	s.images += min(x.images, y.images)
	s.comments += min(x.comments, y.comments)
	s.links += min(x.links, y.links)
}

func (s seen) missing(o seen) bool {
	return o.headings < s.headings || o.tables < s.tables || o.images < s.images || o.comments < s.comments || o.links < s.links ||
		float64(o.words) < 0.98*float64(s.words)-1
}

func (s seen) String() string {
	return fmt.Sprintf("words %d headings %d tables %d images %d comments %d links %d", s.words, s.headings, s.tables, s.images, s.comments, s.links)
}

// look counts by the plain tokens of the parts.
func look(t *testing.T, data []byte) seen {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	part := func(name string) string {
		f, err := z.Open(name)
		if err != nil {
			return ""
		}
		defer f.Close()
		b, err := io.ReadAll(f)
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	heads := map[string]bool{}
	id := ""
	eachElement(t, "styles", part("word/styles.xml"), func(e xml.StartElement) {
		switch e.Name.Local {
		case "style":
			id = attrOf(e, "styleId")
		case "name":
			heads[id] = heads[id] || strings.HasPrefix(strings.ToLower(attrOf(e, "val")), "heading ")
		}
	})
	var s seen
	var text strings.Builder
	d := xml.NewDecoder(strings.NewReader(part("word/document.xml")))
	skip, on, link := 0, false, false
	var words bool // the paragraph has some
	head := false
	for {
		tok, err := d.Token()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		switch e := tok.(type) {
		case xml.StartElement:
			switch e.Name.Local {
			case "del", "moveFrom", "Fallback":
				skip++
			case "p":
				text.WriteByte(' ')
				head, words = false, false
			case "pStyle":
				head = heads[attrOf(e, "val")]
			case "tbl":
				s.tables++
			case "blip":
				if attrOf(e, "embed")+attrOf(e, "link") != "" { // LibreOffice writes some without
					s.images++
				}
			case "hyperlink":
				link = true
			case "instrText":
				on = false
			case "t":
				on = e.Name.Space != "http://schemas.openxmlformats.org/officeDocument/2006/math" && skip == 0
			case "tab", "br":
				text.WriteByte(' ')
			}
		case xml.EndElement:
			switch e.Name.Local {
			case "del", "moveFrom", "Fallback":
				skip--
			case "p":
				if head && words {
					s.headings++
				}
			case "hyperlink":
				if link {
					s.links++
				}
				link = false
			case "t":
				on = false
			}
		case xml.CharData:
			if on {
				words = words || strings.TrimSpace(string(e)) != ""
				text.Write(e)
			}
		}
	}
	s.words = len(strings.FieldsFunc(text.String(), func(r rune) bool { return !unicode.IsLetter(r) }))
	if c := part("word/comments.xml"); c != "" {
		eachElement(t, "comments", c, func(e xml.StartElement) {
			if e.Name.Local == "comment" {
				s.comments++
			}
		})
	}
	return s
}
