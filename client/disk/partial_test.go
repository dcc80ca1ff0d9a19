package disk_test

import (
	"errors"
	"io/fs"
	"os"
	"strings"
	"testing"

	"aloft/client/disk"
)

func TestWhatACrashLeavesBesideAPartialFileGoesWithIt(t *testing.T) {
	dir, s := t.TempDir(), disk.New()
	p := receive(t, s, dir, "job-1")
	names, err := os.ReadDir(dir)
	if err != nil || len(names) != 1 {
		t.Fatal(names, err)
	}
	probe := dir + "/" + names[0].Name() + "-mode"
	if err := os.WriteFile(probe, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := p.Drop(); err != nil {
		t.Fatal(err)
	}
	if left, _ := os.ReadDir(dir); len(left) != 0 {
		t.Errorf("left: %v", left)
	}
}

// Nobody knows the name of a hidden file, so its errors name its folder.
func TestAFaultOfAPartialFileNamesItsFolder(t *testing.T) {
	dir, s := t.TempDir(), disk.New()
	p := receive(t, s, dir, "job-1")
	p.Close()
	_, err := p.Write([]byte("x"))
	if err == nil || !errors.Is(err, fs.ErrClosed) || strings.Contains(err.Error(), "part") || !strings.Contains(err.Error(), dir) {
		t.Error(err)
	}
}
