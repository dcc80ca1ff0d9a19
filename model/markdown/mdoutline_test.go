package markdown

import (
	"strings"
	"testing"

	"aloft/model"
)

func drawOutline(o model.Outline) string {
	var b strings.Builder
	o.Walk(func(n *model.OutlineNode, above []*model.OutlineNode) bool {
		b.WriteString(strings.Repeat(" ", len(above)) + model.LevelName(n.Level)[14:] + " " + n.Title + "\n")
		return true
	})
	return b.String()
}

func TestOutline(t *testing.T) {
	for name, c := range map[string]struct{ in, want string }{
		"nothing":      {"", ""},
		"text only":    {"a\n\nb", ""},
		"a tree":       {"# A\ntext\n## B\n### C\n## D\n# E\n", "1 A\n 2 B\n  3 C\n 2 D\n1 E\n"},
		"a level left": {"# A\n### C\n## B\n", "1 A\n 3 C\n 2 B\n"},
		"deep":         {"####### seven\n########## ten\n", "7 seven\n 9 ten\n"},
		"underlined":   {"One\n===\n\nTwo\n---\n", "1 One\n 2 Two\n"},
		"in a fence":   {"# A\n```\n# no\n```\n## B", "1 A\n 2 B\n"},
		"marks":        {"# **Bold** `code` [link](http://x) #\n# a\\*b\n", "1 Bold code link\n1 a*b\n"},
		"entities":     {"# a &lt;b&gt; <> &amp; ![c](d(e)) f\n", "1 a <b> <> & c f\n"},
		"empty":        {"# \n#\n# <br/>\n", "1 <br/>\n"},
		"front matter": {"---\ntitle: x\n---\n# A\n", "1 A\n"},
		"a rule":       {"a\n\n---\n\n# A\n", "1 A\n"},
	} {
		o := Outline(c.in)
		if got := drawOutline(o); got != c.want || !o.Loose {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
		// The text can be split by the headings that it finds.
		for _, s := range SplitSections(o, c.in).All {
			if !s.Found {
				t.Errorf("%s: %q is not found in the text again", name, s.Node.Title)
			}
		}
	}
}

func FuzzOutline(f *testing.F) {
	f.Add("# A\n## B\n")
	f.Add("---\n---\n```\n#")
	f.Fuzz(func(t *testing.T, in string) {
		Outline(in).Walk(func(n *model.OutlineNode, above []*model.OutlineNode) bool {
			if n.Title == "" || n.Level < 1 || n.Level > 9 || len(above) > 0 && above[len(above)-1].Level >= n.Level {
				t.Errorf("%q: %+v", in, n)
			}
			return true
		})
	})
}

func TestShownLine(t *testing.T) {
	for line, want := range map[string]string{
		"the **big** _roof_ of snake_case and 2\\*3": "the big roof of snake_case and 2*3",
		"- [x] see [the *plan*](https://a/b_c)":      "see the plan",
		"> 1. a `code` ~~gone~~ &amp; __more__":      "a code gone & more",
		"## Title":                                   "Title",
	} {
		if got := ShownLine(line); got != want {
			t.Errorf("%q: %q, want %q", line, got, want)
		}
	}
}
