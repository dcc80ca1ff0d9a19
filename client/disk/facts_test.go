package disk_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"aloft/client"
	"aloft/client/disk"
	"aloft/model"
)

// A listing has what Stat says of an entry, but for where a link leads; entries with the same facts share them.
func TestFactsOfAListing(t *testing.T) {
	dir := t.TempDir()
	for name, mode := range map[string]fs.FileMode{"plain": 0o640, "alike": 0o640, "set": fs.ModeSetuid | fs.ModeSetgid | 0o755} {
		file := filepath.Join(dir, name)
		if err := errors.Join(os.WriteFile(file, nil, 0o600), os.Chmod(file, mode)); err != nil {
			t.Fatal(err)
		}
	}
	sticky := filepath.Join(dir, "sticky")
	if err := errors.Join(os.Mkdir(sticky, 0o700), os.Chmod(sticky, fs.ModeSticky|0o777), mkfifo(filepath.Join(dir, "fifo")), os.Symlink("plain", filepath.Join(dir, "link"))); err != nil {
		if runtime.GOOS != "windows" {
			t.Fatal(err)
		}
		t.Skip(err) // links need a right there
	}
	s := disk.New()
	l, err := s.List(t.Context(), place(dir), client.Options{})
	if err != nil || len(l.Entries) != 6 {
		t.Fatalf("%+v, %v", l.Entries, err)
	}
	by := map[string]*model.DocFacts{}
	for _, e := range l.Entries {
		whole, err := s.Stat(t.Context(), l.Place.Join(e.Name), client.Options{})
		want := whole.Facts()
		want.Target = ""
		if err != nil || e.Facts() != want || want.Mode == "" {
			t.Errorf("%s: %+v, not %+v, %v", e.Name, e.Facts(), want, err)
		}
		by[e.Name] = e.Doc
	}
	if by["plain"] != by["alike"] || by["plain"] == by["set"] {
		t.Errorf("%p, %p, %p", by["plain"], by["alike"], by["set"])
	}
}
