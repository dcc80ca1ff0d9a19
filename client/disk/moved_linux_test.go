package disk_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"

	"aloft/client"
	"aloft/client/disk"
	"aloft/model"
)

// What stays where it is names itself, not the place where it should go.
func TestAMoveNamesWhatStays(t *testing.T) {
	dir := t.TempDir()
	from, to := filepath.Join(dir, "from"), filepath.Join(dir, "to")
	for _, d := range []string{from, to} {
		if err := os.Mkdir(d, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	file := filepath.Join(from, "f")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	flags := func(n int) error {
		f, err := os.Open(file)
		if err != nil {
			return err
		}
		defer f.Close()
		return unix.IoctlSetPointerInt(int(f.Fd()), unix.FS_IOC_SETFLAGS, n)
	}
	if os.Getuid() != 0 {
		if err := os.Chmod(from, 0o500); err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = os.Chmod(from, 0o700) })
	} else if err := flags(unix.STATX_ATTR_IMMUTABLE); err != nil {
		t.Skip("this file system has no immutable files:", err)
	} else {
		t.Cleanup(func() { _ = flags(0) })
	}
	src := disk.New()
	at := func(p string) model.Ref {
		e, err := src.Stat(t.Context(), place(p), client.Options{})
		if err != nil {
			t.Fatal(err)
		}
		return model.Ref{Place: place(p), ID: e.ID, Kind: e.Kind}
	}
	err := src.Move(t.Context(), []model.Ref{at(file)}, at(to), client.Bulk)
	if err == nil || !strings.Contains(err.Error(), file+" →") || strings.Contains(err.Error(), to) {
		t.Error(err)
	}
}
