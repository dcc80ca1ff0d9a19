//go:build unix

package main

import (
	"encoding/json"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// A new person adds an account on the screen, signs in, and sees its files. The secrets are in the
// store alone: in nothing that was written to the terminal, and in no other file.
func TestSignInWithoutLeavingTheScreen(t *testing.T) {
	t.Parallel()
	home, server := t.TempDir(), t.TempDir()
	c := exec.Command("aloft", "serve")
	c.Env = []string{"HOME=" + server, "PATH=" + os.Getenv("PATH")}
	out, err := c.StdoutPipe()
	if err == nil {
		err = c.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Process.Kill(); _ = c.Wait() })
	var at struct{ Drive, Docs, Cookie, Token string }
	if err := json.NewDecoder(out).Decode(&at); err != nil {
		t.Fatal(err)
	}
	paste := func(s string) string { return "\x1b[200~" + s + "\x1b[201~" }
	curl := func(cookie string) string {
		return paste("curl 'http://127.0.0.1/1' \\\r  -H 'accept: */*' \\\r  -b '" + cookie + "'\r")
	}
	p := personAt(t, home, "false", "drive:/", home)
	p.press(t, "zU", "Add an account")
	p.press(t, "work\t"+at.Drive+"\t"+at.Docs+"\r", "Sign in: work, drive")
	p.press(t, curl("__pus=wrong-secret; b=2"), "2 cookies of 127.0.0.1")
	p.press(t, "\r", "rejected the credential; nothing was stored")
	if left, _ := os.ReadDir(filepath.Join(home, ".local/share/aloft/secrets")); len(left) > 0 {
		t.Errorf("stored: %v", left)
	}
	p.press(t, curl(at.Cookie), "2 cookies of 127.0.0.1")
	p.press(t, "\r", "Sign in: work, documents")
	p.press(t, paste(at.Token), " characters: token")
	p.Types(t, "\r")
	p.Until(t, 20*time.Second, "no form", func(s string) bool { return !strings.Contains(s, "Sign in:") })
	p.sees(t, "work/drive: /")
	p.sees(t, "Archive/")
	p.press(t, "gm", "work/docs: /")
	p.sees(t, "Household/")
	p.Types(t, "q")
	code, written := p.Ends(t)
	if code != 0 {
		t.Errorf("exit %d", code)
	}
	secrets := []string{at.Token, "wrong-secret"}
	for pair := range strings.SplitSeq(at.Cookie, "; ") {
		_, v, _ := strings.Cut(pair, "=")
		secrets = append(secrets, v)
	}
	stored := filepath.Join(home, ".local/share/aloft/secrets")
	for _, s := range secrets {
		if strings.Contains(written, s) {
			t.Errorf("%q was written to the terminal", s)
		}
	}
	_ = filepath.WalkDir(home, func(file string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || strings.HasPrefix(file, stored) {
			return nil
		}
		data, _ := os.ReadFile(file)
		for _, s := range secrets {
			if strings.Contains(string(data), s) {
				t.Errorf("%q is in %s", s, file)
			}
		}
		return nil
	})
	// The next start has it.
	c = exec.Command("aloft", "--account", "work", "ls", "drive:/")
	c.Env = []string{"HOME=" + home, "PATH=" + os.Getenv("PATH")}
	done := time.AfterFunc(30*time.Second, func() { _ = c.Process.Kill() })
	defer done.Stop()
	if list, err := c.CombinedOutput(); err != nil || !strings.Contains(string(list), "Archive") {
		t.Errorf("%v: %s", err, list)
	}
}
