//go:build unix

package main

import (
	"os"
	"path/filepath"
	"testing"
)

// A folder of the disk that another program changes shows it without a key.
func TestAFolderOfTheDiskIsWatched(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	p := startAt(t, t.TempDir(), nil, dir)
	p.sees(t, "Welcome")
	p.press(t, "\r", "..")
	if err := os.WriteFile(filepath.Join(dir, "new"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	p.sees(t, " new  ")
	if err := os.Remove(dir + "/new"); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(dir); err != nil {
		t.Fatal(err)
	}
	p.sees(t, "not found; this is")
}
