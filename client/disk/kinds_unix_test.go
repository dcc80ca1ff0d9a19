//go:build unix

package disk_test

import (
	"os"
	"path/filepath"
	"testing"

	"aloft/client"
	"aloft/client/disk"
)

// A listing says which files can be run and which links lead nowhere.
func TestWhatRunsAndWhatIsBroken(t *testing.T) {
	dir := t.TempDir()
	for name, mode := range map[string]os.FileMode{"run": 0o755, "text": 0o644} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, mode); err != nil {
			t.Fatal(err)
		}
	}
	for name, to := range map[string]string{"link": "run", "broken": "nowhere", "twice": "broken"} {
		if err := os.Symlink(to, filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	l, err := disk.New().List(t.Context(), place(dir), client.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range l.Entries {
		if e.Runs != (e.Name == "run") || e.Broken != (e.Name == "broken" || e.Name == "twice") {
			t.Errorf("%+v", e)
		}
	}
	if len(l.Entries) != 5 {
		t.Error(l)
	}
}
