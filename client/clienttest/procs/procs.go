// Package procs starts the other processes of a test.
package procs

import (
	"bufio"
	"errors"
	"io"
	"os"
	"os/exec"
	"testing"
)

// Process is one that has been started.
type Process struct {
	*exec.Cmd
	In    io.WriteCloser
	Lines *bufio.Scanner // that it prints
}

// Self is the test binary once more, with these variables beside those of the test;
// it shows its errors.
func Self(variables ...string) *exec.Cmd {
	c := exec.Command(os.Args[0])
	c.Env, c.Stderr = append(os.Environ(), variables...), os.Stderr
	return c
}

// Start starts a command, which is killed at the end of the test at the latest.
func Start(t testing.TB, c *exec.Cmd) *Process {
	t.Helper()
	in, err := c.StdinPipe()
	out, err2 := c.StdoutPipe()
	if err := errors.Join(err, err2); err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = c.Process.Kill()
		_ = c.Wait()
	})
	return &Process{c, in, bufio.NewScanner(out)}
}

// Line is the next one that it prints; that there is none fails the test.
func (p *Process) Line(t testing.TB) string {
	t.Helper()
	if !p.Lines.Scan() {
		t.Fatalf("%s ended without a word: %v", p.Path, p.Lines.Err())
	}
	return p.Lines.Text()
}
