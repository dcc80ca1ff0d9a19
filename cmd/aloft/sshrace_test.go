//go:build linux

package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"aloft/client/clienttest/procs"
)

// What is outside a place of the disk is read by nobody who logs in, while folders in the place are swapped with links that
// lead out of it all the time: one copies the folders to the drive, another one looks at their files. ALOFT_SEEDS=200 is 200 rounds.
func TestSSHReadsNothingOutsideAPlace(t *testing.T) {
	t.Parallel()
	const canary, inside = "CANARY", "what may be read"
	home, dir := t.TempDir(), t.TempDir()
	pub, away, outside := filepath.Join(dir, "pub"), filepath.Join(dir, "away"), filepath.Join(dir, "outside")
	must := func(errs ...error) {
		t.Helper()
		if err := errors.Join(errs...); err != nil {
			t.Fatal(err)
		}
	}
	fill := func(folder, text string) {
		must(os.MkdirAll(folder, 0o755))
		for n := range 3 {
			must(os.WriteFile(filepath.Join(folder, fmt.Sprintf("f%d.txt", n)), fmt.Appendf(nil, "%s %d\n", text, n), 0o644))
		}
	}
	rounds := []string{"r000"} // that one is whole
	fill(filepath.Join(pub, "d", "r000"), inside)
	for n := range procs.Seeds(8) {
		rounds = append(rounds, fmt.Sprintf("r%03d", n))
		fill(filepath.Join(pub, "d", rounds[len(rounds)-1]), inside)
	}
	fill(filepath.Join(pub, "e", "race"), inside)
	fill(outside, canary)
	must(os.WriteFile(filepath.Join(outside, canary+".txt"), nil, 0o644), os.Mkdir(away, 0o755))

	v := serveSSH(t, "aloft", home, nil)
	copies := v.authorize(t, "--place=disk:"+pub, "--place=drive:/", "--read-only")
	keys := filepath.Join(home, ".config", "aloft", "authorized_keys")
	lines, err := os.ReadFile(keys) // authorize makes no such line: the drive may be changed
	must(err, os.WriteFile(keys, bytes.ReplaceAll(lines, []byte(",read-only"), nil), 0o600))
	looks := v.authorize(t, "--place=disk:"+filepath.Join(pub, "e"), "--read-only")
	one, two := v.join(t, copies, "e/"), v.join(t, looks, "race")
	one.Types(t, "\r")
	one.Until(t, 10*time.Second, "the folders", has(rounds[0]))
	two.Types(t, "\r")
	two.Until(t, 10*time.Second, "the files", has("f1.txt"))
	two.Types(t, "\x1b[C")
	two.Until(t, 10*time.Second, "a file", has("f0.txt ─"))

	one.Types(t, "c")
	one.Until(t, 10*time.Second, "a copy", has("uploaded 4"))
	one.Types(t, "j")

	var now atomic.Pointer[string]
	now.Store(&rounds[1])
	stop, stopped := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(stopped)
		var err error
		for n := 0; ; n++ {
			select {
			case <-stop:
				return
			case <-time.After(time.Duration(n%5) * 300 * time.Microsecond):
			}
			for _, at := range []string{filepath.Join(pub, "d", *now.Load()), filepath.Join(pub, "e", "race")} {
				hidden := filepath.Join(away, filepath.Base(at))
				if info, e := os.Lstat(at); e == nil && info.IsDir() {
					err = errors.Join(os.Rename(at, hidden), os.Symlink(outside, at))
				} else {
					err = errors.Join(os.Remove(at), os.Rename(hidden, at))
				}
				if err != nil {
					t.Error(err)
				}
			}
		}
	}()
	closed := func(screen string) bool { return !strings.Contains(screen, "Esc back ─┘") }
	for n := range rounds[1:] {
		now.Store(&rounds[1+n])
		one.Types(t, "c")
		for range 5 {
			two.Step(t, "\x12") // reads the file again
			one.Settle()
		}
		if !closed(one.Screen()) { // what could not be copied
			one.Types(t, "\x1b")
			one.Until(t, 10*time.Second, "its end", closed)
		}
		one.Types(t, "j")
	}
	close(stop)
	<-stopped
	one.Types(t, "\x1bq\r")
	two.Types(t, "\x1bq\r")
	for _, p := range []string{one.Written(), two.Written()} {
		if strings.Contains(p, canary) {
			t.Error("what is outside the place is on a screen")
		}
	}
	kept := 0
	must(filepath.WalkDir(home, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		b, err := os.ReadFile(path)
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		kept += bytes.Count(b, []byte(inside))
		if bytes.Contains(b, []byte(canary)) {
			t.Errorf("what is outside the place is in %s", path)
		}
		return err
	}))
	if kept == 0 {
		t.Error("nothing was copied")
	}
}
