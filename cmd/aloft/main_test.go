//go:build unix

package main

import (
	"bufio"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

func TestPanicIsScrubbed(t *testing.T) {
	dir := t.TempDir()
	f, err := os.Create(filepath.Join(dir, "err"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	a := newApp(os.Stdin, os.Stdout, f)
	a.con.Scrub.Add("__pus=CANARY-12345; x=y")
	a.panicked("boom \x1b[8m __pus=CANARY-12345", []byte("goroutine 1\n  header CANARY-12345\n"))
	out, err := os.ReadFile(f.Name())
	if err != nil {
		t.Fatal(err)
	}
	if s := string(out); strings.Contains(s, "CANARY") || strings.Contains(s, "\x1b") || !strings.Contains(s, "aloft: this is a bug") || !strings.Contains(s, "goroutine 1") {
		t.Errorf("%q", s)
	}
}

// startReceiver runs aloft hook serve and returns the line that it prints.
func startReceiver(t *testing.T, environ []string, dir string) (line string, stop func()) {
	t.Helper()
	c := exec.Command("aloft", "hook", "serve")
	c.Dir, c.Env = dir, environ
	out, err := c.StdoutPipe()
	if err == nil {
		err = c.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	line, err = bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	return line, func() {
		if err := c.Process.Signal(os.Interrupt); err != nil {
			t.Error(err)
		}
		if err := c.Wait(); err != nil {
			t.Error(err)
		}
	}
}
