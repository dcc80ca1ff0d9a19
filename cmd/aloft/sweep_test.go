package main

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"aloft/client/durable"
)

// What killed processes have left goes at the next start, wherever it lies; what
// a living one writes stays.
func TestLeftoversGoAtTheNextStart(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("TMPDIR", filepath.Join(home, "tmp"))
	for _, n := range []string{"CONFIG", "DATA", "STATE", "CACHE"} {
		t.Setenv("ALOFT_"+n+"_HOME", filepath.Join(home, n))
	}
	var dead, alive []string
	for _, dir := range []string{
		"CONFIG", "DATA", "DATA/secrets", "DATA/keep", "DATA/edits/work", "STATE", "STATE/webhook",
		"STATE/webhook/wishes", "STATE/webhook/talk", "STATE/webhook/bodies", "tmp",
	} {
		dir = filepath.Join(home, dir)
		if err := os.MkdirAll(dir, 0o700); err != nil {
			t.Fatal(err)
		}
		if dir == filepath.Join(home, "tmp") {
			continue
		}
		killed, err := durable.Create(dir)
		if err != nil {
			t.Fatal(err)
		}
		_, _ = killed.WriteString("secret")
		if err := killed.Close(); err != nil { // as a kill gives the lock back
			t.Fatal(err)
		}
		running, err := durable.Create(dir)
		if err != nil {
			t.Fatal(err)
		}
		defer running.Close()
		dead, alive = append(dead, killed.Name()), append(alive, running.Name())
	}
	for _, old := range []string{"DATA/secrets/.new-1", "DATA/keep/.keep-1", "STATE/.doctor-1", "DATA/edits/work/0a.jsonl.new"} { // of an earlier version
		file := filepath.Join(home, old)
		if err := os.WriteFile(file, []byte("secret"), 0o600); err != nil {
			t.Fatal(err)
		}
		dead = append(dead, file)
	}
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
		f, err := durable.Scratch("", draftPrefix)
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
	a := newApp(os.Stdin, os.Stdout, os.Stderr)
	if _, err := a.load(); err != nil {
		t.Fatal(err)
	}
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

// The editor is a line for the shell, the file one argument whatever its name.
func TestTheEditorGoesThroughTheShell(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	t.Setenv("VISUAL", "")
	t.Setenv("WORD", "more words")
	out := filepath.Join(dir, "out of it")
	t.Setenv("OUT", out)
	t.Setenv("EDITOR", `f() { stat -c %a "$1" >"$OUT"; printf ' and %s' "$WORD" >>"$1"; }; f`)
	a := newApp(os.Stdin, os.Stdout, os.Stderr)
	d := &draft{a: a, name: `a "b" $c.md`, text: "words", most: 100}
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
