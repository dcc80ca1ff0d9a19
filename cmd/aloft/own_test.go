//go:build unix

package main

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"aloft/cmd/aloft/console"
)

// The person's own commands get what is selected, in the environment and as input.
func TestOwnCommands(t *testing.T) {
	t.Parallel()
	home, left, right := t.TempDir(), t.TempDir(), t.TempDir()
	for _, name := range []string{"a b.txt", "c.txt"} {
		if err := os.WriteFile(filepath.Join(left, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	folder := filepath.Join(home, ".config", "aloft")
	if err := os.MkdirAll(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "keys.toml"), []byte(`
[command.all]
run = 'printf "%s|" "$ALOFT_PLACE" "$ALOFT_PLACES" "$ALOFT_FOLDER" "$ALOFT_OTHER" >"$ALOFT_OTHER/all"; tr "\000" ";" >>"$ALOFT_OTHER/all"'
keys = "g 1"
input = true

[command.shown]
run = "echo I have the terminal"
keys = "g 2"
how = "wait"

[command.quiet]
run = 'mkdir "$ALOFT_FOLDER/made"'
keys = "g 3"
how = "background"

[command.wrong]
run = "echo it is broken >&2; exit 3"
keys = "g 4"
how = "background"
`), 0o600); err != nil {
		t.Fatal(err)
	}
	p := personAt(t, home, "false", left, right)
	p.sees(t, "1/2")
	p.Types(t, "  g1")
	var got []byte
	p.Until(t, 20*time.Second, "the command has ended", func(string) bool {
		got, _ = os.ReadFile(filepath.Join(right, "all"))
		return strings.HasSuffix(string(got), "c.txt;")
	})
	a, c := filepath.Join(left, "a b.txt"), filepath.Join(left, "c.txt")
	if want := a + "|" + a + "\n" + c + "|" + left + "|" + right + "|" + a + ";" + c + ";"; string(got) != want {
		t.Errorf("%q, want %q", got, want)
	}
	p.sees(t, "all ") // the other pane is listed again
	p.Types(t, "g2")
	p.sees(t, "I have the terminal")
	p.sees(t, "Enter goes back to aloft.")
	p.Types(t, "\r")
	p.sees(t, "sel 2")
	p.Types(t, "g3")
	p.sees(t, "made/")
	p.Types(t, "g4")
	p.sees(t, "the command failed: it is broken")
	p.Types(t, "q")
	if code, said := p.Ends(t); code != console.ExitDone {
		t.Errorf("exit %d: %s", code, said)
	}
}

// A typed command gets any name as one word, runs in the pane's folder and says how it has ended. Its output is a list,
// and it ends with the screen.
func TestTypedCommands(t *testing.T) {
	t.Parallel()
	home, left, right := t.TempDir(), t.TempDir(), t.TempDir()
	names := []string{"a b", "-rf", "$(touch pwned)", "x;y", "'", "new\nline", "host:x"}
	for _, name := range names {
		if err := os.WriteFile(filepath.Join(left, name), []byte("one\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	p := personAt(t, home, "false", left, right)
	p.sees(t, "1/7")
	p.Types(t, "A!")
	p.sees(t, "Command in disk:")
	p.Types(t, `printf '%s|' %s "%d" >%D/all; cat %s | grep -c one; exit 5`+"\r")
	p.sees(t, "exit code 5 after ")
	p.sees(t, "Enter goes back to aloft.")
	got, _ := os.ReadFile(filepath.Join(right, "all"))
	words := strings.Split(string(got), "|")
	want := []string{left, ""}
	for _, name := range names {
		want = append(want, "./"+name)
	}
	slices.Sort(words)
	slices.Sort(want)
	if !slices.Equal(words, want) {
		t.Errorf("%q, want %q", words, want)
	}
	p.Types(t, "\r")
	p.sees(t, "sel 7")
	p.sees(t, "all ") // the other pane is listed again
	p.Types(t, ";")
	p.sees(t, "Command in disk:")
	p.Types(t, `grep -n one -- %s; head -c 2000000 /dev/zero | tr '\0' x; exit 3`+"\r")
	p.sees(t, "exit code 3 after ")
	p.sees(t, "./a b:1:one")
	p.sees(t, "─ Esc back ─┘") // it takes keys
	p.Types(t, "G")
	p.sees(t, "… 929K more")
	p.Types(t, escape)
	p.sees(t, "sel 7")
	p.Types(t, ";")
	p.sees(t, "Command in disk:")
	p.Types(t, "sleep 1000 & echo $$ $! >%D/pids; wait\r")
	var pids []string
	p.Until(t, 20*time.Second, "the command runs", func(string) bool {
		got, _ := os.ReadFile(filepath.Join(right, "pids"))
		pids = strings.Fields(string(got))
		return len(pids) == 2
	})
	p.Types(t, "q")
	if code, said := p.Ends(t); code != console.ExitDone {
		t.Errorf("exit %d: %s", code, said)
	}
	for _, pid := range pids {
		n, _ := strconv.Atoi(pid)
		if state, err := os.ReadFile("/proc/" + pid + "/stat"); err == nil && !strings.Contains(string(state), ") Z ") || err != nil && syscall.Kill(n, 0) == nil {
			t.Errorf("process %s goes on: %s", pid, state)
		}
	}
	if all, _ := filepath.Glob(filepath.Join(left, "*")); len(all) != len(names) {
		t.Errorf("in the folder: %q", all)
	}
}

// Files of a drive are copied for a typed command, whatever is in them, and what it has changed goes back.
func TestTypedCommandsOnADrive(t *testing.T) {
	d := newDesk(t, map[string]string{"a b.txt": "one\n", "-n.dat": "\x00one", "same.txt": "same\n"})
	d.runs("mkdir", "drive:/T")
	for _, name := range []string{"a b.txt", "-n.dat", "same.txt"} {
		d.runs("cp", filepath.Join(d.folder, name), "drive:/T")
	}
	d.opens("false", "drive:/T")
	d.Types(t, "A!")
	d.sees(t, "Command in disk:")
	d.Types(t, "sed -i s/one/two/ %s; touch here\r")
	d.sees(t, "exit code 0 after ")
	d.Types(t, "\r")
	back := filepath.Join(t.TempDir(), "back")
	d.Until(t, 40*time.Second, "both have gone back", func(s string) bool {
		return strings.Contains(s, "uploaded") && len(d.copies()) == 0
	})
	d.ends()
	d.runs("cp", "drive:/T", back)
	for name, want := range map[string]string{"a b.txt": "two\n", "-n.dat": "\x00two", "same.txt": "same\n"} {
		if got, err := os.ReadFile(filepath.Join(back, name)); err != nil || string(got) != want {
			t.Errorf("%s holds %q, %v, want %q", name, got, err, want)
		}
	}
	d.has("here", "") // the folder of the other pane
}
