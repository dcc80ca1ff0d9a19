//go:build unix

package system

import (
	"errors"
	"io/fs"
	"os"
	"testing"
)

// Three ways to the same result: the system's, a hard link, and a reserved name.
func TestRenameNeverReplaces(t *testing.T) {
	for way, rename := range map[string]func(from, to string) error{
		"the system's": RenameNew,
		"hard link":    reserved,
		"reservation": func(from, to string) error {
			info, err := os.Lstat(from)
			if err != nil {
				return err
			}
			return replaced(info, from, to)
		},
	} {
		t.Run(way, func(t *testing.T) { never(t, rename) })
	}
}

func never(t *testing.T, rename func(from, to string) error) {
	dir := t.TempDir()
	for _, n := range []string{"f", "taken"} {
		if err := os.WriteFile(dir+"/"+n, []byte(n), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := errors.Join(os.MkdirAll(dir+"/d/in", 0o755), os.Symlink("nowhere", dir+"/l")); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		from, to string
		want     error
	}{
		{"f", "taken", fs.ErrExist},
		{"d", "taken", fs.ErrExist},
		{"f", "d", fs.ErrExist},
		{"f", "l", fs.ErrExist}, // also where the link leads nowhere
		{"l", "taken", fs.ErrExist},
		{"none", "x", fs.ErrNotExist},
		{"f", "g", nil},
		{"d", "e", nil},
		{"l", "m", nil},
	} {
		if err := rename(dir+"/"+c.from, dir+"/"+c.to); !errors.Is(err, c.want) {
			t.Errorf("%s to %s: %v", c.from, c.to, err)
		}
	}
	if err := rename(dir+"/e", dir+"/e/in/self"); err == nil {
		t.Error("a folder went into itself")
	}
	if _, err := os.Lstat(dir + "/e/in/self"); err == nil {
		t.Error("the reserved name was left behind")
	}
	for name, want := range map[string]string{"g": "f", "taken": "taken"} {
		if b, err := os.ReadFile(dir + "/" + name); err != nil || string(b) != want {
			t.Errorf("%s: %q, %v", name, b, err)
		}
	}
	if to, err := os.Readlink(dir + "/m"); err != nil || to != "nowhere" {
		t.Errorf("the link leads to %q: %v", to, err)
	}
	for _, gone := range []string{"f", "d", "l"} {
		if _, err := os.Lstat(dir + "/" + gone); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s is still there: %v", gone, err)
		}
	}
}
