// Package procs is for the processes of tests: it starts others, says when their garbage is collected, and how much of
// what repeats they run.
package procs

import (
	"bufio"
	"errors"
	"io"
	"os"
	"os/exec"
	"syscall"
	"testing"
)

// Process is a started process.
type Process struct {
	*exec.Cmd
	In    io.WriteCloser
	Lines *bufio.Scanner // its standard output
}

// Self is a command that runs the test binary again, with these variables in
// addition to those of the test, and its standard error.
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

// Line is the next line that it prints; without one the test fails.
func (p *Process) Line(t testing.TB) string {
	t.Helper()
	if !p.Lines.Scan() {
		t.Fatalf("%s ended without a word: %v", p.Path, p.Lines.Err())
	}
	return p.Lines.Text()
}

// Program writes a file that the test then executes. No other goroutine forks
// meanwhile: its child would hold the file open for writing until it executes its
// own, and so long the kernel refuses to run this one.
func Program(t testing.TB, file, content string) {
	t.Helper()
	syscall.ForkLock.RLock()
	defer syscall.ForkLock.RUnlock()
	if err := errors.Join(os.WriteFile(file, []byte(content), 0o700), os.Chmod(file, 0o755)); err != nil {
		t.Fatal(err)
	}
}
