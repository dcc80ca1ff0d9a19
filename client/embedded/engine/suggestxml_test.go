package engine

import (
	"bytes"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"aloft/client/office/word"
	"aloft/client/office/word/md"
	"aloft/client/office/word/patch"
	"aloft/client/office/word/write"
	"aloft/model"
)

// suggesting makes suggestions in a file, one after the other.
type suggesting struct {
	*testing.T
	data []byte
	doc  *word.Document
}

func suggestIn(t *testing.T, markdown string, comments ...string) *suggesting {
	d, _, err := md.Read([]byte(markdown), md.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i, on := range comments {
		d, err = InsertComment(d, spot(t, d, on), Remark{ID: string(rune('a' + i)), Author: "Zoe", Text: "hm"})
		if err != nil {
			t.Fatal(err)
		}
	}
	var b bytes.Buffer
	if err := write.Docx(&b, d); err != nil {
		t.Fatal(err)
	}
	return &suggesting{t, b.Bytes(), imported(t, b.Bytes())}
}

// spot is the range of a text.
func spot(t *testing.T, d *word.Document, s string) model.Range {
	t.Helper()
	m, err := Find(d, s)
	if err != nil || len(m.All) == 0 {
		t.Fatalf("%q is not there: %v", s, err)
	}
	return m.All[0].Range
}

// by makes an edit the suggestion of a person. A replacement and a format are of the text
// Old, an insertion comes behind it.
func (s *suggesting) by(author string, e model.Edit) {
	s.Helper()
	r := spot(s.T, s.doc, e.Old)
	if e.Kind == model.EditReplace || e.Kind == model.EditFormat {
		e.Ranges = []model.Range{r}
	} else {
		e.At = r.End
	}
	n, err := Do(s.doc, e, Extra{})
	if err != nil {
		s.Fatal(err)
	}
	s.suggest(author, n)
}

// suggest writes a document into the file as the suggestion of a person.
func (s *suggesting) suggest(author string, n *word.Document) {
	s.Helper()
	var b bytes.Buffer
	by := patch.Suggestion{Author: author, When: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)}
	if err := patch.Suggest(&b, n, bytes.NewReader(s.data), int64(len(s.data)), word.Limits{}, by); err != nil {
		s.Fatal(err)
	}
	s.data = b.Bytes()
	s.doc = imported(s.T, s.data)
}

// body is the XML of the text: an insertion by Ann is {+A …}, a deletion {-A …}.
func (s *suggesting) body() string {
	_, xml, _ := strings.Cut(openFile(s.T, s.data).parts["word/document.xml"], "<w:body>")
	xml, _, _ = strings.Cut(xml, "<w:sectPr>")
	for _, r := range [][2]string{
		{`<w:(ins|del) w:id="\d+" w:author="(.)[^"]*" w:date="2026-01-02T03:04:05Z"(/?)>`, `{$1$2$3 `}, {`</w:(ins|del)>`, `}`}, {`/ `, `}`},
		{`<w:(.PrChange) w:id="\d+" w:author="(.)[^"]*" w:date="2026-01-02T03:04:05Z">(.*?)</w:.PrChange>`, `{was$2 $3}`},
		{`{ins`, `{+`}, {`{del`, `{-`}, {`</?w:(r|t|delText)( xml:space="preserve")?>`, ``}, {`w:`, ``},
		{`<tblPr>.*?</tblPr>|<tblGrid>.*?</tblGrid>|<tcPr>.*?</tcPr>`, ``}, {`<rPr><rStyle val="CommentReference"/></rPr><commentReference[^>]*/>`, ``}, {` (r:)?id="(rId)?\d+"`, ``},
	} {
		xml = regexp.MustCompile(r[0]).ReplaceAllString(xml, r[1])
	}
	return xml
}

// What is written for a suggestion: no letter more than what differs, words where words were
// replaced, and of two paragraphs that are one without it the mark of the first.
func TestSuggestedXML(t *testing.T) {
	yes := true
	type one struct {
		by string
		e  model.Edit
	}
	ins := func(by, behind, s string) one { return one{by, model.Edit{Kind: model.EditText, Old: behind, Text: s}} }
	put := func(by, old, s string) one { return one{by, model.Edit{Kind: model.EditReplace, Old: old, Text: s}} }
	for name, c := range map[string]struct {
		text  string
		edits []one
		want  string
	}{
		"letters":         {"one two", []one{ins("Ann", "on", "c")}, `<p>on{+A c}e two</p>`},
		"a word":          {"one two", []one{put("Ann", "two", "tree")}, `<p>one {-A two}{+A tree}</p>`},
		"part of a word":  {"one two", []one{put("Ann", "wo", "en")}, `<p>one {-A two}{+A ten}</p>`},
		"words":           {"one two three", []one{put("Ann", "one two", "a few")}, `<p>{-A one two}{+A a few} three</p>`},
		"nothing instead": {"one two", []one{put("Ann", " two", "")}, `<p>one{-A  two}</p>`},
		"bold":            {"one two", []one{{"Ann", model.Edit{Kind: model.EditFormat, Old: "two", Props: model.TextProps{Bold: &yes}}}}, `<p>one <rPr><b/>{wasA <rPr/>}</rPr>two</p>`},
		"a paragraph":     {"one two", []one{{"Ann", model.Edit{Kind: model.EditParagraph, Old: "one", Paragraph: Style{Level: 1}}}}, `<p><pPr><rPr>{+A}</rPr></pPr>one</p><p><pPr><pStyle val="Heading1"/>{wasA <pPr/>}</pPr> two</p>`},
		"one at the end":  {"one", []one{{"Ann", model.Edit{Kind: model.EditParagraph, Old: "one", Text: "two", Paragraph: Style{Level: 10}}}}, `<p><pPr><rPr>{+A}</rPr></pPr>one</p><p>{+A two}</p>`},
		"one between":     {"one\n\nthree", []one{{"Ann", model.Edit{Kind: model.EditParagraph, Old: "one", Text: "two"}}}, `<p>one</p><p><pPr><rPr>{+A}</rPr></pPr>{+A two}</p><p>three</p>`},
		"a table":         {"one\n\nthree", []one{{"Ann", model.Edit{Kind: model.EditTable, Old: "one", Rows: 1, Cols: 2}}}, `<p>one</p><tbl><tr><trPr>{+A}</trPr><tc><p></p></tc><tc><p></p></tc></tr></tbl><p>three</p>`},
		"code":            {"one\n\nthree", []one{{"Ann", model.Edit{Kind: model.EditMarkdown, Old: "one", Text: "```\nx\n```\n"}}}, `<p>one</p><customXmlInsRangeStart author="Ann" date="2026-01-02T03:04:05Z"/><sdt><sdtPr><tag val="aloft:code:"/></sdtPr><sdtContent><customXmlInsRangeEnd/><p><pPr><pStyle val="SourceCode"/><rPr>{+A}</rPr></pPr>{+A x}</p><customXmlInsRangeStart author="Ann" date="2026-01-02T03:04:05Z"/></sdtContent></sdt><customXmlInsRangeEnd/><p>three</p>`},
		"a link":          {"one", []one{{"Ann", model.Edit{Kind: model.EditMarkdown, Old: "one", Text: "a [b](https://e.x) c"}}}, `<p><pPr><rPr>{+A}</rPr></pPr>one</p><p>{+A a }<hyperlink>{+A <rPr><rStyle val="Hyperlink"/></rPr>b}</hyperlink>{+A  c}</p>`},
		"in one's own":    {"one two", []one{ins("Ann", "one", " and a"), put("Ann", "and", "or"), ins("Ann", "or", "e")}, `<p>one {+A ore a }two</p>`},
		"in another's":    {"one two", []one{ins("Ann", "one", " and a"), put("Ben", "and", "or")}, `<p>one {+A {-B and}}{+B or}{+A  a }two</p>`},
		"in a link":       {"[one two](https://e.x)", []one{put("Ann", "two", "ten")}, `<p><hyperlink><rPr><rStyle val="Hyperlink"/></rPr>one {-A <rPr><rStyle val="Hyperlink"/></rPr>two}{+A <rPr><rStyle val="Hyperlink"/></rPr>ten}</hyperlink></p>`},
	} {
		s := suggestIn(t, c.text)
		for _, o := range c.edits {
			s.by(o.by, o.e)
		}
		if got := s.body(); got != c.want {
			t.Errorf("%s:\n%s", name, got)
		}
	}
}

// A comment on text that is gone stays in the file, and has its text again when the deletion
// is rejected.
func TestSuggestionKeepsComments(t *testing.T) {
	s := suggestIn(t, "one two three", "two")
	s.by("Ann", model.Edit{Kind: model.EditReplace, Old: " two", Text: ""})
	if n := len(s.doc.Comments()); n != 1 {
		t.Fatalf("%d comments", n)
	}
	back, _ := settled(t, s.data, patch.Verdict{})
	d := imported(t, back)
	if in := d.Blocks()[0].(*word.Paragraph).Inlines(); len(d.Comments()) != 1 || len(in) != 5 || in[2].Text != "two" {
		t.Errorf("%+v", in)
	}
}

// A list that a file gets in several pieces is one list there: new items, one that ends the
// text, paragraphs that were cut in two.
func TestListsStayWhole(t *testing.T) {
	md := func(text string) model.Edit { return model.Edit{Kind: model.EditMarkdown, Old: "last", Text: text} }
	item := func(old string) model.Edit {
		return model.Edit{Kind: model.EditParagraph, Old: old, Paragraph: Style{List: 2}}
	}
	for _, c := range []struct {
		name, text string
		edits      []model.Edit
		want       string // of each paragraph the list, and the number in it
	}{
		{"at the end", "a\n\nlast", []model.Edit{md("1. x\n2. y\n3. z")}, "- - A1 A2 A3"},
		{"from 5", "a\n\nlast", []model.Edit{md("5. x\n6. y\n7. z")}, "- - A5 A6 A7"},
		{"one item", "a\n\nlast", []model.Edit{md("1. x")}, "- - A1"},
		{"levels", "a\n\nlast", []model.Edit{md("1. x\n   1. y\n   2. z\n2. v\n3. w")}, "- - A1 A1 A2 A2 A3"},
		{"bullets", "a\n\nlast", []model.Edit{md("- x\n- y\n- z")}, "- - A0 A0 A0"},
		{"behind a list", "a\n\n1. b\n2. last", []model.Edit{md("1. x\n2. y\n3. z")}, "- A1 A2 B1 B2 B3"},
		{"one item behind a list", "a\n\n1. b\n2. last", []model.Edit{md("1. x")}, "- A1 A2 B1"},
		{"behind bullets", "a\n\n- b\n- last", []model.Edit{md("1. x\n2. y")}, "- A0 A0 B1 B2"},
		{"it goes on", "a\n\n1. b\n2. last", []model.Edit{item("last")}, "- A1 A2 A3"},
		{"between", "a\n\nlast\n\nb", []model.Edit{md("1. x\n2. y\n3. z")}, "- - A1 A2 A3 -"},
		{"before a list", "last\n\n1. b\n2. c", []model.Edit{md("1. x\n2. y")}, "- A1 A2 B1 B2"},
		{"of paragraphs that were cut", "a b c", []model.Edit{item("a"), item("b")}, "- A1 A2"},
		{"of new items and a cut paragraph", "a last c", []model.Edit{item("a"), md("x\n\n1. y\n2. z"), item("z")}, "- A1 - B1 B2 B3 B4"},
	} {
		for _, suggest := range []bool{false, true} {
			s := suggestIn(t, c.text)
			d := s.doc
			for _, e := range c.edits {
				e.At = spot(t, d, e.Old).End
				n, err := Do(d, e, Extra{})
				if err != nil {
					t.Fatal(err)
				}
				d = n
			}
			data := s.data
			if !suggest {
				data = into(t, d, data)
			} else {
				s.suggest("Ann", d)
				data = s.data
			}
			if got := listsOf(t, data); got != c.want {
				t.Errorf("%s, suggested %v: %s, want %s", c.name, suggest, got, c.want)
			}
		}
	}
}

// listsOf names the list of each paragraph of a file, with its number.
func listsOf(t *testing.T, data []byte) string {
	xml := openFile(t, data).parts["word/document.xml"]
	blocks := imported(t, data).Blocks()
	numbers := word.Numbers(blocks)
	names := map[string]string{}
	var out []string
	for i, p := range regexp.MustCompile(`(?s)<w:p>.*?</w:p>`).FindAllString(xml, -1) {
		if m := regexp.MustCompile(`<w:numId w:val="(\d+)"`).FindStringSubmatch(strings.Split(p, "PrChange")[0]); m == nil {
			out = append(out, "-")
		} else {
			if names[m[1]] == "" {
				names[m[1]] = string(rune('A' + len(names)))
			}
			out = append(out, names[m[1]]+strconv.Itoa(numbers[i]))
		}
	}
	return strings.Join(out, " ")
}
