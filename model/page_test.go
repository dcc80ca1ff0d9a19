package model_test

import (
	"os"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// ARCHITECTURE.md names each folder, in a row or in that of its parent, and no folder or file that does not exist.
func (h house) page(t *testing.T) {
	data, err := os.ReadFile("../ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	page := string(data)
	for _, s := range h.all {
		if !strings.Contains(page, "\n| `"+s.dir+"/` | ") && !strings.Contains(row(page, path.Dir(s.dir)), " `"+path.Base(s.dir)+"` ") {
			t.Errorf("ARCHITECTURE.md has no row for %s, and it is not in that of %s", s.dir, path.Dir(s.dir))
		}
	}
	for _, m := range regexp.MustCompile("(?m)^\\| `([^`]+/)` \\| (.*) \\|$").FindAllStringSubmatch(page, -1) {
		for _, in := range regexp.MustCompile("(?:; |: |, |^)`([a-z]+)` ").FindAllStringSubmatch(m[2], -1) {
			if _, err := os.Stat(filepath.Join("..", m[1], in[1])); err != nil {
				t.Errorf("ARCHITECTURE.md: there is no %s in %s", in[1], m[1])
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

// What is compared after an operation has a test in its row, and each test that the page names is there.
func (h house) compared(t *testing.T) {
	data, err := os.ReadFile("../ARCHITECTURE.md")
	if err != nil {
		t.Fatal(err)
	}
	tests := map[string]bool{}
	for _, s := range h.all {
		for _, m := range regexp.MustCompile(`(?m)^func (Test\w+)\(t \*testing\.T`).FindAllStringSubmatch(s.text, -1) {
			tests[m[1]] = tests[m[1]] || s.test
		}
	}
	_, table, _ := strings.Cut(string(data), "\n## What is compared after each operation\n")
	table, _, _ = strings.Cut(table, "\n## ")
	for _, line := range regexp.MustCompile(`(?m)^\| [^|]*\|.*$`).FindAllString(table, -1) {
		named := regexp.MustCompile("`(Test\\w+)`").FindAllStringSubmatch(line, -1)
		if len(named) == 0 && !strings.HasSuffix(line, "| where | test |") {
			t.Errorf("ARCHITECTURE.md names no test: %s", line)
		}
		for _, m := range named {
			if !tests[m[1]] {
				t.Errorf("ARCHITECTURE.md names %s, which is not there", m[1])
			}
		}
	}
}

// row of a folder in the page's table, "" when it has none.
func row(page, dir string) string {
	_, rest, _ := strings.Cut(page, "\n| `"+dir+"/` |")
	line, _, _ := strings.Cut(rest, "\n")
	return line
}
