//go:build unix

package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"aloft/client/embedded"
	"aloft/cmd/aloft/console"
	"aloft/ui/uitest/program"
)

// begin runs aloft on a terminal.
func begin(t *testing.T, home string, args ...string) *program.Program {
	t.Helper()
	return beginAs(t, home, "aloft", nil, args...)
}

// beginAs is begin for another program of the tests, with more in its environment.
func beginAs(t *testing.T, home, name string, environ []string, args ...string) *program.Program {
	t.Helper()
	c := exec.Command(name, args...)
	c.Env = append([]string{"HOME=" + home, "PATH=" + os.Getenv("PATH"), "TERM=xterm-256color", "LANG=C.UTF-8"}, environ...)
	return program.Start(t, c, 80, 24)
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
	t.Parallel()
	home := t.TempDir()
	s := begin(t, home, "rm", "drive:/Music", "drive:/Recipes")
	s.Shows(t, "Move 2 entries to the recycle bin? [y/N]")
	s.Types(t, "\n")
	if c, out := s.Ends(t); c != console.ExitFailed || !strings.Contains(out, "nothing was done") || !strings.Contains(out, "drive:/Music/") {
		t.Errorf("no: code %d, %q", c, out)
	}
	if c, _ := runIn(t, home, "ls", "drive:/Music"); c != console.ExitDone {
		t.Error("it is gone all the same")
	}
	s = begin(t, home, "rm", "drive:/Music")
	s.Shows(t, "Move 1 entry to the recycle bin? [y/N]")
	s.Types(t, "\x03")
	if c, _ := s.Ends(t); c != console.ExitInterrupted {
		t.Errorf("interrupted: code %d", c)
	}
	s = begin(t, home, "rm", "drive:/Music")
	s.Shows(t, "[y/N]")
	s.Types(t, "y\n")
	if c, out := s.Ends(t); c != console.ExitDone || !strings.Contains(out, "1 entry is in the recycle bin") {
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
	s = begin(t, home, "rm", "--final", file)
	s.Shows(t, "Delete 1 entry for good? Type yes:")
	s.Types(t, "y\n")
	if c, out := s.Ends(t); c != console.ExitFailed || strings.Contains(out, "\x1b[8m") {
		t.Errorf("y for good: code %d, %q", c, out)
	}
	if _, err := os.Stat(file); err != nil {
		t.Error(err)
	}
}

// What nothing brings back needs the whole word, and what the brake stops its number.
func TestPurgeAndTheBrakeAskForMoreThanAKey(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	config := filepath.Join(home, ".config", "aloft")
	if err := os.MkdirAll(config, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(config, "config.toml"), []byte("[jobs]\ndelete_brake_count = 1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, answer := range []string{"y", "yes", "3"} {
		s := begin(t, home, "rm", "drive:/Music", "drive:/Recipes")
		s.Shows(t, "Type 2 to confirm:")
		s.Types(t, answer+"\n")
		if c, out := s.Ends(t); c != console.ExitFailed || !strings.Contains(out, "2 entries, over jobs.delete_brake_count (1)") {
			t.Errorf("%s: code %d, %q", answer, c, out)
		}
	}
	s := begin(t, home, "rm", "drive:/Music", "drive:/Recipes")
	s.Shows(t, "Type 2 to confirm:")
	s.Types(t, "2\n")
	if c, out := s.Ends(t); c != console.ExitDone {
		t.Errorf("the number: code %d, %q", c, out)
	}
	s = begin(t, home, "bin", "purge", "Music")
	s.Shows(t, "Delete 1 entry for good? Type yes:")
	s.Types(t, "y\n")
	if c, out := s.Ends(t); c != console.ExitFailed || !strings.Contains(out, "drive:/Music/") {
		t.Errorf("y for good: code %d, %q", c, out)
	}
	s = begin(t, home, "bin", "purge", "Music")
	s.Shows(t, "Type yes:")
	s.Types(t, "yes\n")
	if c, out := s.Ends(t); c != console.ExitDone || !strings.Contains(out, "1 entry is gone") {
		t.Errorf("yes: code %d, %q", c, out)
	}
	if _, out := runIn(t, home, "bin", "ls"); out != "drive:/Recipes/\n" {
		t.Errorf("in the bin: %q", out)
	}
}

func TestLoginHidesTheCookie(t *testing.T) {
	t.Parallel()
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
	s.Shows(t, "Cookie of work (it is not shown):")
	// The echo is off only a moment after the question.
	s.EchoEnds(t)
	s.Types(t, "Cookie: "+srv.Cookie+"\n")
	c, out := s.Ends(t)
	if c != console.ExitDone || !strings.Contains(out, "work is signed in") {
		t.Errorf("code %d, %q", c, out)
	}
	if strings.Contains(out, "__pus") {
		t.Error("the cookie was shown")
	}
	// A cURL line of a browser, longer than a terminal's own line may be.
	s = begin(t, home, "account", "login", "work", "--store=file")
	s.Shows(t, "Copy as cURL")
	s.Shows(t, "Cookie of work")
	s.EchoEnds(t)
	s.Types(t, "curl 'https://drive.example/' \\\r  -H 'x: "+strings.Repeat("y", 6000)+"' \\\r  -b '"+srv.Cookie+"'\r")
	if c, out := s.Ends(t); c != console.ExitDone || strings.Contains(out, "__pus") || strings.Contains(out, "yyy") {
		t.Errorf("code %d, %q", c, out)
	}
	// An interrupt restores the terminal's echo and stores nothing.
	s = begin(t, home, "account", "login", "work", "--store=file")
	s.Shows(t, "Cookie of work")
	s.EchoEnds(t)
	s.Types(t, "\x03")
	if c, _ := s.Ends(t); c != console.ExitInterrupted {
		t.Errorf("interrupted: code %d", c)
	}
	if c, out := runIn(t, home, "account", "status", "work"); c != console.ExitDone {
		t.Errorf("the old login is lost: %s", out)
	}
}

func TestProgressAndSoftStopOnATerminal(t *testing.T) {
	t.Parallel()
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
	s.Shows(t, "reading drive:/")
	s.Types(t, "\x03")
	if c, out := s.Ends(t); c != console.ExitInterrupted || !strings.Contains(out, "interrupted") {
		t.Errorf("code %d, %q", c, out)
	}
	s = begin(t, home, "--account", "work", "mkdir", "drive:/a", "drive:/b", "drive:/c", "drive:/d", "drive:/e")
	s.Shows(t, "mkdir ")
	s.Types(t, "\x03")
	s.Shows(t, "stopping after this batch")
	if c, out := s.Ends(t); c != console.ExitInterrupted || !strings.Contains(out, "aloft jobs resume") {
		t.Errorf("code %d, %q", c, out)
	}
	if c, out := runIn(t, home, "--account", "work", "jobs", "resume", "2"); c != console.ExitDone {
		t.Errorf("code %d, %q", c, out)
	}
}

func TestScreenRefusesADumbTerminal(t *testing.T) {
	c := exec.Command("aloft")
	c.Env = []string{"HOME=" + t.TempDir(), "PATH=" + os.Getenv("PATH"), "TERM=dumb"}
	code, out := program.Start(t, c, 0, 0).Ends(t)
	if code != console.ExitUsage || !strings.Contains(out, "TERM is dumb") || strings.Contains(out, "\x1b") {
		t.Errorf("code %d, %q", code, out)
	}
}

func TestScreenRefusesAnImpossibleSize(t *testing.T) {
	c := exec.Command("aloft")
	c.Env = []string{"HOME=" + t.TempDir(), "PATH=" + os.Getenv("PATH"), "TERM=xterm-256color"}
	code, out := program.Start(t, c, 65535, 65535).Ends(t)
	if code != console.ExitUsage || !strings.Contains(out, "stty cols 80 rows 24") || strings.Contains(out, "\x1b") {
		t.Errorf("code %d, %q", code, out)
	}
}
