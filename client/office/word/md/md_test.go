package md

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"aloft/client/office/word"
	"aloft/client/office/word/loss"
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
		{"links", "[a *b*](http://x.y/?a=1&b=2 \"t\") <http://z.y> www.w.y m@x.y [r]\n\n[r]: /ref", "[a _b_](http://x.y/?a=1&b=2 \"t\") http://z.y www.w.y m@x.y [r](/ref)\n"},
		{"a link by itself with a grave accent", "a`a@b.cd", "[a\\`a@b.cd](mailto:a%60a@b.cd)\n"},
		{"a note right behind an address", "http\\://x.y#[^1]\n\n[^1]: said", "http\\://x.y#[^1]\n\n[^1]: said\n"},
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
		{"a text that only looks like markup", `1\. x` + "\n\n" + `\- y` + "\n\n" + `snake_case_name 2*3 \_x\_ #1 a@b`, "1\\. x\n\n\\- y\n\nsnake_case_name 2\\*3 \\_x\\_ #1 a@b\n"},
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

// Formulas, alerts, emoji, mentions and addresses come through both ways byte for byte.
func TestKeptAsItIs(t *testing.T) {
	for name, s := range map[string]string{
		"formulas in a line":           `a $x_1 * y_2 * \{z\} \\ \, <b> [c](d)$ b $$\alpha_{i}^{*}$$ c`,
		"a formula on lines":           "$$\n\\begin{aligned}\n  a &= b \\\\\n- c\n+ d * e * f\n\n# g \\, \\{\n> h\n\\end{aligned}\n$$",
		"a formula in a paragraph":     `text $$a \\ b$$ text`,
		"a formula over two lines":     "a $x_1 +\ny_2$ b",
		"formulas in a list":           "- $a_1 * b * c$\n- $$\n  x \\\\\n    y\n  $$\n\n  more",
		"formulas in a quotation":      "> $a\\,b$\n>\n> $$\n> x \\\\\n>\n> y\n> $$",
		"formulas in a cell":           "| $a\\|b \\{ * c *$ | $x$ |\n| --- | --- |\n| `$y$` | $$z_1*a*$$ |",
		"formulas in a heading":        `# 1. On $\{a\}_*$`,
		"a formula in a footnote":      "a[^1]\n\n[^1]: $\\{a \\, b\\}$\n\n    $$\n    c \\\\\n    $$",
		"formulas in emphasis":         `**a $x_1\,*y*$ b** _c $\{d$_ ~~$\}$~~`,
		"a sign of a dollar in it":     `$a \$ b\_c$`,
		"an equation with a number":    "$$\na \\\\ b\n$$ {#eq:one}",
		"prices":                       "it costs $5 or $6, US$7, a$b$c, $HOME/$PATH and **$8**",
		"prices with emphasis":         `$5 _a_ $6`,
		"one dollar":                   `a $ b and $c`,
		"alerts":                       "> [!NOTE]\n> a\n\n> [!WARNING]\n> b **c**\n>\n> d",
		"emoji":                        ":x: done :+1: and :smile:\n\n# :tada: new\n\n- :bug: a\n\n| :a: |\n| --- |",
		"mentions":                     "@user and a @org/team, cc @me: see #12",
		"addresses":                    "https://example.org/a_b_c?d=e&f=1 http://x.yz. (www.w.org/~me) _https://x.yz/ab_ me.you_a@x.org",
		"an address as it is":          "https://example.org\n\n- https://example.org/a_b_c\n\n# www.example.org",
		"addresses in a cell":          "| https://x.yz/a_b | me@x.org |\n| --- | --- |",
		"a link with another text":     "[https://a.bc](https://d.ef) [see www.a.bc](g)",
		"signs that are no such thing": `\*a\* \[b\] c_d\_ \\{`,
	} {
		if got := markdownOf(t, fromMarkdown(t, s+"\n")); got != s+"\n" {
			t.Errorf("%s:\n%q came back as\n%q", name, s, got)
		}
	}
}

// Text that Markdown would take for a formula or a link where its document has another, is not one.
func TestNoFormulas(t *testing.T) {
	i := word.Props{Italic: true}
	for _, in := range [][]word.Inline{
		{word.Text("$a "), word.Styled("b", i), word.Text("c$")},
		{word.Text("$$"), word.Styled("b", i), word.Text("$$ d")},
		{word.Text("$a"), {Kind: word.LineBreak}, word.Text("- b$")},
		{word.Text("$a"), word.Styled("`$", word.Props{Code: true}), word.Text("b$")},
		{word.Text("a$"), word.Styled("*b*$", i)},
		{word.Text("xhttp://a.bc"), word.Styled("http://d.ef", word.Props{Link: "http://d.ef"})},
		{word.Text("$$"), {Kind: word.LineBreak}, word.Text("# a")},
		{word.Text("[!NOTE]"), word.Styled("a", i)},
		{word.Text("$$ a")},
	} {
		want := word.NewParagraph(word.Format{}, in...)
		out := markdownOf(t, word.NewDocument(0, []word.Block{want, word.NewParagraph(word.Format{}, word.Text("end$$"))}, nil))
		got, ok := fromMarkdown(t, out).Blocks()[0].(*word.Paragraph)
		if !ok || fmt.Sprint(got.Inlines()) != fmt.Sprint(want.Inlines()) {
			t.Errorf("%q: %v, want %v", out, got, want.Inlines())
		}
	}
}

// What YAML a text begins with is a block of code, and that is told; what only looks like it is not.
func TestFrontMatter(t *testing.T) {
	for s, want := range map[string]string{
		"---\ntitle: a\n\ntags: [b]\n---\n\n# c\n": "```yaml\ntitle: a\n\ntags: [b]\n```\n\n# c\n",
		"---\na: b\n...\nc\n":                      "```yaml\na: b\n```\n\nc\n",
		"---\r\na: b\r\n---":                       "```yaml\na: b\n```\n",
		"---\nFoo\n---\n":                          "---\n\n## Foo\n",
		"---\n\na: b\n\n---\n":                     "---\n\na: b\n\n---\n",
		"---\na: b\n":                              "---\n\na: b\n",
	} {
		d, lost, err := Read([]byte(s), Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got := markdownOf(t, d); got != want || (lost.Count(loss.FrontMatter) == 1) != strings.HasPrefix(want, "```") {
			t.Errorf("%q: %q, %v, want %q", s, got, lost, want)
		}
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
	for src, at := range map[string]string{"ab\xffc": "byte at position 2 ", "\xef\xbb\xbfa\xff": "byte at position 4 "} {
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
	if _, err := Write(io.Discard, d, Output{Budget: budget.New(budget.Limits{Work: 20e6, Memory: 8 << 20, Depth: 100}, nil)}); !errors.As(err, &over) || over.What != "conversion stopped after %d million steps: the file is malicious or far too long" {
		t.Error(err)
	}
}

// Any Markdown can be read; written and read again, it is the same Markdown.
func FuzzMarkdown(f *testing.F) {
	for _, s := range []string{"# a\n\n- b\n  - c\n", "| a |\n|---|\n| b |", "```go\nx\n```", "**a*b*c**", "[a](b) ![c](d)", "> q\n> - l", "1. a\n3. b\n\n   c", "- [ ] t\n- [x] u", "<b>x</b> &amp; \\*", "![0]()", "- a\n\n  ```\n  \t\n  ```", "a[^1]\n\n[^1]: b\n\n    - c", "> - a\n>   > b", "| a |\n|:-:|", "$a_1*b*$ $$\\{c\\}$$", "$$\na \\\\\n- b\n$$", "> [!NOTE]\n> @a http://b.c/d_e", "---\na: b\n---\n:x: a@b.cd", "|a\\\n\\|-", "\\$$\n\\\n\na$$"} {
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
