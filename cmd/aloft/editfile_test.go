//go:build unix

package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"aloft/cmd/aloft/console"
)

// Keys of the terminal.
const (
	f4     = "\x1bOS"
	escape = "\x1b"
)

// desk is a home with a folder of files, and an editor that is a shell script.
type desk struct {
	*person
	t            *testing.T
	home, folder string
}

func newDesk(t *testing.T, files map[string]string) *desk {
	t.Helper()
	d := &desk{t: t, home: t.TempDir(), folder: t.TempDir()}
	for name, content := range files {
		d.put(name, content)
	}
	return d
}

func (d *desk) put(name, content string) {
	d.t.Helper()
	if err := os.WriteFile(filepath.Join(d.folder, name), []byte(content), 0o600); err != nil {
		d.t.Fatal(err)
	}
}

func (d *desk) has(name, want string) {
	d.t.Helper()
	if b, err := os.ReadFile(filepath.Join(d.folder, name)); err != nil || string(b) != want {
		d.t.Errorf("%s holds %q, %v, want %q", name, b, err, want)
	}
}

// opens the screen; the editor is a shell command that gets the file.
func (d *desk) opens(editor, left string) {
	d.t.Helper()
	open := personAt
	if d.person != nil {
		open = personAgain
	}
	d.person = open(d.t, d.home, editor, left, d.folder)
	d.sees(d.t, "? help")
	d.Until(d.t, 20*time.Second, "the panes are listed", func(s string) bool { return strings.Count(s, "1/") >= 2 })
}

// runs a command of the program in the same home.
func (d *desk) runs(args ...string) string {
	d.t.Helper()
	c := exec.Command("aloft", args...)
	c.Env = []string{"HOME=" + d.home, "PATH=" + os.Getenv("PATH"), "LANG=C.UTF-8"}
	out, err := c.CombinedOutput()
	if err != nil {
		d.t.Errorf("%v: %v: %s", args, err, out)
	}
	return string(out)
}

// copies are the private copies.
func (d *desk) copies() []string {
	all, _ := filepath.Glob(filepath.Join(d.home, ".local/share/aloft/copies/*/file/*"))
	return all
}

func (d *desk) ends() {
	d.t.Helper()
	d.Types(d.t, "q")
	if code, said := d.Ends(d.t); code != console.ExitDone {
		d.t.Errorf("exit %d: %s", code, said)
	}
}

// A text of the disk is edited with one key, and one of the drive as well.
func TestEditFiles(t *testing.T) {
	t.Parallel()
	d := newDesk(t, map[string]string{"note.txt": "old\n"})
	d.runs("mkdir", "drive:/Notes")
	d.runs("cp", filepath.Join(d.folder, "note.txt"), "drive:/Notes")
	d.opens(`f() { echo new >"$1"; }; f`, d.folder)
	d.press(t, f4, "saved disk:")
	d.has("note.txt", "new\n")
	d.ends()

	d.opens(`f() { echo newer >"$1"; }; f`, "drive:/Notes")
	d.press(t, f4, "uploaded note.txt to drive:/Notes; u undoes it")
	d.ends()
	if got := d.runs("cat", "drive:/Notes/note.txt"); got != "newer\n" {
		t.Errorf("the drive has %q", got)
	}
	if got := d.runs("bin", "ls"); !strings.Contains(got, "note.txt") {
		t.Errorf("in the bin: %s", got)
	}
	if left := d.copies(); len(left) > 0 {
		t.Errorf("left: %v", left)
	}
}

// An original that has changed is never replaced.
func TestEditAChangedFile(t *testing.T) {
	t.Parallel()
	d := newDesk(t, map[string]string{"note.txt": "first\nold\n"})
	d.opens(`f() { echo mine >>"$1"; echo theirs >>`+filepath.Join(d.folder, "note.txt")+`; }; f`, d.folder)
	d.press(t, f4, "note.txt has changed")
	d.press(t, "s", "+mine")
	d.sees(t, "-theirs")
	d.Types(t, escape)
	d.Until(t, 20*time.Second, "the question alone", func(screen string) bool {
		return has("keep both; yours gets a number")(screen) && !has("+mine")(screen)
	})
	d.press(t, "k", "note (1).txt")
	d.sees(t, "copied note.txt to disk:")
	d.has("note.txt", "first\nold\ntheirs\n")
	d.has("note (1).txt", "first\nold\nmine\n")
	// Esc leaves the text where it is; the next time is with it.
	d.press(t, f4, "note.txt has changed")
	d.press(t, escape, "note.txt is unchanged; press F4 on it to resume your edit")
	d.ends()
}

// Whatever kills the program, what was typed is named at the next start, and the file goes
// on with it.
func TestEditorOfAKilledProgram(t *testing.T) {
	t.Parallel()
	d := newDesk(t, map[string]string{"note.txt": "old\n"})
	stop := filepath.Join(d.home, "stop")
	d.opens(`f() { echo typed >>"$1"; echo it is typed; while ! test -e `+stop+`; do sleep 0.05; done; }; f`, d.folder)
	d.press(t, f4, "it is typed")
	d.Kill()
	if err := os.WriteFile(stop, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	d.has("note.txt", "old\n")
	kept := d.copies()
	if len(kept) != 1 {
		t.Fatalf("the copies are %v", kept)
	}
	lock, err := os.Open(filepath.Dir(filepath.Dir(kept[0])))
	if err == nil {
		err = syscall.Flock(int(lock.Fd()), syscall.LOCK_EX) // until the editor has ended
	}
	if err := errors.Join(err, lock.Close()); err != nil {
		t.Fatal(err)
	}
	d.runs("ls", d.folder) // other commands leave it alone
	d.opens(`f() { echo more >>"$1"; }; f`, d.folder)
	d.sees(t, "was not saved: press F4 on the file to resume")
	d.sees(t, "press F4 on the file")
	d.press(t, f4, "saved disk:")
	d.has("note.txt", "old\ntyped\nmore\n")
	d.ends()
	if left := d.copies(); len(left) > 0 {
		t.Errorf("left: %v", left)
	}
}

// What is not text is not edited, and is opened by the rule for it, else shown.
func TestOpenFiles(t *testing.T) {
	t.Parallel()
	d := newDesk(t, map[string]string{"pic.png": "\x89PNG\r\n\x1a\n\x00"})
	d.opens("false", d.folder)
	d.press(t, f4, "pic.png is not text, so it cannot be edited")
	d.Types(t, escape)
	d.Until(t, 20*time.Second, "no message", func(s string) bool { return !strings.Contains(s, "is not text") })
	d.press(t, "\r", "An [open] rule in config.toml")
	d.Types(t, "\x1bOR")
	d.sees(t, "1/1")
	d.ends()

	out := filepath.Join(d.home, "out")
	rule := `["sh", "-c", "echo \"$1\" >` + out + `; cat \"$1\" >>` + out + `", "x", "{}"]`
	d.runs("config", "set", `open."image/*"`, rule)
	d.opens("false", d.folder)
	opened := func(what string) string {
		t.Helper()
		var got string
		d.Until(t, 20*time.Second, what, func(string) bool {
			b, _ := os.ReadFile(out)
			got = string(b)
			return strings.HasSuffix(got, "\x00")
		})
		return got
	}
	d.Types(t, "\r")
	if got := opened("the program has the file"); !strings.HasPrefix(got, filepath.Join(d.folder, "pic.png")+"\n") {
		t.Errorf("it got %q", got)
	}
	d.ends()
	if err := os.Remove(out); err != nil {
		t.Fatal(err)
	}

	// A file of the drive is copied first; the next start removes the copy.
	d.runs("mkdir", "drive:/Pictures")
	d.runs("cp", filepath.Join(d.folder, "pic.png"), "drive:/Pictures")
	d.opens("false", "drive:/Pictures")
	d.Types(t, "\r")
	if got := opened("the program has the copy"); !strings.HasPrefix(got, filepath.Join(d.home, ".local/share/aloft/copies")) {
		t.Errorf("it got %q", got)
	}
	d.sees(t, "opened a copy of pic.png with sh")
	d.ends()
	d.runs("ls", d.folder)
	if left := d.copies(); len(left) > 0 {
		t.Errorf("left: %v", left)
	}
}

// Without a connection what was written is kept, and goes back when there is one.
func TestEditWithoutAConnection(t *testing.T) {
	t.Parallel()
	d := newDesk(t, map[string]string{"note.txt": "old\n"})
	serve := func(addr string) (*exec.Cmd, string) {
		t.Helper()
		c := exec.Command("aloft", "serve", "--addr", addr)
		c.Env = []string{"HOME=" + filepath.Join(d.home, "server"), "PATH=" + os.Getenv("PATH")}
		out, err := c.StdoutPipe()
		if err == nil {
			err = c.Start()
		}
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = c.Process.Kill(); _ = c.Wait() })
		var at struct{ Drive, Cookie string }
		if err := json.NewDecoder(out).Decode(&at); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(d.home, "cookie"), []byte(at.Cookie+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		return c, at.Drive
	}
	server, base := serve("127.0.0.1:0")
	folder := filepath.Join(d.home, ".config", "aloft")
	if err := os.MkdirAll(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	config := fmt.Sprintf("account = \"work\"\n[webhook]\nenabled = false\n[accounts.work.drive]\nbase_url = %q\ncredential_command = [\"cat\", %q]\n", base, filepath.Join(d.home, "cookie"))
	if err := os.WriteFile(filepath.Join(folder, "config.toml"), []byte(config), 0o600); err != nil {
		t.Fatal(err)
	}
	d.runs("mkdir", "work/drive:/Notes")
	d.runs("cp", filepath.Join(d.folder, "note.txt"), "work/drive:/Notes")
	d.opens(fmt.Sprintf(`f() { echo mine >>"$1"; kill -9 %d; }; f`, server.Process.Pid), "work/drive:/Notes")
	d.Types(t, f4)
	d.Until(t, time.Minute, "what was written is kept", says("to resume your edit"))
	d.Kill()
	serve(strings.TrimSuffix(strings.TrimPrefix(base, "http://"), "/"))
	d.opens("true", "work/drive:/Notes")
	d.sees(t, "was not saved: press F4 on the file to resume")
	d.Until(t, 20*time.Second, "the list", func(s string) bool { return strings.Contains(s, "\n> ≋ note.txt ") })
	d.press(t, f4, "uploaded note.txt to")
	d.ends()
	if got := d.runs("cat", "work/drive:/Notes/note.txt"); got != "old\nmine\n" {
		t.Errorf("the drive has %q", got)
	}
}
