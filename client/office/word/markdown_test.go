package word_test

import (
	"errors"
	"io"
	"strings"
	"testing"

	"aloft/client/office/word"
	"aloft/client/office/word/loss"
	"aloft/client/office/word/md"
)

// The document read from Markdown, shown as Markdown again.
func TestMarkdown(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"headings to nine", "# a\n###### f\n####### g ##\n######### i\n########## j", "# a\n\n###### f\n\n####### g\n\n######### i\n\n\\########## j\n"},
		{"emphasis", "*a* _b_ **c** __d__ ***e*** ~~f~~ `g`", "_a_ _b_ **c** **d** **_e_** ~~f~~ `g`\n"},
		{"emphasis inside words", "a**b**c a*b*c", "a**b**c a*b*c\n"},
		{"escapes and entities", `a\|b \&amp; &amp; &lt; \* &#x4e2d;`, "a|b &amp;amp; & \\< \\* 中\n"},
		{"links", "[a *b*](http://x.y/?a=1&b=2 \"t\") <http://z.y> www.w.y m@x.y [r]\n\n[r]: /ref", "[a _b_](http://x.y/?a=1&b=2) [http\\://z.y](http://z.y) [www\\.w.y](http://www.w.y) [m\\@x.y](mailto:m@x.y) [r](/ref)\n"},
		{"lists", "* a\n* b\n\n  more\n  1. c\n  2. d\n\n7. e\n8. f", "- a\n- b\n\n  more\n\n  1. c\n  2. d\n\n7. e\n8. f\n"},
		{"two lists side by side", "1. a\n2. b\n\n1) c", "1. a\n2. b\n\n1) c\n"},
		{"code in an item ends no numbers", "1. a\n\n   ```sh\n   ls\n   ```\n2. b", "1. a\n\n```sh\nls\n```\n\n2. b\n"},
		{"tasks", "- [ ] a\n- [x] **b**\n  - [X] c", "- [ ] a\n- [x] **b**\n  - [x] c\n"},
		{"tables", "a|b\n-|-\n`x\\|y`|1<br>2\nshort", "| a | b |\n| --- | --- |\n| `x\\|y` | 1<br>2 |\n| short | |\n"},
		{"code", "~~~ c++ x\na\n\n\t```\n~~~\n\n    indented", "````c++\na\n\n\t```\n````\n\n```\nindented\n```\n"},
		{"raw HTML is text", "<div>\n*x*\n</div>\n\na <b>c</b> d<br>e", "\\<div>\\\n\\*x\\*\\\n\\</div>\n\na \\<b>c\\</b> d\\\ne\n"},
		{"quotes", "> a\n> - b\n>\n> > c", "> a\n>\n> - b\n>\n> c\n"},
		{"lines across", "a\n\n***\n\nb", "a\n\n---\n\nb\n"},
		{"Chinese lines join without a space", "中文\n下一行\nEnglish\nline", "中文下一行 English line\n"},
		{"emoji", "😀 **😀** x", "😀 **😀** x\n"},
		{"a text that only looks like markup", `1\. x` + "\n\n" + `\- y` + "\n\n" + `snake_case_name 2*3 \_x\_ #1 a@b`, "1\\. x\n\n\\- y\n\nsnake_case_name 2\\*3 \\_x\\_ #1 a\\@b\n"},
		{"numbers that begin no list", "120.00\n\n# 1. One\n\n1\\.\n\n1\\) a\n\n| 1. | 2) b |\n| - | - |\n| 120.00 | 7 |", "120.00\n\n# 1. One\n\n1\\.\n\n1\\) a\n\n| 1. | 2) b |\n| --- | --- |\n| 120.00 | 7 |\n"},
		{"a mark at the start, and other line ends", "\xef\xbb\xbf# a\r\nb\rc", "# a\n\nb c\n"},
		{"nothing", "", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := fromMarkdown(t, c.in)
			if got := markdownOf(t, d); got != c.want {
				t.Errorf("got  %q\nwant %q", got, c.want)
			}
			differ(t, "again", c.want, markdownOf(t, fromMarkdown(t, c.want)))
		})
	}
}

// Emphasis survives beside letters and signs where Markdown makes it hard.
func TestEmphasisSurvives(t *testing.T) {
	b, i := word.Props{Bold: true}, word.Props{Italic: true}
	for _, in := range [][]word.Inline{
		{word.Text("这是"), word.Styled("“重点”", b), word.Text("内容")},
		{word.Text("a"), word.Styled("(b)", i), word.Text("c")},
		{word.Styled("a", b), word.Styled("b", i), word.Styled("c", word.Props{Bold: true, Italic: true})},
		{word.Text("x"), word.Styled(" y ", b), word.Text("z")},
		{word.Styled("*", b), word.Text("*"), word.Styled("_", i)},
		{word.Text("a"), word.Styled("`", word.Props{Code: true}), word.Styled("b", word.Props{Bold: true, Link: "u"})},
	} {
		d := word.NewDocument(0, []word.Block{word.NewParagraph(word.Format{}, in...)}, nil)
		md := markdownOf(t, d)
		back := fromMarkdown(t, md).Blocks()[0].(*word.Paragraph)
		for _, l := range in {
			found := false
			for _, g := range back.Inlines() {
				found = found || g.Props == l.Props && strings.TrimSpace(g.Text) == strings.TrimSpace(l.Text)
			}
			if !found {
				t.Errorf("%q lost %+v", md, l)
			}
		}
	}
}

func TestMarkdownNotUTF8(t *testing.T) {
	_, _, err := md.Read([]byte("ab\xffc"), md.Options{})
	if !errors.Is(err, word.ErrNotUTF8) || !strings.Contains(err.Error(), "byte at 2") {
		t.Fatal(err)
	}
}

// Pictures beside the text are embedded; all others stay links and are reported.
func TestMarkdownPictures(t *testing.T) {
	var asked []string
	open := func(name string) (io.ReadCloser, error) {
		asked = append(asked, name)
		if name == "img/a b.png" {
			return tinyPNG().Open()
		}
		return nil, errors.New("no")
	}
	d, lost, err := md.Read([]byte("![one](img/a%20b.png) ![two](gone.png) ![three](https://x.y/c.png) ![four](../up.png) ![five](/etc/passwd)"), md.Options{Title: "T", Open: open})
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(asked, " "); got != "img/a b.png gone.png" {
		t.Errorf("asked for %s", got)
	}
	if lost.Count(loss.Picture) != 3 || lost.Count(loss.Linked) != 1 {
		t.Errorf("lost %v", lost)
	}
	if n := len(lost.Sentences()); n != 2 || lost.Sentences()[0].String() != "3 pictures could not be found" {
		t.Errorf("said %q", lost.Sentences())
	}
	back, _ := fromDocx(t, docxOf(t, d))
	if back.Blocks()[0].(*word.Paragraph).Level != word.Title {
		t.Error("no title")
	}
	n := 0
	for _, i := range back.Blocks()[1].(*word.Paragraph).Inlines() {
		if i.Kind == word.Image && i.Picture.Data != nil {
			n++
		}
	}
	if n != 1 {
		t.Errorf("%d pictures are embedded", n)
	}
}

func TestText(t *testing.T) {
	d := fromMarkdown(t, "# H\n\ntext **b**\n\n1. a\n   - b\n2. c\n\n- [x] d\n\n| x | y |\n|---|---|\n| 1 | 2 |\n\n```\ncode\n  more\n```\n\n![pic](u)")
	var b strings.Builder
	if err := d.Text(&b); err != nil {
		t.Fatal(err)
	}
	want := "H\n\ntext b\n\n1. a\n  - b\n2. c\n[x] d\n\nx\ty\n1\t2\n\n    code\n      more\n\n[pic]\n"
	if b.String() != want {
		t.Errorf("%q\nwant %q", b.String(), want)
	}
}

// The length is in UTF-16 units, and a new document is a title and an empty
// paragraph.
func TestModel(t *testing.T) {
	if n := word.Units("a中😀"); n != 4 {
		t.Error(n)
	}
	d := word.New("标题😀")
	if d.Len() != 4+1+1 || len(d.Blocks()) != 2 {
		t.Error(d.Len(), len(d.Blocks()))
	}
	table := word.NewTable([]word.Cell{word.NewCell()}, []word.Cell{word.NewCell(), word.NewCell(word.NewTable())})
	d = word.NewDocument(3, []word.Block{table, word.NewParagraph(word.Format{Level: 2}), word.NewBox(word.CodeBlock, "", "", table)}, nil)
	kinds := ""
	for _, b := range d.Blocks() {
		switch b.(type) {
		case *word.Paragraph:
			kinds += "p"
		case *word.Table:
			kinds += "t"
		case *word.Box:
			kinds += "b"
		}
	}
	if kinds != "tppbp" || d.Version != 3 {
		t.Error(kinds)
	}
	if _, n := dump(d); n != d.Len() {
		t.Error(n, d.Len())
	}
}
