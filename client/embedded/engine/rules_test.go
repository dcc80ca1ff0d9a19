package engine

import (
	"testing"

	"aloft/client/office/word"
	"aloft/model"
)

// Every rule of positions. The document:
//
//	0 a, 1 b{bold}, 2 c, 3 mark; 4 empty; 5 table, 6 x, 7 mark, 8 empty cell;
//	9 box, 10 y, 11 mark; 12 and 13 one character of two units, 14 mark;
//	15 H, 16 mark of a heading; 17 the mark of an empty last paragraph
func ruled() *word.Document {
	return doc(
		para(word.Text("a"), word.Styled("b", word.Props{Bold: true}), word.Text("c")), para(),
		word.NewTable([]word.Cell{cell("x"), cell("")}),
		word.NewBox(word.TextBox, "", "", body("y")),
		body("😀"), heading(2, "H"), para(),
	)
}

func TestPositionRules(t *testing.T) {
	const before, table, box, pair, tail = "ab{b}c||", "T(x,)|", "Box(y)|", "😀|", "H2:H|"
	const whole = before + table + box + pair + tail
	if s := show(ruled()); s != whole {
		t.Fatalf("the document is %s", s)
	}
	text := func(d *word.Document, at int64) (*word.Document, error) { return InsertText(d, at, "Z") }
	page := InsertPageBreak
	block := func(d *word.Document, at int64) (*word.Document, error) { return InsertTask(d, at, []Task{{1, "Z"}}) }
	for _, c := range []struct {
		what string
		do   func(*word.Document, int64) (*word.Document, error)
		at   int64
		want string
		kind Kind
	}{
		{"text inside text", text, 1, "aZb{b}c||" + table + box + pair + tail, 0},
		{"text takes the format of the character before", text, 2, "abZ{b}c||" + table + box + pair + tail, 0},
		{"text at the first position", text, 0, "Zab{b}c||" + table + box + pair + tail, 0},
		{"text at the mark", text, 3, "ab{b}cZ||" + table + box + pair + tail, 0},
		{"text fills an empty paragraph", text, 4, "ab{b}c|Z|" + table + box + pair + tail, 0},
		{"text at a table", text, 5, "", KindToken},
		{"text in a cell", text, 6, before + "T(Zx,)|" + box + pair + tail, 0},
		{"text at a cell's end", text, 7, before + "T(xZ,)|" + box + pair + tail, 0},
		{"text in an empty cell", text, 8, before + "T(x,Z)|" + box + pair + tail, 0},
		{"text at a box", text, 9, "", KindToken},
		{"text at a box's end", text, 11, before + table + "Box(yZ)|" + pair + tail, 0},
		{"text inside a pair", text, 13, "", KindPair},
		{"text behind a pair", text, 14, before + table + box + "😀Z|" + tail, 0},
		{"text at a heading's end", text, 16, before + table + box + pair + "H2:HZ|", 0},
		{"text at the last position", text, 17, whole + "Z", 0},
		{"text at the length", text, 18, "", KindPosition},
		{"text in front of all", text, -1, "", KindPosition},
		{"text far away", text, 1 << 40, "", KindPosition},

		{"an object inside text", page, 1, "a<page>b{b}c||" + table + box + pair + tail, 0},
		{"an object at the first position", page, 0, "<page>ab{b}c||" + table + box + pair + tail, 0},
		{"an object at the mark", page, 3, "ab{b}c<page>||" + table + box + pair + tail, 0},
		{"an object in an empty paragraph", page, 4, "ab{b}c|<page>|" + table + box + pair + tail, 0},
		{"an object at a table", page, 5, "", KindToken},
		{"an object at a box", page, 9, "", KindToken},
		{"an object inside a pair", page, 13, "", KindPair},
		{"an object at the length", page, 18, "", KindPosition},

		{"a block inside text", block, 1, "a|[ ]Z|b{b}c||" + table + box + pair + tail, 0},
		{"a block at the first position", block, 0, "[ ]Z|" + whole, 0},
		{"a block at the mark", block, 3, "ab{b}c|[ ]Z||" + table + box + pair + tail, 0},
		{"a block at an empty paragraph", block, 4, "ab{b}c|[ ]Z||" + table + box + pair + tail, 0},
		{"a block at a table", block, 5, before + "[ ]Z|" + table + box + pair + tail, 0},
		{"a block in a cell", block, 6, before + "T([ ]Z|x,)|" + box + pair + tail, 0},
		{"a block at a cell's end", block, 7, before + "T(x|[ ]Z,)|" + box + pair + tail, 0},
		{"a block in an empty cell", block, 8, before + "T(x,[ ]Z|)|" + box + pair + tail, 0},
		{"a block at a box", block, 9, before + table + "[ ]Z|" + box + pair + tail, 0},
		{"a block at a box's end", block, 11, before + table + "Box(y|[ ]Z)|" + pair + tail, 0},
		{"a block inside a pair", block, 13, "", KindPair},
		{"a block before a heading", block, 15, before + table + box + pair + "[ ]Z|" + tail, 0},
		{"a block under a heading", block, 16, before + table + box + pair + tail + "[ ]Z|", 0},
		{"a block at the last position", block, 17, whole + "[ ]Z|", 0},
		{"a block at the length", block, 18, "", KindPosition},
		{"a block in front of all", block, -1, "", KindPosition},
	} {
		t.Run(c.what, func(t *testing.T) {
			d := ruled()
			n, err := c.do(d, c.at)
			if kindOf(err) != c.kind {
				t.Fatalf("error %v", err)
			}
			if show(d) != whole || d.Version != 1 {
				t.Fatal("the old document changed")
			}
			if err != nil {
				if n != nil {
					t.Fatal("an error with a document")
				}
				return
			}
			if s := show(n); s != c.want || n.Version != 2 {
				t.Fatalf("version %d\n got %s\nwant %s", n.Version, s, c.want)
			}
		})
	}
}

// A table may be inserted where a task may, and the paragraph that separates it
// from a heading is added.
func TestOneNormalisation(t *testing.T) {
	is := must(t)
	d := doc(heading(1, "H"), heading(2, "I"))
	for _, c := range []struct {
		at   int64
		want string
	}{
		{0, "T()||H1:H|H2:I"}, {1, "H1:H|T()||H2:I"}, {2, "H1:H|T()||H2:I"}, {3, "H1:H|H2:I|T()|"},
	} {
		if s := show(is(InsertTable(d, c.at, 1, 1))); s != c.want {
			t.Errorf("a table at %d: %s, want %s", c.at, s, c.want)
		}
	}
	title := doc(heading(1, "H"), word.NewTable(), word.NewParagraph(word.Format{Level: word.Title}, word.Text("t")))
	if s := show(title); s != "H1:H|T()||T:t" {
		t.Errorf("a table before a title: %s", s)
	}
}

func TestInsertParagraph(t *testing.T) {
	list := func(f word.Format, s string) *word.Paragraph { return word.NewParagraph(f, word.Text(s)) }
	for _, c := range []struct {
		what string
		in   *word.Document
		at   int64
		st   Style
		want string
	}{
		{"inside text", doc(body("ab")), 1, Style{Level: 2}, "a|H2:b"},
		{"at the mark", doc(body("ab")), 2, Style{Level: 2}, "ab|H2:"},
		{"at the start", doc(body("ab")), 0, Style{Level: 2}, "H2:|ab"},
		{"at an empty paragraph", doc(body("")), 0, Style{Level: 2}, "|H2:"},
		{"at an empty heading", doc(heading(1, "")), 0, Style{Level: 2}, "H2:|H1:"},
		{"at the start of a heading", doc(heading(1, "a")), 0, Style{Level: 10}, "|H1:a"},
		{"behind a heading", doc(heading(1, "a")), 1, Style{Level: 10}, "H1:a|"},
		{"a heading goes on", doc(heading(1, "ab")), 1, Style{}, "H1:a|H1:b"},
		{"a heading made body", doc(heading(1, "ab")), 1, Style{Level: 10}, "H1:a|b"},
		{"title and subtitle", doc(body("ab")), 1, Style{Level: 12}, "a|S:b"},
		{"a title", doc(body("ab")), 1, Style{Level: 11}, "a|T:b"},
		{"bullets", doc(body("ab")), 1, Style{List: 1}, "a|*b"},
		{"numbers of a level", doc(body("ab")), 1, Style{List: 2, ListLevel: 3}, "a|###b"},
		{"an item behind a heading", doc(heading(1, "a")), 1, Style{List: 1}, "H1:a|*"},
		{"a list goes on", doc(list(word.Format{List: word.Bullet, ListLevel: 2}, "ab")), 1, Style{}, "**a|**b"},
		{"a number starts once", doc(list(word.Format{List: word.Number, ListLevel: 1, Start: 5}, "ab")), 1, Style{}, "#5.a|#b"},
		{"another kind keeps the level", doc(list(word.Format{List: word.Bullet, ListLevel: 2}, "ab")), 1, Style{List: 2}, "**a|##b"},
		{"out of a list", doc(list(word.Format{List: word.Bullet, ListLevel: 2}, "ab")), 2, Style{Level: 10}, "**ab|"},
		{"a level in a list", doc(list(word.Format{List: word.Bullet, ListLevel: 2}, "ab")), 2, Style{ListLevel: 4}, "**ab|****"},
		{"indent", doc(body("ab")), 2, Style{Indent: 2}, "ab|>>"},
		{"before a table", doc(word.NewTable()), 0, Style{}, "|T()|"},
		{"a heading between two tables", doc(word.NewTable(), word.NewTable()), 2, Style{Level: 1}, "T()||H1:|T()|"},
		{"in a cell", doc(word.NewTable([]word.Cell{cell("ab")})), 2, Style{Level: 1}, "T(a|H1:b)|"},
	} {
		t.Run(c.what, func(t *testing.T) {
			if s := show(must(t)(InsertParagraph(c.in, c.at, c.st))); s != c.want {
				t.Fatalf("got %s, want %s", s, c.want)
			}
		})
	}
}

func TestInsertParagraphWithText(t *testing.T) {
	d := doc(heading(1, "H"), body("ab"), para(), word.NewTable())
	for _, c := range []struct {
		at   int64
		st   Style
		want string
	}{
		{1, Style{}, "H1:H|Z|ab||T()|"},
		{4, Style{Level: 2}, "H1:H|ab|H2:Z||T()|"},
		{5, Style{List: 1}, "H1:H|ab||*Z|T()|"}, // the end of an empty paragraph: behind it
		{3, Style{}, "H1:H|a|Z|b||T()|"},
		{2, Style{}, "H1:H|Z|ab||T()|"},
		{6, Style{}, "H1:H|ab||Z|T()|"},
	} {
		if s := show(must(t)(InsertParagraphWithText(d, c.at, "Z", c.st))); s != c.want {
			t.Errorf("at %d: got %s, want %s", c.at, s, c.want)
		}
	}
}

func TestReplace(t *testing.T) {
	is := must(t)
	b := word.Props{Bold: true}
	d := doc(para(word.Text("one "), word.Styled("two", b), word.Text(" one")), word.NewTable([]word.Cell{cell("one"), cell("x")}))
	at := func(b, e int64) model.Range { return model.Range{Begin: b, End: e} }
	for _, c := range []struct {
		r    []model.Range
		s    string
		want string
		kind Kind
	}{
		{[]model.Range{at(4, 7)}, "zwei", "one zwei{b} one|T(one,x)|", 0},
		{[]model.Range{at(2, 5)}, "-", "on-wo{b} one|T(one,x)|", 0},
		{[]model.Range{at(8, 11), at(0, 3)}, "eins", "eins two{b} eins|T(one,x)|", 0},
		{[]model.Range{at(0, 3), at(3, 4)}, "-", "--two{b} one|T(one,x)|", 0},
		{[]model.Range{at(0, 11)}, "", "|T(one,x)|", 0},
		{[]model.Range{at(13, 16), at(0, 4)}, "", "two{b} one|T(,x)|", 0},
		{[]model.Range{at(0, 3), at(2, 4)}, "-", "", KindOverlap},
		{[]model.Range{at(0, 3), at(0, 3)}, "-", "", KindOverlap},
		{[]model.Range{at(3, 12)}, "-", "", KindCross}, // with the mark
		{[]model.Range{at(3, 14)}, "-", "", KindCross},
		{[]model.Range{at(12, 14)}, "-", "", KindCross}, // from the table's token
		{[]model.Range{at(12, 13)}, "-", "", KindCross},
		{[]model.Range{at(14, 18)}, "-", "", KindCross}, // from cell to cell
		{[]model.Range{at(5, 4)}, "-", "", KindReversed},
		{[]model.Range{at(4, 4)}, "-", "", KindEmptyRange},
		{[]model.Range{at(4, 99)}, "-", "", KindRange},
		{[]model.Range{at(-1, 1)}, "-", "", KindRange},
		{[]model.Range{at(0, 1<<50)}, "-", "", KindRange},
		{nil, "-", "", KindEmpty},
		{[]model.Range{at(0, 3)}, "a\nb", "", KindNewline},
	} {
		n, err := ReplaceText(d, c.r, c.s)
		if kindOf(err) != c.kind || err == nil && show(n) != c.want {
			t.Errorf("%v by %q: %v %v, want %s", c.r, c.s, err, n, c.want)
		}
	}
	pair := doc(body("a😀b"))
	for _, r := range []model.Range{at(0, 2), at(2, 4), at(2, 3)} {
		if _, err := ReplaceText(pair, []model.Range{r}, "x"); kindOf(err) != KindPair {
			t.Errorf("%v in a pair: %v", r, err)
		}
		if _, err := UpdateTextProperty(pair, []model.Range{r}, model.TextProps{Color: "FF0000"}); kindOf(err) != KindPair {
			t.Errorf("colour of %v in a pair: %v", r, err)
		}
	}
	if s := show(is(ReplaceText(pair, []model.Range{at(1, 3)}, "x"))); s != "axb" {
		t.Error(s)
	}
}

func TestFindAndReplace(t *testing.T) {
	d := doc(body("aaaa b"), word.NewTable([]word.Cell{cell("aa")}), word.NewBox(word.CodeBlock, "go", "", body("aa😀aa")), body("AA"))
	n, hits, err := FindAndReplace(d, "aa", "中x")
	if err != nil || hits != 5 || n.Version != 2 || show(n) != "中x中x b|T(中x)|Codego(中x😀中x)|AA" {
		t.Fatal(show(n), hits, err)
	}
	same, hits, err := FindAndReplace(d, "zz", "x")
	if same != d || hits != 0 || err != nil {
		t.Fatal("no match: the same document, the same version")
	}
	if _, _, err := FindAndReplace(d, "", "x"); kindOf(err) != KindEmpty {
		t.Fatal(err)
	}
	if _, _, err := FindAndReplace(d, "aa", "x\ry"); kindOf(err) != KindNewline {
		t.Fatal(err)
	}
}

func TestProperties(t *testing.T) {
	yes, no := true, false
	is := must(t)
	d := doc(body("abc"), word.NewTable([]word.Cell{cell("x"), cell("y")}), body("d"))
	n := is(UpdateTextProperty(d, []model.Range{{Begin: 1, End: 6}, {Begin: 5, End: 11}}, model.TextProps{Bold: &yes, Color: "ff8800"}))
	if s := show(n); s != "abc{bFF8800}|T(x{bFF8800},y{bFF8800})|d{bFF8800}" {
		t.Fatal(s)
	}
	if n.Len() != d.Len() {
		t.Fatal("the length changed")
	}
	n = is(UpdateTextProperty(n, []model.Range{{Begin: 2, End: 3}}, model.TextProps{Bold: &no, Italic: &yes, Underline: &yes, Strike: &yes, SmallCaps: &yes, Background: "00FF00"}))
	if s := show(n); s != "ab{bFF8800}c{iusmFF8800/00FF00}|T(x{bFF8800},y{bFF8800})|d{bFF8800}" {
		t.Fatal(s)
	}
	if same := is(UpdateTextProperty(n, []model.Range{{Begin: 0, End: 1}}, model.TextProps{Bold: &no})); same.Version != n.Version+1 || same.Blocks()[0] != n.Blocks()[0] {
		t.Fatal("what is so already is a version, and no other block")
	}
	for _, c := range []string{"red", "#FF8800", "FF88", "FF880G", "FF8800 "} {
		if _, err := UpdateTextProperty(d, []model.Range{{Begin: 0, End: 1}}, model.TextProps{Color: c}); kindOf(err) != KindProperty {
			t.Errorf("%q: %v", c, err)
		}
	}
	if _, err := UpdateTextProperty(d, []model.Range{{Begin: 0, End: 1}}, model.TextProps{}); kindOf(err) != KindEmpty {
		t.Error(err)
	}
}

// Text gets the format of the character before, ignoring marks of comments; a link
// continues only inside it, and an object gives no format.
func TestFormatOfInserted(t *testing.T) {
	link := word.Props{Link: "#x", Bold: true}
	d := doc(
		para(word.Styled("ab", link), word.Text("c")), // 0-3
		para(word.Styled("ab", link)),                 // 4-6
		para(word.Styled("a", link), mark("1", word.CommentStart), word.Styled("b", link), mark("1", word.CommentEnd), word.Styled("c", word.Props{Link: "#y"})), // 7-12
		para(word.Inline{Kind: word.Image, Picture: &word.Picture{URL: "u"}, Props: link}, word.Styled("b", link)),                                               // 13-15
		para(word.Styled("a", word.Props{Italic: true}), word.Inline{Kind: word.Tab, Props: word.Props{Italic: true}}),                                           // 16-18
	)
	for at, want := range map[int64]string{
		0: "Zab{bl}c", 1: "aZb{bl}c", 2: "ab{bl}Z{b}c", 3: "ab{bl}cZ", 6: "ab{bl}Z{b}", 8: "aZ{bl}<1+>b{bl}<1->c{l}", 9: "a{bl}<1+>Zb{bl}<1->c{l}",
		10: "a{bl}<1+>b{bl}Z{b}<1->c{l}", 11: "a{bl}<1+>b{bl}<1->Z{b}c{l}", 14: "<image>Zb{bl}", 18: "a{i}<tab>Z{i}",
	} {
		n := must(t)(InsertText(d, at, "Z"))
		i := n.At(int(at))
		if s := showAll(n.Blocks()[i : i+1]); s != want {
			t.Errorf("at %d: got %s, want %s", at, s, want)
		}
	}
}
