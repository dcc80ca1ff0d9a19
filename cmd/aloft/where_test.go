//go:build unix

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"aloft/cmd/aloft/console"
	"aloft/ui/uitest/program"
)

// startAt opens the screen, and presses no key.
func startAt(t *testing.T, home string, environ []string, args ...string) *person {
	t.Helper()
	ownPort(t, home)
	c := exec.Command("aloft", args...)
	c.Env = append([]string{"HOME=" + home, "PATH=" + os.Getenv("PATH"), "TERM=xterm-256color", "LANG=C.UTF-8"}, environ...)
	return &person{Program: program.StartOnScreen(t, c, 80, 24)}
}

// kept waits until a session file holds a text, and returns its path.
func kept(t *testing.T, home, want string) string {
	t.Helper()
	for until := time.Now().Add(20 * time.Second); time.Now().Before(until); <-time.After(20 * time.Millisecond) {
		files, _ := filepath.Glob(filepath.Join(home, ".local/share/aloft/keep/session-xterm*"))
		for _, f := range files {
			if data, err := os.ReadFile(f); err == nil && strings.Contains(string(data), want) {
				return f
			}
		}
	}
	t.Fatalf("no session holds %q", want)
	return ""
}

// Back where I was after a restart: no key, also after a kill.
func TestBackWhereIWasInNoKeys(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	const outline = ">    What to try first"
	p := startAt(t, home, nil)
	p.sees(t, "Welcome")
	p.press(t, "\r", "> ▰ Archive/")
	p.press(t, "t", "1 drive: /   drive:  [drive:]")
	p.press(t, "g", "")
	p.press(t, "m", "1 docs: /   drive:  [docs:]")
	p.press(t, "G", "> ≣ Welcome to Documents")
	p.press(t, "\x1bOR", ">▾ Welcome to Documents")
	p.press(t, "G", outline)
	file := kept(t, home, `"title": "What to try first"`)
	p.Kill() // as by kill -9

	p = startAt(t, home, nil)
	p.sees(t, outline)
	if p.keys != 0 {
		t.Errorf("%d keys", p.keys)
	}
	p.press(t, "q", "1 docs: /   drive:  [docs:]")
	p.press(t, "q", "")
	if code, _ := p.Ends(t); code != console.ExitDone {
		t.Errorf("code %d", code)
	}

	// The reader was closed: the panes come back.
	p = startAt(t, home, nil)
	p.sees(t, "> ≣ Welcome to Documents")
	p.sees(t, "1 docs: /   drive:  [docs:]")
	p.Kill()

	// A place that is named wins, a terminal of another kind begins anew, so does --fresh.
	p = startAt(t, home, nil, "drive:/Music")
	p.sees(t, "1 drive: / › Music ─")
	p.Kill()
	p = startAt(t, home, []string{"SSH_TTY=/dev/pts/9"})
	p.sees(t, "1 drive: / ─")
	p.Kill()
	p = startAt(t, home, nil, "--fresh")
	p.sees(t, "1 drive: / ─")
	p.Kill()
	config := filepath.Join(home, ".config", "aloft", "config.toml")
	if err := os.WriteFile(config, []byte("[ui]\nrestore = false\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	p = startAt(t, home, nil)
	p.sees(t, "1 drive: / ─")
	p.Kill()
	if err := os.Remove(config); err != nil {
		t.Fatal(err)
	}

	// A damaged file is ignored with one line.
	if err := os.WriteFile(file, []byte(`{"version":1,"sides":[`), 0o600); err != nil {
		t.Fatal(err)
	}
	p = startAt(t, home, nil)
	p.sees(t, "1 drive: / ─")
	p.sees(t, "session-xterm-256color+local.json is ignored: ")
	p.press(t, "q", "")
	if code, _ := p.Ends(t); code != console.ExitDone {
		t.Errorf("code %d", code)
	}
	kept(t, home, `"drive:/"`)
}

// Several programs store where they are at the same time: the file is always whole.
func TestTheLastOneIsWhereIWas(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	p := startAt(t, home, nil)
	p.sees(t, "Welcome")
	p.press(t, "\r", "> ▰ Archive/")
	q := startAt(t, home, nil)
	q.sees(t, "> ▰ Archive/")
	q.press(t, "l", "1 drive: / › Archive")
	kept(t, home, `"place": "drive:/Archive"`)
	// The other one stores its own; this one ends last, with nothing new to store.
	p.press(t, "t", "drive:  [drive:]")
	kept(t, home, `"at": 1`)
	p.Types(t, "q")
	p.Ends(t)
	q.Types(t, "q")
	q.Ends(t)
	r := startAt(t, home, nil)
	r.sees(t, "1 drive: / › Archive")
	r.Kill()
}
