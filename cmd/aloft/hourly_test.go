package main

import (
	"os"
	"path/filepath"
	"testing"
)

// A file where the folder of the stamps would be: nobody can make that, root neither.
func TestWhatIsSaidHourlyIsRememberedWithoutAStateFolder(t *testing.T) {
	home := t.TempDir()
	run, state := filepath.Join(home, "run"), filepath.Join(home, "state")
	t.Setenv("XDG_RUNTIME_DIR", run)
	if err := os.Mkdir(run, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(state, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	a := newApp(os.Stdin, os.Stdout, os.Stderr)
	a.dirs.State = state
	if !a.hourly("it") || a.hourly("it") || !a.hourly("something else") {
		t.Error("not once")
	}
}
