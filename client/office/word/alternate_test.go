package word_test

import (
	"bytes"
	"encoding/xml"
	"slices"
	"strings"
	"testing"

	"aloft/client/clienttest/procs"
	"aloft/client/office/word"
	"aloft/client/office/word/patch"
)

// either is alternate content: the second of two branches is for programs that know less.
func either(choice, fallback string) string {
	return `<mc:AlternateContent><mc:Choice Requires="wps">` + choice + `</mc:Choice><mc:Fallback>` + fallback + `</mc:Fallback></mc:AlternateContent>`
}

func boxOf(in string) string {
	return `<w:drawing><wp:inline><wp:docPr id="7" name="b"/><a:graphic><wps:txbx><w:txbxContent>` + in + `</w:txbxContent></wps:txbx></a:graphic></wp:inline></w:drawing>`
}

func shapeOf(in string) string {
	return `<w:pict><v:rect><v:textbox><w:txbxContent w:x="1">` + in + `</w:txbxContent></v:textbox></v:rect></w:pict>`
}

// respelled is a document with its text changed.
func respelled(d *word.Document, change func(string) string) *word.Document {
	return word.NewDocument(2, word.MapParagraphs(d.Blocks(), func(q *word.Paragraph) *word.Paragraph {
		in := slices.Clone(q.Inlines())
		for i := range in {
			if in[i].Kind == word.Run {
				in[i].Text = change(in[i].Text)
			}
		}
		return word.NewParagraph(q.Format, in...)
	}), d.Comments())
}

// An edit of text that a file has twice leaves no branch with the old text: a text box has
// the new one in both, all other text is there once.
func TestWriteIntoAlternateContent(t *testing.T) {
	run := `<w:r><w:rPr><w:sz w:val="40"/></w:rPr><w:t>alpha beta</w:t></w:r>`
	bold := strings.Replace(run, `<w:sz w:val="40"/>`, `<w:b/>`, 1)
	own := strings.Replace(either(run, bold), `<mc:Choice`, `<mc:Choice xmlns:q="q"`, 1)
	second := func(in string) string { return strings.Replace(boxOf(in), `id="7"`, `id="8"`, 1) }
	pair := boxOf(p("alpha beta")) + second(p("second"))
	for _, c := range []struct{ name, body, want string }{
		{"in a run", `<w:p><w:r>` + either(`<w:t>alpha beta</w:t>`, `<w:t>alpha beta</w:t>`) + `</w:r></w:p>`, "alpha gamma"},
		{"in a ruby", `<w:p><w:r><w:ruby><w:rt><w:r><w:t>beta</w:t></w:r></w:rt><w:rubyBase><w:r><w:t>alpha</w:t></w:r></w:rubyBase></w:ruby></w:r></w:p>`, "alpha(gamma)"},
		{"around a run", `<w:p><w:r><w:t>x </w:t></w:r>` + either(run, bold) + `<w:r><w:t> y</w:t></w:r></w:p>`, "x |alpha gamma| y"},
		{"around a run, with names of its own", `<w:p>` + own + `</w:p>`, "alpha gamma"},
		{"around a paragraph", either(`<w:p>`+run+`</w:p>`, `<w:p>`+bold+`</w:p>`) + p("y"), "alpha gamma|y"},
		{"around a row", `<w:tbl>` + either(`<w:tr><w:tc>`+p("alpha beta")+`</w:tc></w:tr>`, `<w:tr><w:tc>`+p("alpha beta")+`</w:tc></w:tr>`) + `</w:tbl>`, "alpha gamma"},
		{"a box", `<w:p><w:r>` + either(boxOf(p("alpha beta")), shapeOf(p("alpha beta"))) + `</w:r></w:p>`, "alpha gamma|alpha gamma"},
		{"the first of two boxes", `<w:p><w:r>` + either(pair, shapeOf(p("alpha beta"))+shapeOf(p("second"))) + `</w:r></w:p>`, "alpha gamma|second|alpha gamma|second"},
		{"the second of two boxes", `<w:p><w:r>` + either(boxOf(p("first"))+second(p("alpha beta")), shapeOf(p("first"))+shapeOf(p("alpha beta"))) + `</w:r></w:p>`, "first|alpha gamma|first|alpha gamma"},
		{"two boxes for one", `<w:p><w:r>` + either(pair, shapeOf(p("alpha beta")+p("second"))) + `</w:r></w:p>`, "alpha gamma|second"},
		{"a box in a choice that nobody knows", `<w:p><w:r>` + strings.Replace(either(boxOf(p("alpha beta")), shapeOf(p("alpha beta"))), `"wps"`, `"nobody"`, 1) + `</w:r></w:p>`, "alpha gamma|alpha gamma"},
		{"a box around a paragraph", `<w:p><w:r>` + either(boxOf(either(p("alpha beta"), p("alpha beta"))), shapeOf(p("alpha beta"))) + `</w:r></w:p>`, "alpha gamma|alpha gamma"},
	} {
		t.Run(c.name, func(t *testing.T) {
			file := lean(map[string]string{"styles": "yes"}, c.body)
			d, _ := fromDocx(t, file)
			d2 := respelled(d, func(s string) string { return strings.ReplaceAll(s, "beta", "gamma") })
			out := patched(t, d2, file, word.Limits{})
			checkWhole(t, out)
			again, _ := fromDocx(t, out)
			a, _ := dump(d2)
			b, _ := dump(again)
			differ(t, "read again", a, b)
			main := partOf(t, out, "word/document.xml")
			if got := wordsOf(t, main); got != c.want {
				t.Errorf("%q, want %q\n%s", got, c.want, main)
			}
			if strings.Contains(c.body, run) && !strings.Contains(main, `<w:sz w:val="40"/>`) {
				t.Errorf("the look of the text is gone: %s", main)
			}
			if same := partOf(t, patched(t, d, file, word.Limits{}), "word/document.xml"); same != partOf(t, file, "word/document.xml") {
				t.Errorf("untouched: %s", same)
			}
			before := word.NewDocument(2, append([]word.Block{word.NewParagraph(word.Format{}, word.Text("new"))}, d.Blocks()...), nil)
			if got := partOf(t, patched(t, before, file, word.Limits{}), "word/document.xml"); !strings.Contains(got, c.body) {
				t.Errorf("an edit beside it: %s", got)
			}
		})
	}
}

// wordsOf is the text of each w:t in all branches.
func wordsOf(t *testing.T, main string) string {
	t.Helper()
	var out []string
	d := xml.NewDecoder(strings.NewReader(main))
	in := false
	for {
		tok, err := d.Token()
		if err != nil {
			return strings.Join(out, "|")
		}
		switch e := tok.(type) {
		case xml.StartElement:
			in = e.Name.Local == "t"
		case xml.CharData:
			if in {
				out = append(out, string(e))
			}
		case xml.EndElement:
			in = false
		}
	}
}

// A comment that goes away goes from all branches, and a reply stands beside it in all.
func TestCommentsInAlternateContent(t *testing.T) {
	marked := func(s string) string {
		return `<w:commentRangeStart w:id="0"/><w:r><w:t>` + s + `</w:t></w:r><w:commentRangeEnd w:id="0"/><w:r><w:commentReference w:id="0"/></w:r>`
	}
	file := parcel(map[string]string{"document": `<w:p><w:r><w:t>x</w:t></w:r>` + either(marked("a"), marked("a")) + `</w:p>`,
		"rels": relOf("c", "comments", "c.xml"), "word/c.xml": `<w:comments xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:comment w:id="0" w:author="Ann">` + p("why") + `</w:comment></w:comments>`})
	d, _ := fromDocx(t, file)
	reply := word.NewDocument(2, d.Blocks(), append(slices.Clone(d.Comments()), word.Comment{ID: "9", Parent: d.Comments()[0].ID, Author: "Bo", Text: "so"}))
	main := partOf(t, patched(t, reply, file, word.Limits{}), "word/document.xml")
	if n := strings.Count(main, `commentReference w:id="1"`); n != 2 || strings.Count(main, "<mc:Fallback>") != 1 {
		t.Errorf("the reply is there %d times: %s", n, main)
	}
	var in []word.Inline
	for _, l := range d.Blocks()[0].(*word.Paragraph).Inlines() {
		if l.Kind == word.Run {
			in = append(in, l)
		}
	}
	gone := d.Splice(2, []word.Splice{{At: 0, Del: 1, Blocks: []word.Block{word.NewParagraph(d.Blocks()[0].(*word.Paragraph).Format, in...)}}}, nil)
	if main := partOf(t, patched(t, gone, file, word.Limits{}), "word/document.xml"); strings.Contains(main, "<w:comment") || !strings.Contains(main, ">a<") {
		t.Errorf("the comment is still there: %s", main)
	}
}

// What is new has numbers of its own, wherever and however the file writes its own.
func TestNewNumbersAreFree(t *testing.T) {
	picture := word.NewParagraph(word.Format{}, word.Inline{Kind: word.Image, Picture: &word.Picture{Data: tinyPNG(), Name: "a.png"}})
	for body, want := range map[string]string{
		`<w:p><w:r>` + either(`<w:drawing><wp:inline><wp:docPr id="3"/></wp:inline></w:drawing>`, `<w:drawing><wp:inline><wp:docPr id="8"/></wp:inline></w:drawing>`) + `</w:r></w:p>`: "9",
		`<w:p><w:r><w:drawing><wp:inline><wp:docPr name='a>b' id='5'/></wp:inline></w:drawing></w:r></w:p>`:                                                                            "6",
		`<w:p><w:r><w:drawing><wp:inline><wp:docPr id="2147483647"/></wp:inline></w:drawing></w:r></w:p>`:                                                                              "1",
	} {
		file := lean(map[string]string{"styles": "yes"}, body)
		d, _ := fromDocx(t, file)
		out := partOf(t, patched(t, d.Splice(2, []word.Splice{{At: 0, Blocks: []word.Block{picture}}}, nil), file, word.Limits{}), "word/document.xml")
		if !strings.Contains(out, `<wp:docPr id="`+want+`" name="Image `) {
			t.Errorf("no %s in %s", want, out)
		}
	}
	// The comment 1 of ours got the number 0 since.
	file := parcel(map[string]string{"document": p("x") + p("y"), "rels": relOf("c", "comments", "c.xml"),
		"word/c.xml": `<w:comments xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:w14="http://schemas.microsoft.com/office/word/2010/wordml"><w:comment w:id="0"><w:p w14:paraId="20000001"/></w:comment></w:comments>`})
	d, _ := fromDocx(t, file)
	out := partOf(t, patched(t, edited(t, d, nil, word.Comment{ID: "9", Text: "so"}), file, word.Limits{}), "word/c.xml")
	if strings.Count(out, `"20000001"`) != 1 || strings.Count(out, "paraId=") != 2 {
		t.Error(out)
	}
}

// A heading like one of the file that is none to other programs: it gets a style that is.
func TestNewHeadingIsOne(t *testing.T) {
	for name, old := range map[string]string{
		"a style that the file has not": `<w:pStyle w:val="Heading1"/>`,
		"a level without a style":       `<w:outlineLvl w:val="0"/>`,
	} {
		file := lean(nil, `<w:p><w:pPr>`+old+`</w:pPr><w:r><w:t>Old</w:t></w:r></w:p>`+p("x"))
		d, _ := fromDocx(t, file)
		if d.Blocks()[0].(*word.Paragraph).Level != 1 {
			t.Fatalf("%s: no heading", name)
		}
		d2 := d.Splice(2, []word.Splice{{At: 1, Blocks: []word.Block{word.NewParagraph(word.Format{Level: 1}, word.Text("New"))}}}, nil)
		out := patched(t, d2, file, word.Limits{})
		checkNamed(t, partsOf(t, out), true)
		again, _ := fromDocx(t, out)
		if q := again.Blocks()[1].(*word.Paragraph); q.Level != 1 {
			t.Errorf("%s: level %d", name, q.Level)
		}
	}
}

// A list in a note needs its numbers as one in the text does.
func TestNewListInANote(t *testing.T) {
	file := parcel(map[string]string{
		"document":           `<w:p><w:r><w:t>x</w:t><w:footnoteReference w:id="2"/></w:r></w:p>`,
		"rels":               relOf("f", "footnotes", "footnotes.xml"),
		"word/footnotes.xml": `<w:footnotes xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:footnote w:id="2">` + p("note") + p("item") + `</w:footnote></w:footnotes>`,
	})
	d, _ := fromDocx(t, file)
	last := len(d.Blocks()) - 1
	q := d.Blocks()[last].(*word.Paragraph)
	f := q.Format
	f.List, f.ListLevel = word.Bullet, 1
	d2 := d.Splice(2, []word.Splice{{At: last, Del: 1, Blocks: []word.Block{word.NewParagraph(f, q.Inlines()...)}}}, nil)
	again, _ := fromDocx(t, patched(t, d2, file, word.Limits{}))
	a, _ := dump(d2)
	b, _ := dump(again)
	differ(t, "read again", a, b)
}

// A tracked change is resolved in all branches, whichever of its neighbours are not.
func TestResolveInAlternateContent(t *testing.T) {
	change := func(id, s string) string {
		return `<w:ins w:id="` + id + `" w:author="Ann" w:date="2026-01-02T03:04:05Z"><w:r><w:t>` + s + `</w:t></w:r></w:ins>`
	}
	for name, file := range map[string][]byte{
		"text": lean(nil, `<w:p>`+either(change("1", "a")+change("2", "b"), change("1", "a")+change("2", "b"))+`</w:p>`),
		"box":  lean(nil, `<w:p><w:r>`+either(boxOf(`<w:p>`+change("1", "a")+change("2", "b")+`</w:p>`), shapeOf(`<w:p>`+change("3", "a")+change("4", "b")+`</w:p>`))+`</w:r></w:p>`),
	} {
		d, _ := fromDocx(t, file)
		all, err := patch.Revisions(d, bytes.NewReader(file), int64(len(file)), word.Limits{})
		if err != nil || len(all) != 2 {
			t.Fatalf("%s: %v, %v", name, all, err)
		}
		main := partOf(t, resolved(t, file, d, patch.Verdict{IDs: []string{all[1].ID}}), "word/document.xml")
		if got := wordsOf(t, main); got != "a|a" || strings.Count(main, "<w:ins ") != 2 || strings.Contains(main, "aloft-") {
			t.Errorf("%s: %q, %s", name, got, main)
		}
	}
}

func init() { procs.CollectLate() }
