package session

import (
	"os"
	"path/filepath"
	"testing"

	"aloft/cmd/aloft/console"
)

// A file where the folder of the stamps would be: nobody can make that folder, not
// even root.
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
	s := New(console.New(os.Stdin, os.Stdout, os.Stderr))
	s.Dirs.State = state
	if !s.Hourly("it") || s.Hourly("it") || !s.Hourly("something else") {
		t.Error("not once")
	}
}
