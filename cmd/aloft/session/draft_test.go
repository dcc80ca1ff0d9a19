package session

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"aloft/client/system"
	"aloft/cmd/aloft/console"
)

// The editor is a shell command, the file one argument whatever its name.
func TestTheEditorGoesThroughTheShell(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	t.Setenv("VISUAL", "")
	t.Setenv("WORD", "more words")
	out := filepath.Join(dir, "out of it")
	t.Setenv("OUT", out)
	t.Setenv("EDITOR", `f() { stat -c %a "$1" >"$OUT"; printf ' and %s' "$WORD" >>"$1"; }; f`)
	d := &draft{run: run{editor: NewEditor(console.New(os.Stdin, os.Stdout, os.Stderr)), ctx: t.Context()}, name: `a "b" $c.md`, text: "words", most: 100}
	if err := d.Run(); err != nil || d.text != "words and more words" {
		t.Errorf("%q, %v", d.text, err)
	}
	if mode, err := os.ReadFile(out); err != nil || string(mode) != "600\n" {
		t.Errorf("the file had mode %s, %v", mode, err)
	}
	if left, _ := filepath.Glob(filepath.Join(dir, "aloft-*")); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
	t.Setenv("EDITOR", `sh -c 'echo kept >"$1"; exit 3' x`)
	d.text = ""
	if err := d.Run(); err == nil || d.text != "kept\n" {
		t.Errorf("%q, %v", d.text, err)
	}
}

// The text of a killed program goes, unless a person has written into it lately or
// an editor still has it.
func TestDraftsOfKilledProgramsGo(t *testing.T) {
	t.Setenv("TMPDIR", t.TempDir())
	var dead, alive []string
	for _, d := range []struct {
		written time.Time // when the person saved; zero = never
		running bool
		stays   bool
	}{
		{stays: false},
		{running: true, stays: true},
		{written: time.Now(), stays: true},
		{written: time.Now().Add(-2 * draftRest), stays: false},
	} {
		f, err := system.Scratch("", draftPrefix)
		if err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(f.Path, "insert.md")
		if err := writeDraft(file, "words"); err != nil {
			t.Fatal(err)
		}
		if !d.written.IsZero() {
			if err := os.Chtimes(file, d.written, d.written); err != nil {
				t.Fatal(err)
			}
		}
		if d.running {
			defer f.Lock.Close()
		} else if err := f.Lock.Close(); err != nil {
			t.Fatal(err)
		}
		if d.stays {
			alive = append(alive, file)
		} else {
			dead = append(dead, f.Path)
		}
	}
	SweepDrafts()
	for _, f := range dead {
		if _, err := os.Lstat(f); err == nil {
			t.Errorf("%s is still there", f)
		}
	}
	for _, f := range alive {
		if _, err := os.Lstat(f); err != nil {
			t.Error(err)
		}
	}
}
