//go:build linux || darwin || freebsd || netbsd

package copying

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

func sum(s string) string {
	h := sha256.Sum256([]byte(s))
	return hex.EncodeToString(h[:])
}

func TestReplace(t *testing.T) {
	dir := t.TempDir()
	file, link, twin := filepath.Join(dir, "a.txt"), filepath.Join(dir, "link"), filepath.Join(dir, "twin")
	if err := errors.Join(os.WriteFile(file, []byte("old and longer"), 0o600), os.Chmod(file, 0o751), os.Symlink("a.txt", link)); err != nil {
		t.Fatal(err)
	}
	owner := os.Geteuid() == 0
	if owner {
		if err := os.Chown(file, 12345, 23456); err != nil {
			t.Fatal(err)
		}
	}
	attribute := unix.Setxattr(file, "user.aloft", []byte("kept"), 0) == nil
	replace := func(was, now string) {
		t.Helper()
		if err := New().Replace(t.Context(), link, strings.NewReader(now), sum(was)); err != nil {
			t.Fatal(err)
		}
		b, err := os.ReadFile(file)
		st, _ := os.Lstat(file)
		if err != nil || string(b) != now || st.Mode() != 0o751 {
			t.Errorf("%q, %v, %v", b, st.Mode(), err)
		}
		if to, err := os.Readlink(link); err != nil || to != "a.txt" {
			t.Errorf("the link leads to %q, %v", to, err)
		}
		if s, err := look(file); owner && (err != nil || s.uid != 12345 || s.gid != 23456) {
			t.Errorf("owner %d:%d, %v", s.uid, s.gid, err)
		}
		value := make([]byte, 16)
		if n, err := unix.Getxattr(file, "user.aloft", value); attribute && (err != nil || string(value[:n]) != "kept") {
			t.Errorf("attribute %q, %v", value[:n], err)
		}
		if left, _ := filepath.Glob(filepath.Join(dir, ".*")); len(left) > 0 {
			t.Errorf("left: %v", left)
		}
	}
	before, _ := os.Stat(file)
	replace("old and longer", "new")
	if after, _ := os.Stat(file); os.SameFile(before, after) {
		t.Error("it was written into, which a crash would have left half done")
	}
	if err := New().Replace(t.Context(), file, strings.NewReader("x"), sum("other")); !errors.Is(err, ErrChanged) {
		t.Errorf("%v", err)
	}
	// A file with two names stays one.
	if err := os.Link(file, twin); err != nil {
		t.Fatal(err)
	}
	replace("new", "newer")
	if b, _ := os.ReadFile(twin); string(b) != "newer" {
		t.Errorf("the other name has %q", b)
	}
}
