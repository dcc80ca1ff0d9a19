//go:build unix

package main

import (
	"bufio"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/sys/unix"
)

// aloftIn runs the program, which is this binary under the name that it checks,
// with a folder as its home.
func aloftIn(dir string, args ...string) *exec.Cmd {
	link := filepath.Join(dir, "aloft")
	if self, err := os.Executable(); err == nil {
		_ = os.Symlink(self, link)
	}
	c := exec.Command(link, args...)
	c.Dir = dir
	c.Env = []string{"HOME=" + filepath.Join(dir, "home"), "PATH=" + os.Getenv("PATH"), "TMPDIR=" + os.TempDir()}
	return c
}

// serveHook starts a receiver on a free port; it is interrupted with the test.
func serveHook(t *testing.T, dir, conf string, open bool) (hookAt, *exec.Cmd) {
	t.Helper()
	folder := filepath.Join(dir, "home", ".config", "aloft")
	if err := os.MkdirAll(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "config.toml"), []byte(conf), 0o600); err != nil {
		t.Fatal(err)
	}
	at := hookAt{dir: dir, path: "/hook"}
	if !open {
		out, err := aloftIn(dir, "hook", "token").Output()
		if err != nil {
			t.Fatalf("token: %v", err)
		}
		at.token = strings.TrimSpace(string(out))
	}
	c := aloftIn(dir, "hook", "serve", "--any-port")
	var says strings.Builder
	c.Stderr = &says
	out, err := c.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if c.ProcessState != nil {
			return // the test has ended it
		}
		_ = c.Process.Signal(unix.SIGINT)
		if err := c.Wait(); err != nil {
			t.Errorf("the receiver ended with %v\n%s", err, says.String())
		}
		if at.token != "" && strings.Contains(says.String(), at.token) {
			t.Error("the token was printed")
		}
	})
	var first struct {
		Address string
		Open    bool
	}
	line, err := bufio.NewReader(out).ReadBytes('\n')
	if err == nil {
		err = json.Unmarshal(line, &first)
	}
	if err != nil || first.Open != open {
		t.Fatalf("the first line is %q (%v)", line, err)
	}
	at.addr = first.Address
	return at, c
}
