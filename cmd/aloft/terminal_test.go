package main

import (
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/creack/pty"

	"aloft/client/embedded"
	"aloft/cmd/aloft/console"
)

// terminal is an aloft with a terminal of its own that a test types into.
type terminal struct {
	t    *testing.T
	cmd  *exec.Cmd
	tty  *os.File
	mu   sync.Mutex
	seen bytes.Buffer
	news chan struct{}
	gone chan struct{}
}

func begin(t *testing.T, home string, args ...string) *terminal {
	t.Helper()
	return beginAs(t, home, "aloft", nil, args...)
}

// beginAs is begin for another program of the tests, with more in its environment.
func beginAs(t *testing.T, home, program string, environ []string, args ...string) *terminal {
	t.Helper()
	s := &terminal{t: t, news: make(chan struct{}, 1), gone: make(chan struct{})}
	s.cmd = exec.Command(program, args...)
	s.cmd.Env = append([]string{"HOME=" + home, "PATH=" + os.Getenv("PATH"), "TERM=xterm-256color", "LANG=C.UTF-8"}, environ...)
	tty, err := pty.StartWithSize(s.cmd, &pty.Winsize{Cols: 80, Rows: 24})
	if err != nil {
		t.Fatal(err)
	}
	s.tty = tty
	go func() {
		defer close(s.gone)
		b := make([]byte, 4096)
		for {
			n, err := tty.Read(b)
			s.mu.Lock()
			s.seen.Write(b[:n])
			s.mu.Unlock()
			select {
			case s.news <- struct{}{}:
			default:
			}
			if err != nil {
				return
			}
		}
	}()
	t.Cleanup(func() {
		_ = s.cmd.Process.Kill() // a failed one would run on, with the receiver's port
		tty.Close()
	})
	return s
}

func (s *terminal) text() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.seen.String()
}

func (s *terminal) shows(want string) {
	s.t.Helper()
	limit := time.After(20 * time.Second)
	for !strings.Contains(s.text(), want) {
		select {
		case <-s.news:
		case <-limit:
			s.t.Fatalf("the terminal never showed %q, but %q", want, s.text())
		}
	}
}

func (s *terminal) types(text string) {
	s.t.Helper()
	if _, err := io.WriteString(s.tty, text); err != nil {
		s.t.Fatal(err)
	}
}

// ends waits for the program and returns its exit code and all it showed.
func (s *terminal) ends() (int, string) {
	s.t.Helper()
	<-s.gone
	err := s.cmd.Wait()
	var x *exec.ExitError
	if err != nil && !errors.As(err, &x) {
		s.t.Fatal(err)
	}
	return s.cmd.ProcessState.ExitCode(), s.text()
}

func runIn(t *testing.T, home string, args ...string) (int, string) {
	t.Helper()
	c := exec.Command("aloft", args...)
	c.Env = []string{"HOME=" + home, "PATH=" + os.Getenv("PATH")}
	out, err := c.CombinedOutput()
	var x *exec.ExitError
	if err != nil && !errors.As(err, &x) {
		t.Fatal(err)
	}
	return c.ProcessState.ExitCode(), string(out)
}

func TestDeleteAsksOnATerminal(t *testing.T) {
	home := t.TempDir()
	s := begin(t, home, "rm", "drive:/Music", "drive:/Recipes")
	s.shows("Move 2 entries to the recycle bin? [y/N]")
	s.types("\n")
	if c, out := s.ends(); c != console.ExitFailed || !strings.Contains(out, "nothing was done") || !strings.Contains(out, "drive:/Music/") {
		t.Errorf("no: code %d, %q", c, out)
	}
	if c, _ := runIn(t, home, "ls", "drive:/Music"); c != console.ExitDone {
		t.Error("it is gone all the same")
	}
	s = begin(t, home, "rm", "drive:/Music")
	s.shows("Move 1 entry to the recycle bin? [y/N]")
	s.types("\x03")
	if c, _ := s.ends(); c != console.ExitInterrupted {
		t.Errorf("interrupted: code %d", c)
	}
	s = begin(t, home, "rm", "drive:/Music")
	s.shows("[y/N]")
	s.types("y\n")
	if c, out := s.ends(); c != console.ExitDone || !strings.Contains(out, "1 entry is in the recycle bin") {
		t.Errorf("yes: code %d, %q", c, out)
	}
	if c, _ := runIn(t, home, "ls", "drive:/Music"); c != console.ExitNotFound {
		t.Errorf("code %d", c)
	}
	// What cannot be undone needs the whole word.
	file := filepath.Join(home, "file\x1b[8m")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	s = begin(t, home, "rm", file)
	s.shows("Delete 1 entry for good? Type yes:")
	s.types("y\n")
	if c, out := s.ends(); c != console.ExitFailed || strings.Contains(out, "\x1b[8m") {
		t.Errorf("y for good: code %d, %q", c, out)
	}
	if _, err := os.Stat(file); err != nil {
		t.Error(err)
	}
}

func TestLoginHidesTheCookie(t *testing.T) {
	svc, err := embedded.Open(t.Context(), embedded.Options{Dir: t.TempDir(), Fast: true, Sample: true})
	if err != nil {
		t.Fatal(err)
	}
	defer svc.Close()
	srv, err := embedded.Serve(t.Context(), svc, "127.0.0.1:0", false)
	if err != nil {
		t.Fatal(err)
	}
	defer srv.Close()
	home := t.TempDir()
	if c, out := runIn(t, home, "account", "add", "work", "--drive", srv.Drive); c != console.ExitDone {
		t.Fatal(out)
	}
	s := begin(t, home, "account", "login", "work", "--store=file")
	s.shows("Cookie of work (it is not shown):")
	// The echo is off only a moment after the question.
	s.echoOff()
	s.types("Cookie: " + srv.Cookie + "\n")
	c, out := s.ends()
	if c != console.ExitDone || !strings.Contains(out, "work is signed in") {
		t.Errorf("code %d, %q", c, out)
	}
	if strings.Contains(out, "__pus") {
		t.Error("the cookie was shown")
	}
	// An interrupt restores the terminal's echo and stores nothing.
	s = begin(t, home, "account", "login", "work", "--store=file")
	s.shows("Cookie of work")
	s.echoOff()
	s.types("\x03")
	if c, _ := s.ends(); c != console.ExitInterrupted {
		t.Errorf("interrupted: code %d", c)
	}
	if c, out := runIn(t, home, "account", "status", "work"); c != console.ExitDone {
		t.Errorf("the old login is lost: %s", out)
	}
}

func TestProgressAndSoftStopOnATerminal(t *testing.T) {
	svc, err := embedded.Open(t.Context(), embedded.Options{Dir: t.TempDir(), Fast: true, Sample: true})
	if err != nil {
		t.Fatal(err)
	}
	defer svc.Close()
	srv, err := embedded.Serve(t.Context(), svc, "127.0.0.1:0", false)
	if err != nil {
		t.Fatal(err)
	}
	defer srv.Close()
	home := t.TempDir()
	cookie := filepath.Join(home, "cookie")
	if err := os.WriteFile(cookie, []byte(srv.Cookie), 0o600); err != nil {
		t.Fatal(err)
	}
	if c, out := runIn(t, home, "account", "add", "work", "--drive", srv.Drive, "--command", "cat "+cookie); c != console.ExitDone {
		t.Fatal(out)
	}
	s := begin(t, home, "--account", "work", "find", "drive:/", "nothing-has-this-name")
	s.shows("reading drive:/")
	s.types("\x03")
	if c, out := s.ends(); c != console.ExitInterrupted || !strings.Contains(out, "interrupted") {
		t.Errorf("code %d, %q", c, out)
	}
	s = begin(t, home, "--account", "work", "mkdir", "drive:/a", "drive:/b", "drive:/c", "drive:/d", "drive:/e")
	s.shows("mkdir ")
	s.types("\x03")
	s.shows("stopping after this batch")
	if c, out := s.ends(); c != console.ExitInterrupted || !strings.Contains(out, "aloft jobs resume") {
		t.Errorf("code %d, %q", c, out)
	}
	if c, out := runIn(t, home, "--account", "work", "jobs", "resume", "2"); c != console.ExitDone {
		t.Errorf("code %d, %q", c, out)
	}
}

func TestScreenRefusesADumbTerminal(t *testing.T) {
	c := exec.Command("aloft")
	c.Env = []string{"HOME=" + t.TempDir(), "PATH=" + os.Getenv("PATH"), "TERM=dumb"}
	tty, err := pty.Start(c)
	if err != nil {
		t.Fatal(err)
	}
	defer tty.Close()
	out, err := io.ReadAll(tty)
	if err != nil && !errors.Is(err, syscall.EIO) {
		t.Fatal(err)
	}
	_ = c.Wait()
	if c.ProcessState.ExitCode() != console.ExitUsage || !strings.Contains(string(out), "TERM is dumb") || bytes.Contains(out, []byte{0x1b}) {
		t.Errorf("code %d, %q", c.ProcessState.ExitCode(), out)
	}
}
