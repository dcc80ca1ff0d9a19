package system

import (
	"os"
	"path/filepath"
	"testing"
)

func TestNewer(t *testing.T) {
	dir := t.TempDir()
	if Newer(dir, 1) || Newer(filepath.Join(dir, "none"), 1) {
		t.Error("a store without a format is of the first one")
	}
	for format, newer := range map[string]bool{"1\n": false, "2\n": false, "3\n": true, "30": true, "2.1\n": true, "": true} {
		if err := os.WriteFile(filepath.Join(dir, formatName), []byte(format), 0o600); err != nil {
			t.Fatal(err)
		}
		if got := Newer(dir, 2); got != newer {
			t.Errorf("format %q: newer than 2 is %v", format, got)
		}
	}
}
