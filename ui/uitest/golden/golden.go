// Package golden compares what a test has drawn with a file.
package golden

import (
	"os"
	"path/filepath"
	"testing"
)

// Writes reports whether the files are rewritten: ALOFT_GOLDEN=write.
func Writes() bool { return os.Getenv("ALOFT_GOLDEN") == "write" }

// Check compares text with testdata/file, or writes the file.
func Check(t testing.TB, file, got string) {
	t.Helper()
	file = filepath.Join("testdata", file)
	if Writes() {
		if err := os.MkdirAll("testdata", 0o755); err != nil {
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
