package md

import (
	"errors"
	"io"
	"strings"
	"testing"

	"aloft/client/office/word"
	"aloft/model/budget"
)

func markdownOf(t *testing.T, d *word.Document) string {
	t.Helper()
	var b strings.Builder
	if _, err := Write(&b, d, Output{}); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func fromMarkdown(t *testing.T, s string) *word.Document {
	t.Helper()
	d, _, err := Read([]byte(s), Options{})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// The document read from Markdown, shown as Markdown again.
func TestMarkdown(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"headings to nine", "# a\n###### f\n####### g ##\n######### i\n########## j", "# a\n\n###### f\n\n####### g\n\n######### i\n\n\\########## j\n"},
		{"emphasis", "*a* _b_ **c** __d__ ***e*** ~~f~~ `g`", "_a_ _b_ **c** **d** **_e_** ~~f~~ `g`\n"},
		{"emphasis inside words", "a**b**c a*b*c", "a**b**c a*b*c\n"},
		{"escapes and entities", `a\|b \&amp; &amp; &lt; \* &#x4e2d;`, "a|b &amp;amp; & \\< \\* 中\n"},
		{"links", "[a *b*](http://x.y/?a=1&b=2 \"t\") <http://z.y> www.w.y m@x.y [r]\n\n[r]: /ref", "[a _b_](http://x.y/?a=1&b=2 \"t\") [http\\://z.y](http://z.y) [www\\.w.y](http://www.w.y) [m\\@x.y](mailto:m@x.y) [r](/ref)\n"},
		{"lists", "* a\n* b\n\n  more\n  1. c\n  2. d\n\n7. e\n8. f", "- a\n- b\n\n  more\n\n  1. c\n  2. d\n\n7. e\n8. f\n"},
		{"two lists side by side", "1. a\n2. b\n\n1) c", "1. a\n2. b\n\n1) c\n"},
		{"code in an item ends no numbers", "1. a\n\n   ```sh\n   ls\n   ```\n2. b", "1. a\n\n   ```sh\n   ls\n   ```\n\n2. b\n"},
		{"tasks", "- [ ] a\n- [x] **b**\n  - [X] c", "- [ ] a\n- [x] **b**\n  - [x] c\n"},
		{"tables", "a|b\n-|-\n`x\\|y`|1<br>2\nshort", "| a | b |\n| --- | --- |\n| `x\\|y` | 1<br>2 |\n| short | |\n"},
		{"code", "~~~ c++ x\na\n\n\t```\n~~~\n\n    indented", "````c++\na\n\n\t```\n````\n\n```\nindented\n```\n"},
		{"raw HTML is text", "<div>\n*x*\n</div>\n\na <b>c</b> d<br>e", "\\<div>\\\n\\*x\\*\\\n\\</div>\n\na \\<b>c\\</b> d\\\ne\n"},
		{"quotes", "> a\n> - b\n>\n> > c", "> a\n>\n> - b\n>\n> > c\n"},
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
			if got := markdownOf(t, fromMarkdown(t, c.want)); got != c.want {
				t.Errorf("again %q\nwant  %q", got, c.want)
			}
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
		out := markdownOf(t, d)
		back := fromMarkdown(t, out).Blocks()[0].(*word.Paragraph)
		for _, l := range in {
			found := false
			for _, g := range back.Inlines() {
				found = found || g.Props == l.Props && strings.TrimSpace(g.Text) == strings.TrimSpace(l.Text)
			}
			if !found {
				t.Errorf("%q lost %+v", out, l)
			}
		}
	}
}

func TestMarkdownNotUTF8(t *testing.T) {
	for src, at := range map[string]string{"ab\xffc": "byte at 2", "\xef\xbb\xbfa\xff": "byte at 4"} {
		if _, _, err := Read([]byte(src), Options{}); !errors.Is(err, word.ErrNotUTF8) || !strings.Contains(err.Error(), at) {
			t.Errorf("%q: %v", src, err)
		}
	}
}

// A document may contain what is long in Markdown: writing has a budget too.
func TestWritingMarkdownHasABudget(t *testing.T) {
	var in []word.Inline
	for i := range 6_000 {
		in = append(in, word.Styled(".", word.Props{Bold: i%2 == 0, Italic: i%3 == 0, Strike: i%5 == 0}))
	}
	d := word.NewDocument(0, []word.Block{word.NewParagraph(word.Format{}, in...)}, nil)
	var over *budget.Over
	if _, err := Write(io.Discard, d, Output{Budget: budget.New(budget.Limits{Work: 20e6, Memory: 8 << 20, Depth: 100}, nil)}); !errors.As(err, &over) || over.What != "it takes more work than a conversion may (%d million steps): it is written to keep a reader busy, or far longer than a document" {
		t.Error(err)
	}
}

// Any Markdown can be read; written and read again, it is the same Markdown.
func FuzzMarkdown(f *testing.F) {
	for _, s := range []string{"# a\n\n- b\n  - c\n", "| a |\n|---|\n| b |", "```go\nx\n```", "**a*b*c**", "[a](b) ![c](d)", "> q\n> - l", "1. a\n3. b\n\n   c", "- [ ] t\n- [x] u", "<b>x</b> &amp; \\*", "![0]()", "- a\n\n  ```\n  \t\n  ```", "a[^1]\n\n[^1]: b\n\n    - c", "> - a\n>   > b", "| a |\n|:-:|"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		if len(s) > 200 { // what is odd is odd in a few lines
			return
		}
		if d, _, err := Read([]byte(s), Options{}); err == nil {
			a := markdownOf(t, d)
			if b := markdownOf(t, fromMarkdown(t, a)); a != b {
				t.Fatalf("%q, then %q", a, b)
			}
		}
	})
}
