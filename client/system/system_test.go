package system

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	"aloft/client/clienttest/procs"
)

// childEnv makes the test binary a process that writes a file and never ends.
const childEnv = "ALOFT_TEST_DURABLE_CHILD"

func TestMain(m *testing.M) {
	if dir := os.Getenv(childEnv); dir != "" {
		f, err := Create(dir)
		if err == nil {
			_, err = f.WriteString("half of a secr")
		}
		if err != nil {
			panic(err)
		}
		_, _ = os.Stdout.WriteString(f.Name() + "\n")
		_, _ = io.Copy(io.Discard, os.Stdin) // until it is killed
		os.Exit(1)
	}
	os.Exit(m.Run())
}

// writer starts a process that is in the middle of writing a file in the folder.
func writer(t *testing.T, dir string) (file string, kill func()) {
	t.Helper()
	p := procs.Start(t, procs.Self(childEnv+"="+dir))
	return p.Line(t), func() {
		_ = p.Process.Kill()
		_ = p.Wait()
	}
}

// The leftover of a killed process is removed at once; what a running one writes
// stays.
func TestSweepAfterAKill(t *testing.T) {
	dir := t.TempDir()
	dead, kill := writer(t, dir)
	alive, _ := writer(t, dir)
	old := time.Now().Add(-100 * time.Hour)
	if err := os.Chtimes(alive, old, old); err != nil {
		t.Fatal(err)
	}
	if got := Sweep(dir); len(got) != 0 {
		t.Fatalf("files of living processes were removed: %v", got)
	}
	kill()
	if got := Sweep(dir); !slices.Equal(got, []string{dead}) {
		t.Errorf("removed %v, want %s", got, dead)
	}
	if _, err := os.Stat(alive); err != nil {
		t.Error(err)
	}
}

// A sweep removes nothing that is not ours: other names, links, folders, pipes.
func TestSweepTakesOnlyLeftovers(t *testing.T) {
	dir := t.TempDir()
	aim := filepath.Join(dir, "aim")
	for _, n := range []string{"aim", ".new-1", ".hidden", "aloft-new-1", mark + "9"} {
		if err := os.WriteFile(filepath.Join(dir, n), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(aim, filepath.Join(dir, mark+"link")); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(filepath.Join(dir, mark+"folder"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := mkfifo(filepath.Join(dir, mark+"pipe")); err != nil {
		t.Fatal(err)
	}
	if got, want := Sweep(dir), []string{filepath.Join(dir, mark+"9")}; !slices.Equal(got, want) {
		t.Errorf("removed %v, want %v", got, want)
	}
	if got, want := Sweep(dir, ".new-*"), []string{filepath.Join(dir, ".new-1")}; !slices.Equal(got, want) {
		t.Errorf("removed %v, want %v", got, want)
	}
	if got := Sweep(filepath.Join(dir, "nothing")); got != nil {
		t.Errorf("removed %v of a folder that is not there", got)
	}
}

// Writers and sweepers at once: no file that is being written is lost.
func TestSweepBesideWriters(t *testing.T) {
	dir := t.TempDir()
	var writers, sweepers sync.WaitGroup
	stop := make(chan struct{})
	for range 2 {
		sweepers.Go(func() {
			for {
				select {
				case <-stop:
					return
				default:
					Sweep(dir)
				}
			}
		})
	}
	for i := range 4 {
		path := filepath.Join(dir, string(rune('a'+i)))
		writers.Go(func() {
			for n := range 200 {
				want := bytes.Repeat([]byte{byte(n)}, 100)
				if err := Replace(path, want, false); err != nil {
					t.Errorf("write %d: %v", n, err)
					return
				}
				if got, err := os.ReadFile(path); err != nil || !bytes.Equal(got, want) {
					t.Errorf("write %d: %v", n, err)
					return
				}
			}
		})
	}
	writers.Wait()
	close(stop)
	sweepers.Wait()
	if left := Sweep(dir); len(left) > 0 {
		t.Errorf("left behind: %v", left)
	}
}

// A failed Replace leaves nothing behind.
func TestReplaceFails(t *testing.T) {
	dir := t.TempDir()
	if err := os.MkdirAll(filepath.Join(dir, "taken", "x"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := Replace(filepath.Join(dir, "taken"), []byte("x"), true); err == nil {
		t.Fatal("a folder was replaced by a file")
	}
	files, err := os.ReadDir(dir)
	if err != nil || len(files) != 1 {
		t.Errorf("%d files, %v", len(files), err)
	}
	if err := ReplaceMode(filepath.Join(dir, "new"), []byte("x"), 0o640, true); err != nil {
		t.Fatal(err)
	}
	if st, err := os.Stat(filepath.Join(dir, "new")); err != nil || runtime.GOOS != "windows" && st.Mode().Perm() != 0o640 { // there are no modes
		t.Errorf("%v %v", st, err)
	}
}

// WriteNew creates a file, and leaves an existing one unchanged.
func TestNew(t *testing.T) {
	dir := t.TempDir()
	path, link := filepath.Join(dir, "file"), filepath.Join(dir, "link")
	if err := os.Symlink("nowhere", link); err != nil {
		t.Fatal(err)
	}
	if err := WriteNew(path, []byte("one"), true); err != nil {
		t.Fatal(err)
	}
	for _, p := range []string{path, link, dir} {
		if err := WriteNew(p, []byte("two"), true); !errors.Is(err, fs.ErrExist) {
			t.Errorf("%s: %v", p, err)
		}
	}
	if b, err := os.ReadFile(path); err != nil || string(b) != "one" {
		t.Errorf("%q, %v", b, err)
	}
	if files, err := os.ReadDir(dir); err != nil || len(files) != 2 {
		t.Errorf("%v, %v", files, err)
	}
}
