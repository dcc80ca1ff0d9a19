package word_test

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

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
}
