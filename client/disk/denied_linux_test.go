package disk_test

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"aloft/client"
	"aloft/client/disk"
	"aloft/model"
)

// asNobody runs f on a thread that may not do all that root may.
func asNobody(t *testing.T, f func()) {
	t.Helper()
	done := make(chan struct{})
	go func() {
		defer close(done)
		runtime.LockOSThread() // it ends with the goroutine
		if os.Geteuid() == 0 {
			if err := unix.Setfsuid(65534); err != nil {
				t.Error(err)
				return
			}
		}
		f()
	}()
	<-done
}

// A deletion without permission says truly whether anything is gone, and leaves the content
// of a folder that itself must stay.
func TestDeleteWithoutPermissionSaysWhatIsGone(t *testing.T) {
	for _, c := range []struct {
		name    string
		make    string // folders end with "/"
		locked  string // mode 555
		changed client.Changed
		left    string
	}{
		{"an empty folder", "ro/x/", "ro", client.ChangedNothing, "ro/x"},
		{"a file", "ro/x", "ro", client.ChangedNothing, "ro/x"},
		{"a folder with content", "ro/x/ ro/x/f", "ro", client.ChangedNothing, "ro/x/f"},
		{"its own content", "x/ x/f", "x", client.ChangedNothing, "x/f"},
		{"content further down", "x/ x/y/ x/y/f", "x x/y", client.ChangedNothing, "x/y/f"},
		{"only what is further down", "x/ x/y/ x/y/f", "x/y", client.ChangedNothing, "x/y/f"},
		{"a part", "x/ x/a x/y/ x/y/f", "x/y", client.ChangedSome, "x/y/f"},
		{"a part further down", "x/ x/y/ x/y/a x/y/z/ x/y/z/f", "x/y/z", client.ChangedSome, "x/y/z/f"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir, err := os.MkdirTemp("", "denied-") // another user may go through it
			if err != nil {
				t.Fatal(err)
			}
			own := func(path string, mode os.FileMode) {
				t.Helper()
				if err := os.Chmod(path, mode); err != nil {
					t.Fatal(err)
				}
				if os.Geteuid() == 0 {
					if err := os.Chown(path, 65534, -1); err != nil {
						t.Fatal(err)
					}
				}
			}
			t.Cleanup(func() {
				for _, l := range strings.Fields(c.locked) {
					_ = os.Chmod(filepath.Join(dir, l), 0o755)
				}
				_ = os.RemoveAll(dir)
			})
			own(dir, 0o755)
			for _, n := range strings.Fields(c.make) {
				path := filepath.Join(dir, n)
				if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
					t.Fatal(err)
				}
				if strings.HasSuffix(n, "/") {
					err = os.MkdirAll(path, 0o755)
				} else {
					err = os.WriteFile(path, nil, 0o644)
				}
				if err != nil {
					t.Fatal(err)
				}
				own(path, 0o755)
			}
			for _, l := range strings.Fields(c.locked) {
				own(filepath.Join(dir, l), 0o555)
			}
			long := time.Now().Add(-time.Hour)
			for _, n := range strings.Fields(c.make) {
				if err := os.Chtimes(filepath.Join(dir, n), long, long); err != nil {
					t.Fatal(err)
				}
			}
			victim := model.LocalPlace(model.Steps(strings.Split(strings.Trim(dir, "/"), "/")...))
			if strings.HasPrefix(c.make, "ro/") {
				victim = victim.Join("ro")
			}
			victim = victim.Join("x")
			asNobody(t, func() {
				src := disk.New()
				e, err := src.Stat(t.Context(), victim, client.Options{})
				if err != nil {
					t.Error(err)
					return
				}
				err = src.Delete(t.Context(), []model.Ref{{Place: victim, ID: e.ID, Kind: e.Kind}}, client.DeleteForever, client.Interactive)
				if f, _ := err.(*client.Error); f == nil || f.Changed != c.changed {
					t.Errorf("%v, not %d", err, c.changed)
				}
			})
			if _, err := os.Lstat(filepath.Join(dir, c.left)); err != nil {
				t.Error(err)
			}
		})
	}
}
