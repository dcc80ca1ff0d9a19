//go:build unix

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"aloft/cmd/aloft/console"
)

// A mistaken m is gone after two keys, and done again after two more; the question names the
// job before anything is done.
func TestAMistakenMoveIsGoneAfterTwoKeys(t *testing.T) {
	t.Parallel()
	left, right := t.TempDir(), t.TempDir()
	if err := os.WriteFile(filepath.Join(left, "notes.txt"), []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	p := personAt(t, t.TempDir(), "false", left, right)
	in := func(folder string) { t.Helper(); p.file(t, filepath.Join(folder, "notes.txt"), "mine") }
	p.sees(t, "1/1")
	p.press(t, "m", "moved notes.txt")
	in(right)
	p.keys = 0
	p.press(t, "u", "Undo: moved notes.txt")
	in(right)
	p.press(t, "\r", "; U redoes it")
	in(left)
	if p.keys != 2 {
		t.Errorf("%d keys", p.keys)
	}
	p.press(t, "U", "Redo: moved notes.txt")
	p.press(t, "\r", "redo: moved notes.txt")
	in(right)
	p.press(t, "u", "Undo: moved notes.txt")
	p.press(t, "\r", "undo: moved")
	in(left)
	p.press(t, "u", "no job can be undone")
}

// The last job or nothing: where it cannot be undone, the one before stays as it is.
func TestUndoIsOfTheLastJobOrNothing(t *testing.T) {
	t.Parallel()
	home, here := t.TempDir(), t.TempDir()
	for _, n := range []string{"a", "b"} {
		if err := os.WriteFile(filepath.Join(here, n), []byte(n), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	run := func(want int, says string, args ...string) {
		t.Helper()
		if code, out := runIn(t, home, args...); code != want || !strings.Contains(out, says) {
			t.Fatalf("%q: exit %d\n%s", args, code, out)
		}
	}
	run(console.ExitDone, "", "cp", filepath.Join(here, "a"), "drive:/")
	run(console.ExitDone, "", "rm", "--yes", "--final", filepath.Join(here, "b"))
	run(console.ExitLasting, "cannot be undone", "undo", "--yes")
	run(console.ExitLasting, "aloft undo ID undoes another job", "undo", "--dry-run")
	run(console.ExitDone, "a\n", "ls", "drive:/")

	p := startAt(t, home, nil, "drive:/")
	p.sees(t, "Welcome")
	p.press(t, "\r", "1 drive: / ─")
	p.press(t, "u", "the last job cannot be undone: delete 1 in")
	p.Kill()
	run(console.ExitDone, "a\n", "ls", "drive:/")
}

// What was deleted on a disk comes back, from the screen and on the command line, and goes again.
func TestADeletionOnADiskIsTakenBack(t *testing.T) {
	t.Parallel()
	home, here := t.TempDir(), t.TempDir()
	file := filepath.Join(here, "notes.txt")
	if err := os.WriteFile(file, []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	p := personAt(t, home, "false", here, here)
	there := func() { t.Helper(); p.file(t, file, "mine") }
	gone := func() { t.Helper(); p.file(t, file, "") }
	p.sees(t, "1/1")
	p.press(t, "d", "1 entry goes to the recycle bin")
	p.press(t, "y", "deleted notes.txt")
	gone()
	if code, out := runIn(t, home, "bin", "ls", "disk:"); code != console.ExitDone || !strings.Contains(out, file) {
		t.Errorf("%d: %s", code, out)
	}
	p.press(t, "u", "Undo: deleted notes.txt")
	p.press(t, "\r", "undo: 1 entry is recovered")
	there()
	p.press(t, "U", "Redo: deleted notes.txt")
	p.press(t, "y", "redo: deleted")
	gone()
	p.press(t, "gb", " 1/1 ")
	p.press(t, "r", "recovered notes.txt to ")
	there()
	p.press(t, "\x7f", "1/1")
	p.press(t, "D", "1 entry will be deleted for good")
	p.press(t, "y\r", "type \"delete\" first")
	there()
	p.press(t, "\x7fdelete\r", "deleted notes.txt")
	gone()
	if code, out := runIn(t, home, "bin", "ls", "disk:"); code != console.ExitDone || strings.Contains(out, file) {
		t.Errorf("%d: %s", code, out)
	}
}

// What a command has done is taken back by another one, after a restart, with its plan first.
func TestUndoOnTheCommandLine(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	run := func(want int, args ...string) string {
		t.Helper()
		code, out := runIn(t, home, args...)
		if code != want {
			t.Fatalf("%q: exit %d\n%s", args, code, out)
		}
		return out
	}
	run(console.ExitDone, "mkdir", "-p", "drive:/A/one", "drive:/A/two", "drive:/B")
	run(console.ExitDone, "mv", "drive:/A/one", "drive:/A/two", "drive:/B")
	run(console.ExitUsage, "undo") // nobody is there to say that it is the right one
	run(console.ExitDone, "undo", "--dry-run")
	if got := run(console.ExitDone, "ls", "drive:/B"); got != "one/\ntwo/\n" {
		t.Errorf("%q", got)
	}
	run(console.ExitDone, "undo", "--yes")
	if got := run(console.ExitDone, "ls", "drive:/A"); got != "one/\ntwo/\n" {
		t.Errorf("%q", got)
	}
	run(console.ExitDone, "redo", "--yes")
	run(console.ExitDone, "mkdir", "drive:/B/one/mine")
	run(console.ExitDone, "rename", "drive:/B/two", "second")
	run(console.ExitDone, "rm", "--yes", "drive:/B/second")
	run(console.ExitDone, "undo", "--yes") // from the bin
	run(console.ExitDone, "undo", "--yes") // its name
	run(console.ExitDone, "mkdir", "drive:/B/two/new")
	run(console.ExitDone, "rename", "drive:/B/two", "other")
	if got := run(console.ExitDone, "ls", "drive:/B"); got != "one/\nother/\n" {
		t.Errorf("%q", got)
	}
}
