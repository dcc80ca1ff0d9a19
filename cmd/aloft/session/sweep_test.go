package session

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"aloft/client/system"
	"aloft/cmd/aloft/console"
)

// Files left by killed processes are removed at the next start, wherever they are;
// what a living one writes stays.
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
		"CACHE/archives", "tmp",
	} {
		dir = filepath.Join(home, dir)
		if err := os.MkdirAll(dir, 0o700); err != nil {
			t.Fatal(err)
		}
		if dir == filepath.Join(home, "tmp") {
			continue
		}
		killed, err := system.Create(dir)
		if err != nil {
			t.Fatal(err)
		}
		_, _ = killed.WriteString("secret")
		if err := killed.Close(); err != nil { // as a kill gives the lock back
			t.Fatal(err)
		}
		running, err := system.Create(dir)
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
	draft, err := system.Scratch("", "aloft-draft-")
	if err == nil {
		err = draft.Lock.Close()
	}
	if err != nil {
		t.Fatal(err)
	}
	dead = append(dead, draft.Path)
	for i := range 3 { // new archives: one of a living program, one that a job may need, and one for nobody
		f, err := system.Scratch(filepath.Join(home, "CACHE/archives"), "pack-")
		if err == nil && i > 0 {
			err = f.Lock.Close()
		}
		if err == nil && i != 1 {
			err = os.Chtimes(f.Path, time.Time{}, time.Now().Add(-archiveRest))
		}
		if err != nil {
			t.Fatal(err)
		}
		if i < 2 {
			alive = append(alive, f.Path)
		} else {
			dead = append(dead, f.Path)
		}
	}
	s := New(console.New(os.Stdin, os.Stdout, os.Stderr))
	if _, err := s.Load(); err != nil {
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
