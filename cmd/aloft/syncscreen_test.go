//go:build unix

package main

import (
	"os"
	"path/filepath"
	"testing"

	"aloft/cmd/aloft/console"
)

// Two keys show what would make the other pane's folder like this one, and then both are the
// same; what is deleted on the disk comes back from its bin.
func TestSyncFromTheScreen(t *testing.T) {
	t.Parallel()
	home, left := t.TempDir(), t.TempDir()
	write := func(name, body string) {
		t.Helper()
		if err := os.WriteFile(filepath.Join(left, name), []byte(body), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("a", "a")
	if code, out := runIn(t, home, "sync", left, "drive:/S"); code != console.ExitDone {
		t.Fatal(code, out)
	}
	write("b", "b")
	p := personAt(t, home, "false", left, "drive:/S")
	p.sees(t, "1/2")
	p.keys = 0
	p.press(t, "&", "copy, and delete extra entries there")
	p.press(t, "c", "1 file, 1 B")
	p.press(t, "\r", "1 change made in drive:/S; u undoes it")
	if p.keys != 3 {
		t.Errorf("%d keys", p.keys)
	}
	if code, out := runIn(t, home, "diff", left, "drive:/S"); code != console.ExitDone {
		t.Errorf("%d: %s", code, out)
	}
	write("mine", "mine")
	p.press(t, "\t", "1/2")
	p.press(t, "&", "copy, and delete extra entries there")
	p.press(t, "d", "goes to the recycle bin")
	p.press(t, "y", "1 change made in disk:")
	p.file(t, filepath.Join(left, "mine"), "")
	p.press(t, "u", "Undo: ")
	p.press(t, "\r", "undo: ")
	p.file(t, filepath.Join(left, "mine"), "mine")
}
