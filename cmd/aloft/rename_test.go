//go:build unix

package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"aloft/cmd/aloft/console"
	"aloft/ui/uitest/program"
)

// person types keys, counts them and looks at the screen.
type person struct {
	*program.Program
	keys int
}

// personAt opens the screen on two folders, without the welcome.
func personAt(t *testing.T, home, editor, left, right string) *person {
	t.Helper()
	p := personAgain(t, home, editor, left, right)
	p.sees(t, "Welcome to aloft")
	p.Types(t, "\r")
	p.Until(t, 20*time.Second, "no welcome", func(s string) bool { return !strings.Contains(s, "Welcome to aloft") })
	return p
}

// personAgain opens the screen where it was open before.
func personAgain(t *testing.T, home, editor, left, right string) *person {
	t.Helper()
	ownPort(t, home)
	c := exec.Command("aloft", left, right)
	c.Env = []string{"HOME=" + home, "PATH=" + os.Getenv("PATH"), "TERM=xterm-256color", "LANG=C.UTF-8", "EDITOR=" + editor}
	return &person{Program: program.StartOnScreen(t, c, 80, 24)}
}

// deaf is the lower border of a dialog that opened by itself and takes no keys yet.
var deaf = regexp.MustCompile("└─+┘")

// says reports whether a screen has a text, which may be wrapped anywhere: the names of temporary
// folders differ in length.
func says(text string) func(string) bool {
	return func(s string) bool { return has(text)(s) || has(text)(strings.Join(strings.Fields(s), " ")) }
}

// sees waits for a text, and until the dialog that may show it takes keys.
func (p *person) sees(t *testing.T, want string) {
	t.Helper()
	p.Until(t, 20*time.Second, want, func(s string) bool { return says(want)(s) && !deaf.MatchString(s) })
}

// press types a key, and waits for what it shows.
func (p *person) press(t *testing.T, key, want string) {
	t.Helper()
	p.keys++
	p.Types(t, key)
	p.sees(t, want)
}

// file waits until a file holds a text, or is gone: the screen names a job as soon as it is
// started.
func (p *person) file(t *testing.T, path, want string) {
	t.Helper()
	p.Until(t, 20*time.Second, fmt.Sprintf("%s holds %q", path, want), func(string) bool {
		got, err := os.ReadFile(path)
		return string(got) == want && (err == nil) == (want != "")
	})
}

// Twelve files get names by a pattern in at most six keys and the pattern.
func TestTwelveNamesInSixKeys(t *testing.T) {
	folder := t.TempDir()
	for i := range 12 {
		if err := os.WriteFile(filepath.Join(folder, fmt.Sprintf("IMG_%02d.JPG", 40+i)), []byte{byte('a' + i)}, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	p := personAt(t, t.TempDir(), "false", folder, folder)
	p.sees(t, "1/12")
	p.press(t, "A", "sel 12")
	p.press(t, "r", "Rename 12 entries")
	p.press(t, "\x15", "pattern       {ext}") // Ctrl-U: the cursor is before the extension
	p.Types(t, "trip {n:03}")
	p.sees(t, "-> trip 009.JPG")
	p.press(t, "\r", "[>Rename<]")
	p.press(t, "\r", "renamed 12")
	if p.keys > 6 {
		t.Errorf("%d keys", p.keys)
	}
	t.Logf("%d keys and the pattern", p.keys)
	for i := range 12 {
		got, err := os.ReadFile(filepath.Join(folder, fmt.Sprintf("trip %03d.JPG", i+1)))
		if err != nil || string(got) != string(rune('a'+i)) {
			t.Errorf("%d: %q, %v", i+1, got, err)
		}
	}
}

// Names change places in $EDITOR, over a temporary one.
func TestNamesChangePlacesInTheEditor(t *testing.T) {
	home := t.TempDir()
	if code, out := runIn(t, home, "mkdir", "-p", "drive:/Turn/a/was a", "drive:/Turn/b/was b", "drive:/Turn/c/was c"); code != console.ExitDone {
		t.Fatal(out)
	}
	p := personAt(t, home, `sed -i -e 's/a$/B/' -e 's/b$/C/' -e 's/c$/a/' -e 's/B$/b/' -e 's/C$/c/'`, "drive:/Turn", "drive:/Turn")
	p.sees(t, "1/3")
	p.press(t, "A", "sel 3")
	p.press(t, "R", "aloft-temporary-1")
	// The plan ignores keys for a moment when it has taken long.
	p.Until(t, 20*time.Second, "renamed 4", func(s string) bool { // one of them twice
		if strings.Contains(s, "[>Rename<]") {
			p.Types(t, "\r")
		}
		return strings.Contains(s, "renamed 4")
	})
	for now, was := range map[string]string{"b": "was a", "c": "was b", "a": "was c"} {
		if code, out := runIn(t, home, "ls", "drive:/Turn/"+now); code != console.ExitDone || out != was+"/\n" {
			t.Errorf("in %s there is %q", now, out)
		}
	}
}

// With wrong lines the command line asks before it opens the editor again, on the list
// as it was typed.
func TestTheListIsEditedAgainWhenAsked(t *testing.T) {
	home := t.TempDir()
	if code, out := runIn(t, home, "mkdir", "-p", "drive:/Again/a", "drive:/Again/b"); code != console.ExitDone {
		t.Fatal(out)
	}
	seen := filepath.Join(t.TempDir(), "seen")
	editor := "EDITOR=f() { cat \"$1\" >>" + seen + `; if grep -q '^#! a: the name is taken' "$1"; then sed -i 's/^2\ta$/2\tc/' "$1"; else sed -i 's/b$/a/' "$1"; fi; }; f`
	for _, c := range []struct {
		answer       string
		code, edited int
		says, left   string
	}{
		{"n", console.ExitFailed, 1, "nothing was done", "a/\nb/\n"},
		{"y", console.ExitDone, 2, "", "a/\nc/\n"},
	} {
		if err := os.RemoveAll(seen); err != nil {
			t.Fatal(err)
		}
		p := beginAs(t, home, "aloft", []string{editor}, "rename", "--edit", "drive:/Again/a", "drive:/Again/b")
		p.Shows(t, "1 line is wrong. Edit the list again? [Y/n]")
		p.Types(t, c.answer+"\r")
		code, out := p.Ends(t)
		if code != c.code || !strings.Contains(out, c.says) {
			t.Errorf("%s: %d, %s", c.answer, code, out)
		}
		lists, err := os.ReadFile(seen)
		if n := strings.Count(string(lists), "# New names"); err != nil || n != c.edited {
			t.Errorf("%s: edited %d times, %v: %s", c.answer, n, err, lists)
		}
		if _, out := runIn(t, home, "ls", "drive:/Again"); out != c.left {
			t.Errorf("%s: %q", c.answer, out)
		}
	}
}
