package disk_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"aloft/client/disk"
)

// What others do to a folder that is watched is reported once.
func TestWatch(t *testing.T) {
	for name, change := range map[string]func(dir string) error{
		"a new file":       func(dir string) error { return os.WriteFile(filepath.Join(dir, "new"), nil, 0o600) },
		"a file is longer": func(dir string) error { return os.WriteFile(filepath.Join(dir, "old"), []byte("more"), 0o600) },
		"a file is gone":   func(dir string) error { return os.Remove(filepath.Join(dir, "old")) },
		"the folder, too":  os.RemoveAll,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			dir := filepath.Join(t.TempDir(), "watched")
			write(t, filepath.Join(dir, "old"), "")
			changed := disk.New().Watch(t.Context(), place(dir))
			if changed == nil {
				t.Fatal("it is not watched")
			}
			select {
			case <-changed:
				t.Fatal("it is reported before it is done")
			default:
			}
			if err := change(dir); err != nil {
				t.Fatal(err)
			}
			select {
			case <-changed:
			case <-time.After(20 * time.Second):
				t.Error("it is never reported")
			}
		})
	}
}

func TestNothingToWatch(t *testing.T) {
	if disk.New().Watch(context.Background(), place(filepath.Join(t.TempDir(), "missing"))) != nil {
		t.Error("a folder that is not there is watched")
	}
}
