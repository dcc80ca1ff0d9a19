package markdown

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"aloft/model"
)

// tree makes an outline of lines "level title"; positions grow.
func tree(lines ...string) model.Outline {
	var o model.Outline
	var path []*model.OutlineNode
	at := int64(0)
	for _, l := range lines {
		n := &model.OutlineNode{}
		word, title, _ := strings.Cut(l, " ")
		switch word {
		case "T":
			n.Level = model.LevelTitle
		case "B":
			n.Level = model.LevelBody
		default:
			_, _ = fmt.Sscan(word, &n.Level)
		}
		n.Title = title
		n.TitleStart, n.TitleEnd = at, at+int64(len(title))
		n.ContentStart, n.ContentEnd = n.TitleEnd+1, n.TitleEnd+11
		at = n.ContentEnd + 1
		rank := func(n *model.OutlineNode) int {
			if n.Level == model.LevelTitle {
				return 0
			}
			return n.Level
		}
		for len(path) > 0 && rank(path[len(path)-1]) >= rank(n) {
			path = path[:len(path)-1]
		}
		if len(path) == 0 {
			o.Nodes = append(o.Nodes, n)
		} else {
			up := path[len(path)-1]
			up.Children = append(up.Children, n)
		}
		for _, up := range path {
			up.ContentEnd = n.ContentEnd
		}
		path = append(path, n)
	}
	return o
}

func TestSections(t *testing.T) {
	for _, c := range []struct {
		name string
		o    model.Outline
		md   string
		want []string // own texts; "-" = not found
		lead string
		cut  bool
	}{
		{"plain", tree("T Doc", "1 A", "2 B"), "# Doc\n\nintro\n\n# A\n\ntext\n\n## B\n\nmore\n", []string{"intro", "text", "more"}, "", false},
		{"fence", tree("1 A", "1 B"), "# A\n```\n# B\n```\nx\n# B\ny\n", []string{"```\n# B\n```\nx", "y"}, "", false},
		{"tilde fence in a fence", tree("1 A", "1 B"), "# A\n~~~~\n```\n~~~\n# B\n~~~~\n# B\ny", []string{"~~~~\n```\n~~~\n# B\n~~~~", "y"}, "", false},
		{"escapes", tree("1 a*b_c|d", "1 1. x", "1 [l](u)"), "# a\\*b\\_c|d\n\none\n# 1\\. x\ntwo\n# \\[l\\](u)\nthree\n", []string{"one", "two", "three"}, "", false},
		{"numbers", tree("1 Intro", "2 Scope", "1 End"), "# 1 Intro\na\n## 1.1 Scope\nb\n# 2. End\nc", []string{"a", "b", "c"}, "", false},
		{"own numbers are exact first", tree("1 2024 plan", "1 2025 plan"), "# 2024 plan\na\n# 2025 plan\nb", []string{"a", "b"}, "", false},
		{"deep ones as plain lines", tree("1 A", "8 Deep", "1 B"), "# A\n\none\n\n**Deep**\n\ntwo\n\n# B\nthree", []string{"one", "two", "three"}, "", false},
		{"a text line is no heading", tree("1 A", "1 B"), "# A\n\nsee\nB\nthere\n\n# B\nx", []string{"see\nB\nthere", "x"}, "", false},
		{"equal titles", tree("1 A", "1 A", "1 A"), "# A\n1\n# A\n2\n# A\n3", []string{"1", "2", "3"}, "", false},
		{"text before", tree("B ", "1 A"), "hello\n\n# A\nx", []string{"hello", "x"}, "", false},
		{"cut", tree("1 A", "1 B", "1 C"), "# A\nx\n# B\nhalf a", []string{"x", "half a", "-"}, "", true},
		{"cut in code", tree("1 A"), "# A\n```\nx", []string{"```\nx"}, "", true},
		{"underlined", tree("1 A", "2 B"), "A\n===\nx\n\nB\n---\ny", []string{"x", "y"}, "", false},
		{"strange heading in the text", tree("1 A", "1 B"), "# A\n\n# Ghost\nx\n# B\ny", []string{"# Ghost\nx", "y"}, "", false},
		{"no text at all", tree("1 A"), "", []string{"-"}, "", true},
		{"no headings", model.Outline{}, "hello", nil, "hello", false},
		{"CJK", tree("1 第一章 概述", "2 目标"), "# 第一章 概述\n\n甲\n\n## 目标\n\n乙", []string{"甲", "乙"}, "", false},
		{"signs that are no tag", tree("1 A<>b", "1 C"), "a <> b\n\n# A<>b\nx", []string{"x", "-"}, "a <> b", true},
		{"links in titles", tree("1 See docs", "1 a (b)"), "# See [docs](http://x/(y)z)\nx\n# a (b)\ny", []string{"x", "y"}, "", false},
		{"empty heading at the end", tree("1 A", "1 "), "# A\nx\n#\n", []string{"x", ""}, "", false},
		{"empty headings", tree("1 A", "2 ", "2 ", "1 B", "1 "), "# A\nx\n##\nno name\n\n## \nnor here\n# B\ny\n\n# ![](p.png)\n\nz", []string{"x", "no name", "nor here", "y", "z"}, "", false},
		{"signs in the text", tree("1 A", "1 B"), "# A\n\n##\n\nx\n# B\ny", []string{"##\n\nx", "y"}, "", false},
		{"title missing", tree("T Doc", "1 A"), "intro\n\n# A\nx", []string{"-", "x"}, "intro", false},
	} {
		s := SplitSections(c.o, c.md)
		var got []string
		for _, one := range s.All {
			if !one.Found {
				got = append(got, "-")
			} else {
				got = append(got, one.Markdown)
			}
		}
		if fmt.Sprintf("%q", got) != fmt.Sprintf("%q", c.want) || s.Lead != c.lead || s.Cut != c.cut {
			t.Errorf("%s:\n got %q lead %q cut %v\nwant %q lead %q cut %v", c.name, got, s.Lead, s.Cut, c.want, c.lead, c.cut)
		}
	}
}

// Text joined with headings is split again as it was, whatever the texts are.
func TestSectionsProperty(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	words := []string{"plan", "*bold*", "a_b", "1.", "x|y", "目标", "😀", "`c`", "<b>", "C#", "& co"}
	for range 300 {
		var lines, texts []string
		var md strings.Builder
		for range 1 + r.IntN(30) {
			level, title := 1+r.IntN(9), ""
			for range 1 + r.IntN(3) {
				title += " " + words[r.IntN(len(words))]
			}
			title = title[1:]
			lines = append(lines, fmt.Sprint(level, " ", title))
			text := []string{"", "one\n\ntwo", "```go\n# " + title + "\n```", "- a\n- b", "| a | b |\n|---|---|\n| # x | y |"}[r.IntN(5)]
			texts = append(texts, text)
			written := title
			if r.IntN(2) == 0 {
				written = model.EscapeMarkdown(title)
			}
			fmt.Fprintf(&md, "%s %s\n\n%s\n\n", strings.Repeat("#", level), written, text)
		}
		s := SplitSections(tree(lines...), md.String())
		for i, one := range s.All {
			if !one.Found || one.Markdown != texts[i] {
				t.Fatalf("%q of\n%s\n is %+v, want %q", lines[i], md.String(), one, texts[i])
			}
		}
		if s.Cut || s.Lead != "" {
			t.Fatalf("cut %v lead %q", s.Cut, s.Lead)
		}
	}
}

func BenchmarkSections(b *testing.B) {
	var lines []string
	var md strings.Builder
	for i := range 3000 {
		lines = append(lines, fmt.Sprint(1+i%3, " Heading"))
		fmt.Fprintf(&md, "%s Heading\n\n%s\n\n", strings.Repeat("#", 1+i%3), strings.Repeat("words and words\n\n", 60))
	}
	o := tree(lines...)
	b.SetBytes(int64(md.Len()))
	for b.Loop() {
		SplitSections(o, md.String())
	}
}
