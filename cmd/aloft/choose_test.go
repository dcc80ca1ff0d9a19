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

// shellAt runs a line of the shell on a terminal, in which $L and $R are two folders.
func shellAt(t *testing.T, line, left, right string) *person {
	t.Helper()
	home := t.TempDir()
	ownPort(t, home)
	c := exec.Command("sh", "-c", line)
	c.Env = []string{"HOME=" + home, "PATH=" + os.Getenv("PATH"), "TERM=xterm-256color", "LANG=C.UTF-8", "L=" + left, "R=" + right}
	p := &person{Program: program.StartOnScreen(t, c, 80, 24)}
	p.sees(t, "Welcome to aloft")
	p.Types(t, "\r")
	p.Until(t, 20*time.Second, "no welcome", func(s string) bool { return !strings.Contains(s, "Welcome to aloft") })
	return p
}

func TestWhatIsChosenIsPrinted(t *testing.T) {
	t.Parallel()
	folder := t.TempDir()
	for _, name := range []string{"a b.txt", "c.txt", "d/e\u202e.txt"} {
		if err := os.MkdirAll(filepath.Dir(filepath.Join(folder, name)), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct {
		name, flags, keys, want string
		code                    int
	}{
		{"one by Enter", "", "j\r", "/a b.txt\n", console.ExitDone},
		{"in a folder", "", "\rj\r", "/d/e\u202e.txt\n", console.ExitDone},
		{"several", "", "j  \r", "/a b.txt\n/c.txt\n", console.ExitDone},
		{"a folder", "", "\x1b\r", "/d\n", console.ExitDone},
		{"with NUL", "-0", "j  \r", "/a b.txt\x00/c.txt\x00", console.ExitDone},
		{"nothing", "", "jq", "", console.ExitFailed},
	} {
		t.Run(c.name, func(t *testing.T) {
			out := filepath.Join(t.TempDir(), "out")
			p := shellAt(t, `exec aloft --choose `+c.flags+` "$L" "$R" >`+out, folder, t.TempDir())
			p.sees(t, "1/3")
			if strings.HasPrefix(c.keys, "\r") {
				p.press(t, "\r", "1/1")
				c.keys = c.keys[1:]
			}
			p.Types(t, c.keys)
			if code, _ := p.Ends(t); code != c.code {
				t.Errorf("exit %d, not %d", code, c.code)
			}
			got, err := os.ReadFile(out)
			if err != nil {
				t.Fatal(err)
			}
			if got := strings.ReplaceAll(string(got), folder, ""); got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

// The folder on this machine that was shown last is where the shell goes.
func TestTheShellGoesWhereTheScreenWas(t *testing.T) {
	t.Parallel()
	left, right := t.TempDir(), t.TempDir()
	if err := os.Mkdir(filepath.Join(left, "in it"), 0o700); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ name, keys, shows, want string }{
		{"left", "", "", left},
		{"deeper", "\r", "in it", filepath.Join(left, "in it")},
		{"right", "\t", "", right},
		{"on the drive", "gd", "Music/", right}, // the other pane
	} {
		t.Run(c.name, func(t *testing.T) {
			out := filepath.Join(t.TempDir(), "out")
			p := shellAt(t, `exec aloft --cd-file=`+out+` "$L" "$R"`, left, right)
			p.sees(t, "1/1")
			p.Types(t, c.keys)
			p.sees(t, c.shows)
			p.Types(t, "q")
			if code, said := p.Ends(t); code != console.ExitDone {
				t.Errorf("exit %d: %s", code, said)
			}
			if got, err := os.ReadFile(out); err != nil || string(got) != c.want {
				t.Errorf("%q, %v; want %q", got, err, c.want)
			}
		})
	}
}

// The function that each shell's script defines goes there.
func TestTheShellsFunctionGoesThere(t *testing.T) {
	t.Parallel()
	left := filepath.Join(t.TempDir(), "with blanks\n")
	if err := os.MkdirAll(filepath.Join(left, "in it"), 0o700); err != nil {
		t.Fatal(err)
	}
	for shell, source := range map[string]string{
		"bash": "source <(aloft completion bash)", "zsh": "source <(aloft completion zsh)", "fish": "aloft completion fish | source",
	} {
		if _, err := exec.LookPath(shell); err != nil {
			t.Logf("no %s here", shell) // CI has all three
			continue
		}
		t.Run(shell, func(t *testing.T) {
			out := filepath.Join(t.TempDir(), "out")
			p := shellAt(t, "exec "+shell+` -c '`+source+`; aloftcd "$L" "$R"; pwd >`+out+`'`, left, t.TempDir())
			p.sees(t, "1/1")
			p.Types(t, "q")
			p.Ends(t)
			if got, err := os.ReadFile(out); err != nil || string(got) != left+"\n" {
				t.Errorf("%q, %v", got, err)
			}
		})
	}
}
