package config

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
)

func TestSpareFoldersAreOursAlone(t *testing.T) {
	for name, c := range map[string]struct {
		make func(dir string) error
		want bool
	}{
		"none yet": {func(string) error { return nil }, true},
		"ours":     {func(d string) error { return os.Mkdir(d, 0o700) }, true},
		"wide":     {func(d string) error { return errors.Join(os.Mkdir(d, 0o700), os.Chmod(d, 0o777)) }, false},
		"a link":   {func(d string) error { return errors.Join(os.Mkdir(d+".to", 0o700), os.Symlink(d+".to", d)) }, false},
		"a file":   {func(d string) error { return os.WriteFile(d, nil, 0o600) }, false},
	} {
		t.Run(name, func(t *testing.T) {
			run := t.TempDir()
			dir := filepath.Join(run, "aloft")
			if err := c.make(dir); err != nil {
				t.Fatal(err)
			}
			if got := best(run); (got == dir) != c.want {
				t.Error(got)
			}
		})
	}
	if os.Getuid() != 0 {
		return // only root can change the owner of a folder
	}
	run := t.TempDir()
	dir := filepath.Join(run, "aloft")
	if err := errors.Join(os.Mkdir(dir, 0o700), os.Chown(dir, 12345, 12345)); err != nil {
		t.Fatal(err)
	}
	if got := best(run); got == dir {
		t.Error("another user's")
	}
}

// best is the first spare folder; "" when there is none.
func best(run string) string {
	for dir := range Spare(func(string) string { return run }, true) {
		return dir
	}
	return ""
}
