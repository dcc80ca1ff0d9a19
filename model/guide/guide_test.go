package guide

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
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
