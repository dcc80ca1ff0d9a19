package disk

import (
	"errors"
	"io/fs"
	"os"
	"testing"
)

// For file systems that cannot rename without overwriting.
func TestRenameReserved(t *testing.T) {
	dir := t.TempDir()
	for _, n := range []string{"f", "taken"} {
		if err := os.WriteFile(dir+"/"+n, []byte(n), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.MkdirAll(dir+"/d/in", 0o755); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		from, to string
		want     error
	}{{"f", "taken", fs.ErrExist}, {"d", "taken", fs.ErrExist}, {"f", "d", fs.ErrExist}, {"none", "x", fs.ErrNotExist}, {"f", "g", nil}, {"d", "e", nil}} {
		if err := renameReserved(dir+"/"+c.from, dir+"/"+c.to); !errors.Is(err, c.want) {
			t.Errorf("%s to %s: %v", c.from, c.to, err)
		}
	}
	if err := renameReserved(dir+"/e", dir+"/e/in/self"); err == nil {
		t.Error("a folder went into itself")
	}
	if _, err := os.Lstat(dir + "/e/in/self"); err == nil {
		t.Error("the reserved name was left behind")
	}
	if b, err := os.ReadFile(dir + "/g"); err != nil || string(b) != "f" {
		t.Errorf("%q, %v", b, err)
	}
	if b, err := os.ReadFile(dir + "/taken"); err != nil || string(b) != "taken" {
		t.Errorf("%q, %v", b, err)
	}
}
