package model_test

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// ARCHITECTURE.md has a row for each folder, and names no file that does not exist.
func (h house) page(t *testing.T) {
	data, err := os.ReadFile("../ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	page := string(data)
	for _, s := range h.all {
		if !strings.Contains(page, "\n| `"+s.dir+"/` | ") {
			t.Errorf("ARCHITECTURE.md has no row for %s", s.dir)
		}
	}
	for _, m := range regexp.MustCompile("(?m)^\\| `([^`]+)/` \\| .* \\| (.*) \\|$").FindAllStringSubmatch(page, -1) {
		for _, known := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(m[2], -1) {
			if !h.knows(m[1], known[1]) {
				t.Errorf("ARCHITECTURE.md: %s does not import %s", m[1], known[1])
			}
		}
	}
	more, err := os.ReadFile("../CONTRIBUTING.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range regexp.MustCompile("`((?:model|client|ui|cmd|themes)/[^` ]*)`").FindAllStringSubmatch(page+string(more), -1) {
		if strings.Contains(m[1], "TAG") {
			continue
		}
		if _, err := os.Stat(filepath.Join("..", m[1])); err != nil {
			t.Errorf("ARCHITECTURE.md or CONTRIBUTING.md names %s, which is not there", m[1])
		}
	}
}

// knows reports whether a folder, with all in it, imports a package of ours.
func (h house) knows(dir, own string) bool {
	return slices.ContainsFunc(h.all, func(s source) bool {
		return !s.test && under(s.dir, dir) && slices.Contains(s.imports(), module+"/"+own)
	})
}
