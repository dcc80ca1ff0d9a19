package gate

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"aloft/client"
)

// A file at the path that cannot be used is replaced: the folder is ours.
func TestStrangeStateFiles(t *testing.T) {
	for name, put := range map[string]func(path string) error{
		"read-only":     func(p string) error { return os.WriteFile(p, nil, 0o400) },
		"no right":      func(p string) error { return os.WriteFile(p, []byte("x"), 0) },
		"other owner":   func(p string) error { _ = os.WriteFile(p, nil, 0o600); return chownIfRoot(p) },
		"link":          func(p string) error { return os.Symlink("/etc/passwd", p) },
		"dangling link": func(p string) error { return os.Symlink("/nowhere/at/all", p) },
		"garbage":       func(p string) error { return os.WriteFile(p, []byte(strings.Repeat("long ", 1000)), 0o600) },
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			first, err := Open(Options{Dir: dir, Name: "n", Wire: RoundTripperWire(inProcess{})})
			if err != nil {
				t.Fatal(err)
			}
			path := first.near.Path()
			_ = first.Close()
			if err := os.Remove(path); err != nil {
				t.Fatal(err)
			}
			if err := put(path); err != nil {
				t.Fatal(err)
			}
			g, err := Open(Options{Dir: dir, Name: "n", Wire: RoundTripperWire(inProcess{})})
			if err != nil {
				t.Fatal(err)
			}
			r := must(t, g, Call{Method: "GET", URL: testURL})
			if r.Epoch == 0 || r.Epoch != g.Epoch() {
				t.Errorf("epoch %d, %d", r.Epoch, g.Epoch())
			}
			_ = g.Close()
		})
	}
	if b, err := os.ReadFile("/etc/passwd"); err != nil || strings.HasPrefix(string(b), "aloft") {
		t.Fatal("wrote through the link", err)
	}
}

func chownIfRoot(p string) error {
	if os.Getuid() != 0 {
		return nil
	}
	return os.Chown(p, 12345, 12345)
}

func TestNoStateFolder(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for _, d := range []string{filepath.Join(file, "gate"), "/proc/aloft"} {
		_, err := Open(Options{Dir: d, Name: "n", Wire: RoundTripperWire(inProcess{})})
		if !client.Is(err, client.KindLocal) || !strings.Contains(err.Error(), d) || !strings.Contains(err.Error(), "ALOFT_STATE_HOME") {
			t.Errorf("%v", err)
		}
	}
}
