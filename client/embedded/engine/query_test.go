package engine

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"aloft/client/office/word"
	"aloft/model"
)

func TestFind(t *testing.T) {
	b := word.Props{Bold: true}
	d := doc(
		body("aaaa"), // 0-4
		para(word.Text("on"), word.Styled("e t", b), mark("1", word.CommentStart), word.Text("wo"), mark("1", word.CommentEnd), word.Text("!")), // 5-15
		para(word.Text("tw"), word.Inline{Kind: word.LineBreak}, word.Text("o")),                                                                // 16-20
		word.NewTable([]word.Cell{cell("😀two"), cell("Two")}),
	)
	for _, c := range []struct {
		text string
		want string
	}{
		{"aa", "0-2 2-4"},
		{"aaa", "0-3"},
		{"one two", "5-13"}, // the mark is in the range
		{"two", "9-13 24-27"},
		{"wo", "11-13 25-27 29-31"}, // the mark in front is not
		{"o!", "12-15"},
		{"Two", "28-31"},
		{"😀", "22-24"},
		{"tw\no", ""},
		{"none", ""},
	} {
		m, err := Find(d, c.text)
		var got []string
		for _, x := range m.All {
			got = append(got, fmt.Sprintf("%d-%d", x.Range.Begin, x.Range.End))
		}
		if s := strings.Join(got, " "); err != nil || s != c.want || m.Version != 1 || m.Text != c.text {
			t.Errorf("%q: %s, want %s (%v)", c.text, s, c.want, err)
		}
	}
	if _, err := Find(d, ""); kindOf(err) != KindEmpty {
		t.Error(err)
	}
	long := strings.Repeat("中", 30) + "x" + strings.Repeat("文", 30)
	m, _ := Find(doc(body(long)), "x")
	if want := strings.Repeat("中", 20) + "x" + strings.Repeat("文", 20); m.All[0].Context != want {
		t.Errorf("context %q", m.All[0].Context)
	}
}

func TestLastPosition(t *testing.T) {
	for _, c := range []struct {
		d    *word.Document
		at   int64
		text string
	}{
		{word.New("标题"), 3, "标题"},
		{doc(body("0123456789中")), 11, "123456789中"},
		{doc(body("ab"), body("cd"), body("")), 6, "abcd"},
		{doc(body("ab"), word.NewTable()), 5, ""},
		{doc(para(word.Text("😀😀"), word.Inline{Kind: word.PageBreak})), 5, "😀😀"},
	} {
		l := LastPosition(c.d)
		if l.Position != c.at || l.Preceding != c.text || l.Version != c.d.Version {
			t.Errorf("%s: %+v", show(c.d), l)
		}
	}
}

// sketch draws an outline: level, title, its ends, ends of the content, children.
func sketch(in []*model.OutlineNode) string {
	var out []string
	for _, n := range in {
		s := fmt.Sprintf("%d %s %d-%d %d-%d", n.Level, n.Title, n.TitleStart, n.TitleEnd, n.ContentStart, n.ContentEnd)
		if n.Children != nil {
			s += " [" + sketch(n.Children) + "]"
		}
		out = append(out, s)
	}
	return strings.Join(out, "; ")
}

func TestOutline(t *testing.T) {
	title := word.NewParagraph(word.Format{Level: word.Title}, word.Text("t"))
	for _, c := range []struct {
		d    *word.Document
		want string
	}{
		{word.New("t"), "11 t 0-1 2-2"},
		{doc(), "10  0-0 0-0"},
		{doc(body("a"), body("b")), "10  0-0 0-3"},
		{doc(body("a"), heading(1, "H"), body("b")), "10  0-0 0-1; 1 H 2-3 4-5"},
		{doc(heading(1, "H")), "1 H 0-1 1-1"},
		{doc(heading(1, "H"), heading(1, "I"), para()), "1 H 0-1 1-1; 1 I 2-3 4-4"},
		{doc(heading(1, "H"), heading(2, "I")), "1 H 0-1 2-3 [2 I 2-3 3-3]"},
		{doc(heading(1, "H"), para(), heading(2, "I")), "1 H 0-1 2-4 [2 I 3-4 4-4]"},
		{doc(title, heading(2, "H"), heading(1, "I"), body("b")), "11 t 0-1 2-7 [2 H 2-3 3-3; 1 I 4-5 6-7]"},
		{doc(title, body("a"), title, heading(9, "H")), "11 t 0-1 2-3; 11 t 4-5 6-7 [9 H 6-7 7-7]"},
		{doc(heading(1, "H"), word.NewTable(), heading(1, "I")), "1 H 0-1 2-4; 1 I 5-6 6-6"},
		{doc(heading(3, ""), body("")), "3  0-0 1-1"},
		{doc(heading(1, "H"), body("a"), word.NewParagraph(word.Format{}, word.Inline{Kind: word.AddOn, Text: word.Chunk}), heading(2, "I"), body("b")),
			"1 H 0-1 2-9 [10 [text in another format] 4-5 5-5; 2 I 6-7 8-9]"},
		{doc(word.NewParagraph(word.Format{Level: word.Subtitle}, word.Text("s"))), "10  0-0 0-1"},
	} {
		o := Outline(c.d)
		if s := sketch(o.Nodes); s != c.want || o.Version != c.d.Version {
			t.Errorf("%s:\n got %s\nwant %s", show(c.d), s, c.want)
		}
	}
	p := word.NewParagraph(word.Format{Level: 1}, word.Text("a"), word.Inline{Kind: word.Tab}, word.Inline{Kind: word.Equation, Text: "x"}, word.Styled("b", word.Props{Link: "#x"}))
	if n := Outline(doc(p)).Nodes[0].Title; n != "a b" {
		t.Errorf("title %q", n)
	}
}

// frame draws a structure.
func frame(in []model.StructureNode) string {
	var out []string
	for _, n := range in {
		s := fmt.Sprintf("%d%s %d-%d %q", n.Index, n.Kind[:1], n.Start, n.End, n.Preview)
		if n.Level > 0 {
			s += fmt.Sprint(" level ", n.Level)
		}
		for _, r := range n.Rows {
			for _, c := range r.Cells {
				s += fmt.Sprintf(" (%d:%d,%d %d-%d %q)", r.Row, c.Row, c.Col, c.Start, c.End, c.Preview)
			}
		}
		if n.Children != nil {
			s += " [" + frame(n.Children) + "]"
		}
		out = append(out, s)
	}
	return strings.Join(out, "\n")
}

func TestStructure(t *testing.T) {
	d := doc(
		word.NewParagraph(word.Format{Level: word.Title}, word.Text("t")),
		heading(2, "H"),
		word.NewTable([]word.Cell{cell("x"), word.NewCell(body("y"), body("z"))}, []word.Cell{cell("")}),
		word.NewBox(word.CodeBlock, "go", "", body("a"), body("b")),
		word.NewBox(word.HighlightBlock, "", "", body("q")),
		word.NewBox(word.TextBox, "", "", body("q")),
		body("b"),
	)
	s := Structure(d)
	want := `1P 0-1 "t"
2H 2-3 "H" level 2
3T 4-12 "" (1:1,1 5-6 "x") (1:1,2 7-10 "y z") (2:2,1 11-11 "") (2:2,2 12-12 "")
4C 13-17 "" [1P 14-15 "a"
2P 16-17 "b"]
5H 18-20 "" [1P 19-20 "q"]
6T 21-23 "" [1P 22-23 "q"]
7P 24-25 "b"`
	if got := frame(s.Nodes); got != want {
		t.Errorf("got\n%s", got)
	}
	if s.Paragraphs != 2 || s.Headings != 1 || s.Tables != 1 || s.Version != 1 {
		t.Errorf("%d paragraphs, %d headings, %d tables", s.Paragraphs, s.Headings, s.Tables)
	}
	if s.Nodes[3].Kind != model.NodeCode || s.Nodes[4].Kind != model.NodeHighlight || s.Nodes[5].Kind != model.NodeTextBox {
		t.Error("kinds of boxes")
	}
}

func TestPreview(t *testing.T) {
	all := para(
		word.Inline{Kind: word.Image, Picture: &word.Picture{URL: "u"}}, word.Inline{Kind: word.Equation}, word.Inline{Kind: word.BoxAnchor},
		word.Inline{Kind: word.Drawing}, word.Styled("li", word.Props{Link: "#a"}), word.Styled("nk", word.Props{Link: "#a", Bold: true}),
	)
	for _, c := range []struct {
		in   word.Block
		want string
	}{
		{all, "[Image][Math][TextBox][Drawing][Hyperlink]link"},
		{para(word.Inline{Kind: word.AddOn}), "[addonHina]"},
		{body(strings.Repeat("中", 60)), strings.Repeat("中", 50)},
		{body(strings.Repeat("😀", 50)), strings.Repeat("😀", 50)},
		{para(word.Text(strings.Repeat("a", 45)), word.Inline{Kind: word.Image, Picture: &word.Picture{URL: "u"}}, word.Text("b")), strings.Repeat("a", 45)},
		{para(word.Text("a"), word.Inline{Kind: word.Tab}, word.Inline{Kind: word.LineBreak}, mark("1", word.CommentStart), word.Text("b"), mark("1", word.CommentEnd)), "a  b"},
	} {
		if s := Structure(doc(c.in)).Nodes[0].Preview; s != c.want {
			t.Errorf("got %q, want %q", s, c.want)
		}
	}
	table := word.NewTable([]word.Cell{cell(strings.Repeat("x", 40)), word.NewCell(word.NewTable([]word.Cell{cell("in"), cell("ner")}), body("out"))})
	r := Structure(doc(table)).Nodes[0].Rows[0].Cells
	if r[0].Preview != strings.Repeat("x", 30) || r[1].Preview != "in ner out" {
		t.Errorf("%q %q", r[0].Preview, r[1].Preview)
	}
}

func TestComments(t *testing.T) {
	is := must(t)
	when := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	at := func(b, e int64) model.Range { return model.Range{Begin: b, End: e} }
	d := doc(body("one two"), word.NewTable([]word.Cell{cell("x"), cell("y")}), word.NewBox(word.TextBox, "", "", body("z")), body("end"))
	d = is(InsertComment(d, at(4, 7), Remark{ID: "a", Author: "A", When: when, Text: "first"}))
	if s := show(d); s != "one <a+>two<a->|T(x,y)|Box(z)|end" || d.Version != 2 {
		t.Fatal(s, d.Version)
	}
	d = is(InsertComment(d, at(0, 0), Remark{ID: "p", Text: "a point"}))
	d = is(InsertComment(d, at(0, 0), Remark{ID: "r", Reply: "a", Text: "yes", Author: "B"}))
	d = is(InsertComment(d, at(0, 0), Remark{ID: "s", Reply: "r", Text: "no"}))
	if s := show(d); s != "<p+><p->one <a+>two<a->|T(x,y)|Box(z)|end" || d.Version != 5 {
		t.Fatal(s, d.Version)
	}
	var got []string
	for _, c := range Comments(d).All {
		got = append(got, fmt.Sprintf("%s %s %d-%d %s %s %s", c.ID, c.Parent, c.Range.Begin, c.Range.End, c.Author, c.Date, c.Text))
	}
	if s := strings.Join(got, "\n"); s != "p  1-1   a point\na  7-10 A 2026-01-02T03:04:05Z first\nr a 7-10 B  yes\ns a 7-10   no" {
		t.Fatal(s)
	}

	closed := word.NewDocument(1, []word.Block{word.NewParagraph(word.Format{}, word.Inline{Kind: word.CommentStart, Name: "a"}, word.Inline{Kind: word.CommentEnd, Name: "a"})},
		[]word.Comment{{ID: "a", Text: "settled", Done: true}})
	if all := Comments(closed).All; len(all) != 1 || !all[0].Done {
		t.Fatal(all)
	}

	e := doc(body("ab"), body("cd"), word.NewTable([]word.Cell{cell("x"), cell("y")}), word.NewBox(word.TextBox, "", "", body("z")), body("e"))
	for _, c := range []struct {
		r    model.Range
		want string
		kind Kind
	}{
		{at(1, 4), "a<n+>b|c<n->d|T(x,y)|Box(z)|e", 0},
		{at(0, 3), "<n+>ab<n->|cd|T(x,y)|Box(z)|e", 0}, // with the mark
		{at(2, 3), "ab<n+><n->|cd|T(x,y)|Box(z)|e", 0}, // the mark alone
		{at(0, 6), "<n+>ab|cd<n->|T(x,y)|Box(z)|e", 0}, // up to the table
		{at(3, 9), "ab|<n+>cd|T(x<n->,y)|Box(z)|e", 0}, // the cell's mark with it
		{at(14, 16), "ab|cd|T(x,y)|Box(z)|<n+>e<n->", 0},
		{at(12, 13), "ab|cd|T(x,y)|Box(<n+>z<n->)|e", 0},
		{at(6, 8), "", KindToken},
		{at(11, 13), "", KindToken},
		{at(1, 12), "", KindStory},
		{at(12, 15), "", KindStory},
		{at(3, 2), "", KindReversed},
		{at(0, 17), "", KindRange},
		{at(16, 16), "", KindPosition},
	} {
		n, err := InsertComment(e, c.r, Remark{ID: "n", Text: "t"})
		if kindOf(err) != c.kind || err == nil && show(n) != c.want {
			t.Errorf("%v: %v %v, want %s", c.r, err, n, c.want)
		}
	}
	for _, c := range []struct {
		r    Remark
		kind Kind
	}{
		{Remark{ID: "a", Text: "t"}, KindComment},
		{Remark{ID: "n", Reply: "zz", Text: "t"}, KindComment},
		{Remark{ID: "n"}, KindEmpty},
		{Remark{Text: "t"}, KindComment},
	} {
		if _, err := InsertComment(d, at(0, 1), c.r); kindOf(err) != c.kind {
			t.Errorf("%+v: %v", c.r, err)
		}
	}
	if _, err := InsertComment(doc(body("😀")), at(1, 2), Remark{ID: "n", Text: "t"}); kindOf(err) != KindPair {
		t.Error(err)
	}
}

// Marks of comments in a replaced range survive; a comment with nothing left
// between its marks is deleted, with its replies. A point stays.
func TestCommentsUnderReplace(t *testing.T) {
	s, e := word.CommentStart, word.CommentEnd
	comments := []word.Comment{{ID: "a", Text: "x"}, {ID: "b", Text: "x"}, {ID: "r", Parent: "a", Text: "x"}, {ID: "p", Text: "x"}}
	d := word.NewDocument(1, []word.Block{para(
		word.Text("1"), mark("a", s), word.Text("2"), mark("b", s), word.Text("3"), mark("a", e), word.Text("4"), mark("b", e), word.Text("5"), mark("p", s), mark("p", e),
	)}, comments)
	for _, c := range []struct {
		r    model.Range
		by   string
		want string
		left string
	}{
		{model.Range{Begin: 2, End: 3}, "Z", "1<a+>Z<b+>3<a->4<b->5<p+><p->", "a b r p"},
		{model.Range{Begin: 0, End: 9}, "Z", "<a+><b+>Z<a-><b-><p+><p->", "a b r p"},
		{model.Range{Begin: 4, End: 7}, "Z", "1<a+>2<b+>Z<a-><b->5<p+><p->", "a b r p"},
		{model.Range{Begin: 2, End: 5}, "", "1<b+>4<b->5<p+><p->", "b p"},
		{model.Range{Begin: 0, End: 8}, "", "5<p+><p->", "p"},
		{model.Range{Begin: 0, End: 11}, "", "<p+><p->", "p"},
		{model.Range{Begin: 8, End: 11}, "", "1<a+>2<b+>3<a->4<b-><p+><p->", "a b r p"},
	} {
		n, err := ReplaceText(d, []model.Range{c.r}, c.by)
		if err != nil {
			t.Fatal(err)
		}
		var left []string
		for _, c := range n.Comments() {
			left = append(left, c.ID)
		}
		if l := strings.Join(left, " "); show(n) != c.want || l != c.left {
			t.Errorf("%v by %q: %s with %s, want %s with %s", c.r, c.by, show(n), l, c.want, c.left)
		}
	}
}

func TestImages(t *testing.T) {
	is := must(t)
	linked := &word.Picture{URL: "https://x/a.png?sign=1", Width: 4, Height: 3}
	held := &word.Picture{Data: word.Held("x"), Name: "b.png"}
	d := doc(body("ab"), word.NewTable([]word.Cell{cell("")}))
	d = is(InsertImage(d, 4, held))
	d = is(InsertImage(d, 1, linked))
	l := Images(d, nil)
	want := []model.DocImage{
		{Source: model.ImageByURL, Position: 1, URL: "https://x/a.png?sign=1"},
		{Source: model.ImageByAttachment, Position: 5, Attachment: "b.png"},
	}
	if fmt.Sprint(l.All) != fmt.Sprint(want) || l.Version != 3 {
		t.Fatalf("%+v", l)
	}
	n := &word.Picture{Data: word.Held("y"), Name: "n.png"}
	for _, c := range []struct {
		at   int64
		old  model.DocImage
		kind Kind
	}{
		{1, model.DocImage{URL: "https://x/a.png"}, 0},
		{5, model.DocImage{Attachment: "b.png"}, 0},
		{1, model.DocImage{URL: "https://x/a.png?sign=1"}, KindQuery},
		{1, model.DocImage{URL: "https://x/b.png"}, KindOtherImage},
		{1, model.DocImage{Attachment: "b.png"}, KindOtherImage},
		{5, model.DocImage{URL: "https://x/a.png"}, KindOtherImage},
		{1, model.DocImage{}, KindImageGroup},
		{1, model.DocImage{URL: "https://x/a.png", Attachment: "b.png"}, KindBothImages},
		{0, model.DocImage{Attachment: "b.png"}, KindNoImage},
		{2, model.DocImage{Attachment: "b.png"}, KindNoImage},
		{4, model.DocImage{Attachment: "b.png"}, KindNoImage},
		{99, model.DocImage{Attachment: "b.png"}, KindPosition},
	} {
		r, err := ReplaceImage(d, c.at, c.old, n, nil)
		if kindOf(err) != c.kind {
			t.Errorf("%d %+v: %v", c.at, c.old, err)
		}
		if err != nil {
			continue
		}
		if i := Images(r, nil).All; r.Len() != d.Len() || len(i) != 2 || i[0].Attachment == "n.png" == (i[1].Attachment == "n.png") {
			t.Errorf("%+v", i)
		}
	}
	p, _ := paragraphAt(is(ReplaceImage(d, 1, model.DocImage{URL: "https://x/a.png"}, n, nil)), 1)
	if g := p.Inlines()[1].Picture; g.Width != 4 || g.Height != 3 || n.Width != 0 {
		t.Errorf("size %dx%d: that of the old one where the new one tells none", g.Width, g.Height)
	}
	signed := Locate(func(p *word.Picture) model.DocImage { return model.DocImage{URL: "http://host/" + p.Name + "?sig=3"} })
	if _, err := ReplaceImage(d, 5, model.DocImage{URL: "http://host/b.png"}, n, signed); err != nil {
		t.Error(err)
	}
}
