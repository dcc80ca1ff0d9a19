package guide

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"aloft/model/text"
)

// Each page is listed and has a title, and the topics that pages and README refer to
// exist.
func TestPages(t *testing.T) {
	files, err := filepath.Glob("*.md")
	if err != nil {
		t.Fatal(err)
	}
	readme, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	all, topics := Pages("en"), []string{}
	for _, p := range all {
		topics = append(topics, p.Topic)
	}
	if len(files) != len(all) {
		t.Errorf("%d files, %d topics", len(files), len(all))
	}
	for _, p := range append(all, Page{"README", "aloft", string(readme)}) {
		if p.Title == "" || !strings.HasPrefix(p.Text, "# "+p.Title+"\n") {
			t.Errorf("%s: no title", p.Topic)
		}
		for _, m := range regexp.MustCompile("aloft guide ([a-z]+)").FindAllStringSubmatch(p.Text, -1) {
			if !slices.Contains(topics, m[1]) {
				t.Errorf("%s: there is no topic %s", p.Topic, m[1])
			}
		}
	}
}

func TestFlow(t *testing.T) {
	p := Page{Text: "# A\nb\nc\n\n- d\n  e\n- f\n\n```sh\ng\nh\n```\n1. i\n   j\n| k |\n|---|\n"}
	want := "# A\nb c\n\n- d e\n- f\n\n```sh\ng\nh\n```\n1. i j\n| k |\n|---|"
	if got := p.Flow(); got != want {
		t.Errorf("got %q\nwant %q", got, want)
	}
}

// Each language has all pages, and each page says the same as the English one: as many headings
// of each level, items, rows and blocks of code, and the same to type.
func TestLanguages(t *testing.T) {
	folders, err := os.ReadDir(".")
	if err != nil {
		t.Fatal(err)
	}
	languages := 0
	for _, f := range folders {
		if !f.IsDir() {
			continue
		}
		languages++
		if !slices.Contains(text.Languages(), f.Name()) {
			t.Errorf("%s is no language of the program", f.Name())
		}
		files, err := filepath.Glob(filepath.Join(f.Name(), "*.md"))
		if err != nil {
			t.Fatal(err)
		}
		english := Pages(text.English)
		if len(files) != len(english) {
			t.Errorf("%s: %d files, %d topics", f.Name(), len(files), len(english))
		}
		for i, p := range Pages(f.Name()) {
			if p.Text == english[i].Text {
				t.Errorf("%s: no page %s", f.Name(), p.Topic)
				continue
			}
			if why := unlike(english[i].Text, p.Text); why != "" {
				t.Errorf("%s/%s.md is not as the English page, which a change of that makes: %s", f.Name(), p.Topic, why)
			}
		}
	}
	if languages == 0 {
		t.Error("there are no languages")
	}
}

// unlike is in what a page differs from the English one, where it must not.
func unlike(english, other string) string {
	a, b := shape(english), shape(other)
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return fmt.Sprintf("%q instead of %q", b[i], a[i])
		}
	}
	if len(a) != len(b) {
		return fmt.Sprintf("%d parts instead of %d", len(b), len(a))
	}
	missing := difference(typed(english), typed(other))
	more := difference(typed(other), typed(english))
	if missing != nil || more != nil {
		return fmt.Sprintf("missing between backquotes: %q, too much: %q", missing, more)
	}
	return ""
}

var (
	begins  = regexp.MustCompile(`^(#+ |- |\d+\. |\|)`)
	comment = regexp.MustCompile(`\s+# .*`)
	code    = regexp.MustCompile("(?s)`([^`]+)`")
	blanks  = regexp.MustCompile(`\s+`)
)

// shape is how lines begin, and the code without comments and what commands print.
func shape(page string) (out []string) {
	lang, inside := "", false
	for line := range strings.SplitSeq(page, "\n") {
		switch {
		case strings.HasPrefix(line, "```"):
			inside, lang = !inside, line
			out = append(out, line)
		case inside && lang == "```console" && !strings.HasPrefix(line, "$ "):
		case inside:
			out = append(out, comment.ReplaceAllString(line, ""))
		default:
			if b := begins.FindString(line); b != "" {
				out = append(out, b)
			}
		}
	}
	return out
}

// typed is what stands between backquotes outside of blocks, in order of the alphabet.
func typed(page string) (out []string) {
	for i, part := range strings.Split("\n"+page, "\n```") {
		if i%2 == 1 {
			continue
		}
		for _, m := range code.FindAllStringSubmatch(part, -1) {
			out = append(out, blanks.ReplaceAllString(m[1], " "))
		}
	}
	slices.Sort(out)
	return out
}

// difference is what one sorted list has more than another.
func difference(a, b []string) (out []string) {
	b = slices.Clone(b)
	for _, s := range a {
		if i := slices.Index(b, s); i >= 0 {
			b = slices.Delete(b, i, i+1)
		} else {
			out = append(out, s)
		}
	}
	return out
}

func TestUnlike(t *testing.T) {
	english := "# A\n\nPress `x`.\n\n- one\n- `two`\n\n```console\n$ a # why\nsaid\n```\n"
	if why := unlike(english, "# 甲\n\n按 `x`。\n\n- 一\n- `two`\n\n```console\n$ a # 为何\n说\n说\n```\n"); why != "" {
		t.Error(why)
	}
	for _, bad := range []string{"# A\n\nPress `y`.\n\n- one\n- `two`\n\n```console\n$ a\n```\n", "# A\n\n`x`\n\n- `two`\n\n```console\n$ a\n```\n", "# A\n\n`x`\n\n- one\n- `two`\n\n```console\n$ b\n```\n", "## A\n\n`x`\n\n- one\n- `two`\n\n```console\n$ a\n```\n"} {
		if unlike(english, bad) == "" {
			t.Errorf("%q is the same", bad)
		}
	}
}
