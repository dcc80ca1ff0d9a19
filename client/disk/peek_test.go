//go:build unix

package disk_test

import (
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"aloft/client"
	"aloft/client/disk"
	"aloft/model"
)

func TestPeekOpensRegularFilesOnly(t *testing.T) {
	dir, s := t.TempDir(), disk.New()
	in := func(name string) string { return filepath.Join(dir, name) }
	if err := os.WriteFile(in("file"), []byte("hello"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mkfifo(in("pipe"), 0o600); err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("unix", in("s"))
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	for name, to := range map[string]string{"link": "file", "to-pipe": "pipe", "to-folder": ".", "dangling": "gone", "circle": "circle", "to-device": "/dev/null"} {
		if err := os.Symlink(to, in(name)); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"file", "link"} {
		b, e, err := s.Peek(t.Context(), place(in(name)), model.Entry{})
		if err != nil || e.Size != 5 {
			t.Fatalf("%s: %+v, %v", name, e, err)
		}
		got := make([]byte, 5)
		if _, err := b.ReadAt(got, 0); err != nil || string(got) != "hello" {
			t.Errorf("%s: %q, %v", name, got, err)
		}
		b.Close()
	}
	for name, want := range map[string]string{
		"pipe": "not a regular file", "to-pipe": "not a regular file", "s": "not a regular file", "to-device": "not a regular file", "to-folder": "points to a folder",
		"gone": "was not found", "dangling": "was not found", "circle": "circle",
	} {
		if b, _, err := s.Peek(t.Context(), place(in(name)), model.Entry{}); err == nil {
			b.Close()
			t.Errorf("%s was opened", name)
		} else if !strings.Contains(client.Sentence(err).In(nil), want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
