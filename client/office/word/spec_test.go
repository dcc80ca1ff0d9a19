package word_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"aloft/client/office/word/loss"
	"aloft/client/office/word/md"
)

// example is one of a specification.
type example struct {
	Markdown string `json:"markdown"`
	Section  string `json:"section"`
	Number   int    `json:"example"`
}

// examples are those of CommonMark and of GitHub's extensions: they are in the module of the
// parser, which is on each machine that builds us.
func examples(t *testing.T) []example {
	t.Helper()
	dir, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/yuin/goldmark").Output()
	if err != nil {
		t.Fatal(err)
	}
	root := strings.TrimSpace(string(dir))
	data, err := os.ReadFile(filepath.Join(root, "_test", "spec.json"))
	if err != nil {
		t.Fatal(err)
	}
	var out []example
	if err := json.Unmarshal(data, &out); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"table", "tasklist", "strikethrough", "linkify", "footnote"} {
		data, err := os.ReadFile(filepath.Join(root, "extension", "_test", name+".txt"))
		if err != nil {
			t.Fatal(err)
		}
		for i, one := range strings.Split(string(data), "//= = ") {
			p := strings.SplitN(one, "//- - - - - - - - -//\n", 3)
			if len(p) == 3 {
				out = append(out, example{p[1], name, i + 1})
			}
		}
	}
	return out
}

// trip takes a Markdown text into a Word file and back.
func trip(t failer, src string) (string, loss.List) {
	t.Helper()
	d, told, err := md.Read([]byte(src), md.Options{})
	if err != nil {
		t.Fatalf("%q: %v", src, err)
	}
	back, lost := fromDocx(t, docxOf(t, d))
	var b strings.Builder
	more, err := md.Write(&b, back, md.Output{})
	if err != nil {
		t.Fatalf("%q: %v", src, err)
	}
	return b.String(), append(append(told, lost.Without(loss.Note)...), more...)
}

// Each example comes back from a Word file with the same meaning, or what is different was told.
func TestExamplesComeBack(t *testing.T) {
	kept, told, silent := 0, 0, map[string]int{}
	for _, e := range examples(t) {
		out, lost := trip(t, e.Markdown)
		was, is := meaning(e.Markdown, lost), meaning(out, nil)
		switch {
		case was != is:
			silent[e.Section]++
			t.Errorf("%s %d: %q came back as %q, told %v\n--- was\n%s--- is\n%s", e.Section, e.Number, e.Markdown, out, lost, was, is)
		case len(lost) > 0:
			told++
		default:
			kept++
		}
	}
	t.Logf("%d kept, %d told, silent %v", kept, told, silent)
	if kept < 581 || kept+told < 700 { // as the guide says
		t.Errorf("%d kept and %d told", kept, told)
	}
}

// What is in a formula comes back byte for byte, through a Word file.
func TestFormulasComeBack(t *testing.T) {
	piece := rapid.SampledFrom([]string{`\{`, `\\`, `\,`, `\$`, "*", "_", "`", "[", "](", "<b>", "&amp;", "#", "- ", "> ", "|", "~~", " ", "\n", "\t", "中", "x", "1. ", "!", "@a.b", "http://x.y", ":", "---", "```"})
	rapid.Check(t, func(t *rapid.T) {
		s := strings.TrimSpace(strings.Join(rapid.SliceOfN(piece, 1, 12).Draw(t, "pieces"), ""))
		if s == "" {
			return
		}
		display := "$$\n" + s + "\n$$"
		line := "$" + strings.NewReplacer("\n", "", "\t", "").Replace(s) + "$"
		for src, want := range map[string]string{
			display: display, "- a\n- b\n\n" + indented(display, "  "): indented(display, "  "), indented(display, "> "): indented(display, "> "),
			"a " + line + " b **c** _" + line + "_": line + "_", "- " + line: line, "# " + line: line,
			"| a |\n| - |\n| " + strings.ReplaceAll(line, "|", "x") + " |": strings.ReplaceAll(line, "|", "x"),
		} {
			if out, _ := trip(t, src); !strings.Contains(out, want) {
				t.Errorf("%q came back as %q, without %q", src, out, want)
			}
		}
	})
}

// indented is a text in a list or a quotation; blank lines have no indent.
func indented(s, pad string) string {
	return regexp.MustCompile(`(?m)^[ \t]+$|[ \t]+$`).ReplaceAllString(pad+strings.ReplaceAll(s, "\n", "\n"+pad), "")
}

// What a Word file keeps of Markdown, and what is told: the table of the guide, as examples.
func TestConstructsComeBack(t *testing.T) {
	for _, c := range []struct {
		what, src string
		told      []loss.Kind
		means     string // what it means afterwards, where that cannot be had from what was told
	}{
		{"alignment of columns", "| a | b | c | d |\n|:--|:-:|--:|---|\n| 1 | 2 | 3 | 4 |", nil, ""},
		{"pipes in the code of a table", "| a |\n|---|\n| `x \\| y` \\| z |", nil, ""},
		{"a table in a list", "- a\n\n  | b |\n  |---|\n  | c |\n- d", nil, ""},
		{"footnotes", "a[^x] b[^y] c[^x]\n\n[^y]: two\n[^x]: *one*\n\n    more\n\n    - item", nil, ""},
		{"a footnote in a footnote", "a[^1]\n\n[^1]: b[^2]\n[^2]: c", nil, ""},
		{"a footnote in a cell and a quotation", "| a[^1] |\n|---|\n| b |\n\n> c[^2]\n\n[^1]: d\n[^2]: e", nil, ""},
		{"quotations in quotations", "> a\n>\n> > b\n> >\n> > > c\n>\n> d", nil, ""},
		{"two quotations", "> a\n\n> b", nil, ""},
		{"a quotation in a list in a quotation", "> - a\n>   > b\n> - c", nil, ""},
		{"numbers in a quotation in a list", "1. a\n\n   > 1. b\n   > 2. c\n\n2. d\n   1. e\n\n      > 1. f\n\n   2. g", nil, ""},
		{"code in a quotation", "> ```go\n> a\n>\n> b\n> ```", nil, ""},
		{"code in a list", "1. a\n\n   ```sh\n   b\n   ```\n2. c", nil, ""},
		{"lines", "a\n\n***\n\nb\n\n———", nil, ""},
		{"a line in a list", "- a\n\n  ---\n\n  b", nil, ""},
		{"hard breaks", "a  \nb\\\nc<br>d\n\n# e<br>f\n\n| g<br>h |\n|---|", nil, ""},
		{"starts", "7. a\n8. b\n\nx\n\n0. c\n1. d", nil, ""},
		{"lists side by side", "- a\n- b\n\n* c\n\n1. d\n2. e\n\n3) f", nil, ""},
		{"tasks", "- [ ] a\n- [x] b\n  - [ ] c", nil, ""},
		{"titles", `[a](b "c & \"d\"") ![e](https://f.g/h.png "i")`, []loss.Kind{loss.Linked}, ""},
		{"references", "[a] [b][A] ![c][a]\n\n[a]: https://d.e 'f'", []loss.Kind{loss.Linked}, ""},
		{"languages", "```c++\na\n```\n\n~~~\nb\n~~~", nil, ""},
		{"emphasis within words", "a***b***c *d*e f**g**", nil, ""},
		{"mathematics", "$a_1 * b$ and $$c$$", nil, ""},
		{"HTML", "<div>\na *b*\n</div>\n\nc <b>d</b>", []loss.Kind{loss.HTML}, ""},
		{"a comment of HTML", "a\n\n<!-- b -->", []loss.Kind{loss.HTML}, ""},
		{"definitions that nothing uses", "a\n\n[b]: /c\n[d]: /e\n\n[^f]: g", []loss.Kind{loss.Unused}, ""},
		{"links without text or address", "[](a) b [c]()", []loss.Kind{loss.NoLink}, ""},
		{"headings in lists", "- # a\n- b\n  ## c", []loss.Kind{loss.Inside}, ""},
		{"numbered tasks", "1. [ ] a\n2. [x] b", []loss.Kind{loss.Numbered}, "- [ ] a\n- [x] b"},
		{"a list and one of tasks", "- a\n\n* [ ] b", []loss.Kind{loss.Joined}, "- a\n- [ ] b"},
		{"the attributes of code", "```go {.numbers}\na\n```", []loss.Kind{loss.Info}, ""},
		{"tables, quotations and code in footnotes", "a[^1]\n\n[^1]: b\n\n    ```\n    c\n    ```\n\n    > d[^2]\n\n    | e |\n    | --- |\n    | f |\n\n    g\n\n[^2]: h\n\n    - i\n\n        | j |\n        | --- |", nil, ""},
		{"headings below the sixth level", "####### a", []loss.Kind{loss.Deep}, ""},
		{"pictures that are not there", "![a](b.png)", []loss.Kind{loss.Picture, loss.Linked}, ""},
	} {
		t.Run(c.what, func(t *testing.T) {
			out, lost := trip(t, c.src)
			var told []loss.Kind
			for _, l := range lost {
				if !slices.Contains(told, l.Kind) {
					told = append(told, l.Kind)
				}
			}
			if !slices.Equal(told, c.told) {
				t.Errorf("told %v, want %v", told, c.told)
			}
			was := meaning(c.src, lost)
			if c.means != "" {
				was = meaning(c.means, nil)
			}
			if is := meaning(out, nil); was != is {
				t.Errorf("came back as %q\n--- was\n%s--- is\n%s", out, was, is)
			}
		})
	}
}

// Any text of usual pieces comes back with the same meaning, or is told to be different.
func TestTextsComeBack(t *testing.T) {
	words := rapid.SampledFrom([]string{"a", "b c", "*d*", "**e**", "`f|g`", "~~h~~", "[i](j \"k\")", "***l***m", "n  \no", "![p](https://q.r/s.png)", "t[^1]", "2. u", "<https://v.w>", "x_y_z", "中文"})
	line := rapid.Custom(func(t *rapid.T) string {
		return strings.Join(rapid.SliceOfN(words, 1, 3).Draw(t, "words"), " ")
	})
	block := rapid.Custom(func(t *rapid.T) string {
		s := line.Draw(t, "line")
		switch rapid.IntRange(0, 8).Draw(t, "kind") {
		case 0:
			return "## " + strings.ReplaceAll(s, "\n", " ")
		case 1:
			return "```go\n" + s + "\n```"
		case 2:
			return "| " + strings.ReplaceAll(strings.ReplaceAll(s, "|", `\|`), "\n", " ") + " | b |\n|:-:|---|\n| c |"
		case 3:
			return "***"
		case 4:
			return "    " + strings.ReplaceAll(s, "\n", " ")
		}
		return s
	})
	// nested puts a block into quotations and list items.
	nested := rapid.Custom(func(t *rapid.T) string {
		s := block.Draw(t, "block")
		for range rapid.IntRange(0, 3).Draw(t, "depth") {
			sign := rapid.SampledFrom([]string{"> ", "- ", "* ", "1. ", "7) ", "0. ", "- [ ] "}).Draw(t, "sign")
			pad := strings.Repeat(" ", min(len(sign), 3))
			if sign == "> " {
				pad = sign
			} else if sign != "1. " && sign != "7) " && sign != "0. " {
				pad = "  "
			}
			if rapid.IntRange(0, 2).Draw(t, "more") == 0 {
				s += "\n\n" + block.Draw(t, "second")
			}
			lines := strings.Split(s, "\n")
			for i, l := range lines {
				switch {
				case i == 0:
					lines[i] = sign + l
				case l != "" || sign == "> ":
					lines[i] = pad + l
				}
			}
			s = strings.Join(lines, "\n")
		}
		return s
	})
	rapid.Check(t, func(t *rapid.T) {
		src := strings.Join(rapid.SliceOfN(nested, 1, 4).Draw(t, "blocks"), "\n\n") + "\n\n[^1]: note\n"
		out, lost := trip(t, src)
		for _, l := range lost {
			switch l.Kind {
			case loss.Numbered, loss.Joined, loss.Emphasis:
				return // what it means then is another
			}
		}
		if was, is := meaning(src, lost), meaning(out, nil); was != is {
			t.Fatalf("%q\ncame back as\n%q, told %v\n--- was\n%s--- is\n%s", src, out, lost, was, is)
		}
	})
}
