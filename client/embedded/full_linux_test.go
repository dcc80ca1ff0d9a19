package embedded

import (
	"bytes"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"aloft/model/text"
)

// On a file system that is full before the database is opened SQLite reports an I/O
// error; a person is told that the disk is full. It needs a file system of its own,
// so root: for others this test is skipped.
func TestOpenOnAFullDisk(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Log("not root: nothing was tested")
		return
	}
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=2m,mode=0700"); err != nil {
		t.Logf("no file system of one's own here: %v", err)
		return
	}
	t.Cleanup(func() { _ = syscall.Unmount(dir, 0) })
	fill := func(leave int64) {
		t.Helper()
		f, err := os.OpenFile(filepath.Join(dir, "ballast"), os.O_CREATE|os.O_WRONLY|os.O_APPEND, 0o600)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		for b := bytes.Repeat([]byte{1}, 4096); ; {
			if _, err := f.Write(b); err != nil {
				break
			}
		}
		st, err := f.Stat()
		if err == nil {
			err = f.Truncate(max(0, st.Size()-leave))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	// However little room is left, the message is the same.
	for leave := int64(0); leave <= 256<<10; leave += 16 << 10 {
		box := filepath.Join(dir, "box")
		fill(leave)
		s, err := Open(t.Context(), Options{Dir: box, Sample: true})
		if err == nil {
			if err = s.Close(); err != nil {
				t.Fatal(err)
			}
		} else {
			wantText(t, err, text.BoxFull)
		}
		if err := os.RemoveAll(box); err != nil {
			t.Fatal(err)
		}
	}
	// An existing drive: its content is still there when there is room again.
	box := filepath.Join(dir, "box")
	if err := os.Truncate(filepath.Join(dir, "ballast"), 0); err != nil {
		t.Fatal(err)
	}
	s, err := Open(t.Context(), Options{Dir: box, Sample: true})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	fill(0)
	if s, err = Open(t.Context(), Options{Dir: box}); err == nil {
		t.Log("it opens without room")
		_ = s.Close()
	} else {
		wantText(t, err, text.BoxFull)
	}
	if err := os.Remove(filepath.Join(dir, "ballast")); err != nil {
		t.Fatal(err)
	}
	if s, err = Open(t.Context(), Options{Dir: box}); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}
