package preview

import (
	"strings"
	"testing"

	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

	"aloft/model"
	"aloft/themes"
)

func drawn(t *testing.T, md string, width int) (plain, raw string) {
	t.Helper()
	theme, err := themes.Load(themes.Default)
	if err != nil {
		t.Fatal(err)
	}
	lines, ok := Plain(md, theme.Styles(colorprofile.TrueColor), width)
	if !ok {
		t.Fatal("not drawn")
	}
	for _, l := range lines {
		if w := ansi.StringWidth(l); w != width {
			t.Errorf("%d wide: %q", w, l)
		}
	}
	raw = strings.Join(lines, "\n")
	return ansi.Strip(raw), raw
}

func TestMarkdownIsDrawn(t *testing.T) {
	plain, raw := drawn(t, "**bold** and <b>raw</b> a<b &amp; c\n\n1. one\n   - deep\n\n> quoted\n\n```go\nx := \"<b>\"\n```\n\n![alt](https://files.example/?sig=secret)\n\n![](https://files.example/b/pic-2.png?sig=secret) ![](data:image/png;base64,a+b)\n\n| a | 水 |\n| - | - |\n| 1 | 2 |\n", 40)
	for _, want := range []string{"bold and raw", "& c", "1. one", "deep", "│ quoted", `x := "<b>"`, "![alt]", "![pic-2.png] ![image]", "水"} {
		if !strings.Contains(plain, want) {
			t.Errorf("no %q in\n%s", want, plain)
		}
	}
	if strings.Contains(raw, "secret") {
		t.Error("the address of a picture is drawn")
	}
}

func TestListsHang(t *testing.T) {
	md := "- **one** with words that wrap around the end\n  - a deeper item that wraps as well, I say\n- [x] a task that has more words than fit\n\n> said by somebody at some length\n"
	want := []string{
		"• one with words that", "  wrap around the end", "  • a deeper item that", "    wraps as well, I say",
		"[x] a task that has more", "    words than fit", "", "│ said by somebody at", "│ some length", "",
	}
	for _, more := range []string{"", "\n| a table | changes |\n|---|---|\n| nothing | of it |\n"} {
		plain, _ := drawn(t, md+more, 24)
		lines := strings.Split(plain+"\n", "\n")[:len(want)]
		for i := range lines {
			lines[i] = strings.TrimRight(lines[i], " ")
		}
		if got := strings.Join(lines, "\n"); got != strings.Join(want, "\n") {
			t.Errorf("%s", got)
		}
	}
}

// Whatever a document holds, nothing but colours and clean text reaches the
// terminal.
func TestNothingGetsThroughTheMarkdown(t *testing.T) {
	for _, md := range []string{
		"a\x1b[2Jb\x07c\u009b31md", "&#27;[2J and &#x1b;]52;c;aGk=&#7;", "&#155;31m", "[t](https://x.example/\x1b]8;;\x07)",
		"[&#27;[8m](https://x.example/&#27;[8m)", "`&#27;`", "<b>&#27;[2J</b>", "<div>\n&#27;]0;t&#7;\n</div>\n", "&amp;#27;[2J",
		"a &NewLine; b &Tab; c &rlm;&ZeroWidthSpace;d", "```\n\x1b[31m&#27;\n```", "| &#27;[2J | b |\n|---|---|\n| \x1b[1m | &#8206; |",
		"&#27;[8mhidden", "<div>\n&#27;[8mx\n</div>\n", "`&#x1b;[8m`", "![&#27;[2J](x)", "<https://x.example/&#27;>", "# \x1b]0;title\x07", "\u202eabc\u2066",
	} {
		_, raw := drawn(t, md, 50)
		rest := raw
		for {
			i := strings.IndexByte(rest, 0x1b)
			if i < 0 {
				break
			}
			seq, _, n, _ := ansi.DecodeSequence(rest[i:], ansi.NormalState, nil)
			if !strings.HasPrefix(seq, "\x1b[") || !strings.HasSuffix(seq, "m") || seq == "\x1b[8m" {
				t.Errorf("%q lets %q through", md, seq)
			}
			rest = rest[i+max(1, n):]
		}
		for _, line := range strings.Split(ansi.Strip(raw), "\n") {
			if model.Clean(line) != line {
				t.Errorf("%q draws %q", md, line)
			}
		}
	}
}

// Without colours, attributes remain.
func TestWithoutColours(t *testing.T) {
	theme, err := themes.Load(themes.Default)
	if err != nil {
		t.Fatal(err)
	}
	lines, _ := Plain("# Title\n\n**bold** `code` [link](https://x.example)\n\n> quoted\n", theme.Styles(colorprofile.ASCII), 40)
	raw := strings.Join(lines, "\n")
	if !strings.Contains(raw, "\x1b[1m") || strings.Contains(raw, "\x1b[3") || strings.Contains(raw, ";3") {
		t.Errorf("%q", raw)
	}
	ascii, _ := Plain("- item\n\n> quoted\n\n| a | b |\n|---|---|\n| 1 | 2 |\n", theme.Styles(colorprofile.ASCII).ASCII(), 40)
	if s := ansi.Strip(strings.Join(ascii, "")); strings.ContainsFunc(s, func(r rune) bool { return r > 126 }) {
		t.Errorf("not ASCII: %q", s)
	}
}

func TestTooLongForStyles(t *testing.T) {
	if _, ok := Plain(strings.Repeat("x ", maxDrawn), nil, 40); ok {
		t.Error("drawn")
	}
}

// What keeps a parser busy is not rendered, whoever wrote it: the page shows its
// plain text.
func TestHostileMarkdownIsNotDrawn(t *testing.T) {
	theme, err := themes.Load(themes.Default)
	if err != nil {
		t.Fatal(err)
	}
	st := theme.Styles(colorprofile.TrueColor)
	for _, md := range []string{strings.Repeat("*a_", 20_000), strings.Repeat(">", 2000) + "a", strings.Repeat("[a](", 15_000), strings.Repeat("|a", 300) + "\n" + strings.Repeat("|-", 300) + "|\n" + strings.Repeat("|\n", 300)} {
		if lines, ok := Plain(md, st, 80); ok {
			t.Errorf("%.20q: %d lines were drawn", md, len(lines))
		}
	}
	if _, ok := Plain(strings.Repeat("Some *text* with [a link](https://example.org) and `code`.\n", 1000), st, 80); !ok {
		t.Error("an honest text was not drawn")
	}
}

// What stands in an item belongs to it, code and addresses are as they are written, and what is no text leaves no hole.
func TestBlocksAreDrawnAsTheyAreWritten(t *testing.T) {
	for md, want := range map[string]string{
		"- one\n  soft\n\n  second\n\n  ```\n  x\n  ```\n- two\n  - deep":            "• one\n  soft\n\n  second\n\n    x\n• two\n  • deep",
		"10. ten\n11. > said\n\n- - a\n-":                                            "10. ten\n11. │ said\n\n•\n  • a\n•",
		"```\ns := \"a\\\\b &amp; c\"\r\n\t\tdeep words that go on\n```":             "  s := \"a\\\\b &amp; c\"\n          deep words\n          that go on",
		"`&amp; \\* docs:/\\#ID`":                                                    "&amp; \\* docs:/\\#ID",
		"[a](b.md) [c](#d) ![e][f]\n\n[f]: https://x.example/?sig=secret":            "a b.md c ![e]",
		"<!-- no -->\n\na<br>b <i>c</i>\n\n<p>\nd &amp; e\n</p>\n\nf":                "a\nb c\n\nd & e\n\nf",
		"> - a\n>\n> | b |\n> |---|\n> | c |\n\n***\n\nword\n: said\n: too":          "│ • a\n│\n│  b\n│ ──\n│  c\n\n────────\n\nword\nsaid\ntoo",
		"| a | b |\n|---|---|\n| [x](https://x.example/1) | <https://y.example/2> |": " a    │ b\n──────┼─────────────\n x[1] │ y.example[2]\n\n[1]: x\nhttps://x.example/1\n[2]: y.example\nhttps://y.example/2",
		"|a|b|c|d|\n|-|-|-|-|\n|1||3|4|\n|5|6|7|8|":                                  "a: 1\nc: 3\nd: 4\n\na: 5\nb: 6\nc: 7\nd: 8",
		"می\u200cخواهم &copy &copy; &zwj;":                                           "می\u200cخواهم &copy © \ufffd",
	} {
		plain, _ := drawn(t, md, 24)
		lines := strings.Split(plain, "\n")
		for i := range lines {
			lines[i] = strings.TrimRight(lines[i], " ")
		}
		if got := strings.Join(lines, "\n"); got != want {
			t.Errorf("%q:\n%s\nnot\n%s", md, got, want)
		}
	}
}
