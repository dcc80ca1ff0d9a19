//go:build unix

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"aloft/ui/uitest/program"
)

// What lies deep is found and gone to in three keys and its text; so is the outline of a
// document that was searched for.
func TestFindAndReadInThreeKeys(t *testing.T) {
	folder := t.TempDir()
	deep := filepath.Join(folder, "a", "b", "c", "d")
	if err := os.MkdirAll(deep, 0o700); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"first.txt", "the one.txt", "zebra.txt"} {
		if err := os.WriteFile(filepath.Join(deep, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	p := personAt(t, t.TempDir(), "false", folder, folder)
	p.sees(t, "a/")
	p.keys = 0
	p.press(t, "F", "find:")
	p.Types(t, "theone")
	p.sees(t, "find: theone")
	p.press(t, "\r", "> ≋ the one.txt")
	p.press(t, "\r", "› d")
	p.sees(t, "> ≋ the one.txt")
	if p.keys > 3 {
		t.Errorf("found in %d keys", p.keys)
	}

	p = personAt(t, t.TempDir(), "false", "docs:", "docs:")
	p.sees(t, "Projects/")
	p.keys = 0
	p.press(t, "s", "Search docs:")
	p.Types(t, "Rules of the ass")
	p.sees(t, "name: Rules of the ass")
	p.press(t, "\r", "> ≣ Rules of the")
	p.press(t, "\x1bOR", " headings  v 1") // F3
	if p.keys > 3 {
		t.Errorf("read in %d keys", p.keys)
	}
}

// What find prints is a list that acts, with keys from the terminal; a document that is
// named at the start is read.
func TestTheScreenTakesPlacesAndDocuments(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	ownPort(t, home)
	start := func(script string) *person {
		c := exec.Command("sh", "-c", script)
		c.Env = []string{"HOME=" + home, "PATH=" + os.Getenv("PATH"), "TERM=xterm-256color", "LANG=C.UTF-8"}
		return &person{Program: program.StartOnScreen(t, c, 80, 24)}
	}
	for _, print0 := range []string{"", " --print0"} {
		p := start("aloft find docs: 'Planting*'" + print0 + " | aloft -")
		if print0 == "" {
			p.sees(t, "Welcome to aloft")
			p.press(t, "\r", "> ⊞ Planting c")
		}
		p.sees(t, "standard input")
		p.sees(t, "> ⊞ Planting c")
		p.press(t, "\r", "› Garden planner")
		p.sees(t, "> ⊞ Planting c")
		p.Types(t, "q")
		p.Ends(t)
	}
	p := start("aloft 'docs:/Welcome to Documents'")
	p.sees(t, "What to try first")
	p.Types(t, "qq") // the reader, the program
	p.Ends(t)
	p = start(`aloft "$(aloft search 'Welcome to' | cut -d' ' -f1)"`)
	p.sees(t, "What to try first")
	p.Types(t, "qq")
	p.Ends(t)
}
