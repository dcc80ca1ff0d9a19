// Package golden checks what a test has drawn: its size, its words, and its golden file.
package golden

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/charmbracelet/x/ansi"
)

// Writes reports whether the files are rewritten: ALOFT_GOLDEN=write.
func Writes() bool { return os.Getenv("ALOFT_GOLDEN") == "write" }

// Check compares text with testdata/file, or writes the file.
func Check(t testing.TB, file, got string) {
	t.Helper()
	file = filepath.Join("testdata", file)
	if Writes() {
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != string(want) {
		t.Errorf("%s: the screen is\n%s\nand should be\n%s", file, got, want)
	}
}

// Plain is a screen without styles and blanks at the ends of its lines. It must have h lines,
// each as wide as width measures it.
func Plain(t testing.TB, lines []string, w, h int, width func(string) int) string {
	t.Helper()
	if len(lines) != h {
		t.Errorf("%d lines are drawn on %d", len(lines), h)
	}
	var b strings.Builder
	for i, l := range lines {
		if got := width(l); got != w {
			t.Errorf("line %d is %d wide instead of %d: %q", i, got, w, ansi.Strip(l))
		}
		b.WriteString(strings.TrimRight(ansi.Strip(l), " ") + "\n")
	}
	return b.String()
}

// Has fails unless the screen holds the texts.
func Has(t testing.TB, screen string, texts ...string) {
	t.Helper()
	for _, want := range texts {
		if !strings.Contains(screen, want) {
			t.Errorf("the screen has no %q:\n%s", want, screen)
		}
	}
}

// HasNot fails when the screen holds one of the texts.
func HasNot(t testing.TB, screen string, texts ...string) {
	t.Helper()
	for _, no := range texts {
		if strings.Contains(screen, no) {
			t.Errorf("the screen has %q:\n%s", no, screen)
		}
	}
}
