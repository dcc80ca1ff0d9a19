//go:build linux

package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// The credential of one account is in no memory, screen, log or file of another one's.
func TestSSHKeepsAccountsApart(t *testing.T) {
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
	var at struct{ Drive, Cookie string }
	if err := json.NewDecoder(out).Decode(&at); err != nil {
		t.Fatal(err)
	}
	conf := filepath.Join(home, ".config", "aloft", "config.toml")
	if err := os.MkdirAll(filepath.Dir(conf), 0o700); err != nil {
		t.Fatal(err)
	}
	accounts := fmt.Sprintf("[accounts.one]\ndrive = { base_url = %q }\n[accounts.one_two]\ndrive = { base_url = %q }\n", at.Drive, at.Drive)
	if err := os.WriteFile(conf, []byte(accounts), 0o600); err != nil {
		t.Fatal(err)
	}
	const other = "__pus=CANARY-of-the-other-account; b=2"
	v := serveSSH(t, "aloft", home, []string{"ALOFT_ONE_DRIVE_COOKIE=" + at.Cookie, "ALOFT_ONE_TWO_DRIVE_COOKIE=" + other})
	one := v.join(t, v.authorize(t, "--for=one"), "Recipes")
	first := v.processes(t)[1]
	two := v.join(t, v.authorize(t, "--for=one_two"), "aloft")
	second := v.processes(t)[2]
	two.Types(t, "R")
	secret := func(cookie string) string { // its value alone
		_, value, _ := strings.Cut(strings.Split(cookie, ";")[0], "=")
		return value
	}
	mine, others := secret(at.Cookie), secret(other)
	for _, c := range []struct {
		pid            int
		has, lacks     string
		screen, stdout string
	}{{first, mine, others, one.Screen(), one.Written()}, {second, others, mine, two.Screen(), two.Written()}} {
		if !inMemory(t, c.pid, c.has) {
			t.Error("the worker does not have its own credential: the search is of no use")
		}
		if inMemory(t, c.pid, c.lacks) {
			t.Error("the worker has the credential of the other account")
		}
		for _, s := range []string{mine, others} {
			if strings.Contains(c.screen+c.stdout+v.said(), s) {
				t.Error("a credential on a screen or in the log")
			}
		}
	}
	err = filepath.WalkDir(home, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		b, err := os.ReadFile(path)
		if bytes.Contains(b, []byte(mine)) || bytes.Contains(b, []byte(others)) {
			t.Errorf("a credential in %s", path)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

// inMemory reports whether the writable memory of a process has the text.
func inMemory(t *testing.T, pid int, text string) bool {
	t.Helper()
	maps, err := os.Open(fmt.Sprintf("/proc/%d/maps", pid))
	if err != nil {
		t.Skip(err) // the memory of a process that guards itself is for root
	}
	defer maps.Close()
	mem, err := os.Open(fmt.Sprintf("/proc/%d/mem", pid))
	if err != nil {
		t.Skip(err)
	}
	defer mem.Close()
	lines := bufio.NewScanner(maps)
	for lines.Scan() {
		f := strings.Fields(lines.Text())
		from, to, _ := strings.Cut(f[0], "-")
		a, _ := strconv.ParseInt(from, 16, 64)
		b, _ := strconv.ParseInt(to, 16, 64)
		if !strings.HasPrefix(f[1], "rw") || b-a > 1<<30 {
			continue
		}
		part := make([]byte, b-a)
		n, _ := mem.ReadAt(part, a)
		if bytes.Contains(part[:n], []byte(text)) {
			return true
		}
	}
	return false
}

// People of one account see what the others change, and a job goes on when its person has gone.
func TestSSHSharesJobs(t *testing.T) {
	t.Parallel()
	v := serveSSH(t, "aloft", t.TempDir(), nil)
	starts := v.join(t, v.authorize(t, "--place=drive:/"), "Recipes")
	sees := v.join(t, v.authorize(t), "Recipes")
	sees.Types(t, "jj\r")
	sees.Until(t, 10*time.Second, "an empty folder", has("This folder is empty"))
	starts.Types(t, "\tjj\r")
	starts.Until(t, 10*time.Second, "the target", has("This folder is empty"))
	starts.Types(t, "\tjjjc")
	starts.Until(t, 10*time.Second, "a job or its plan", func(s string) bool {
		return strings.Contains(s, "opied") || strings.Contains(s, "Copy ") || strings.Contains(s, "copying")
	})
	starts.Types(t, "\r")
	starts.Kill()
	sees.Until(t, 20*time.Second, "what another one has copied", has("Music/"))
}

// A session that gets no key ends, and says why; a server that is killed leaves no worker.
func TestSSHEnds(t *testing.T) {
	t.Parallel()
	v := serveSSH(t, "aloft", t.TempDir(), nil, "--idle=2s")
	p := v.join(t, v.authorize(t), "Recipes")
	if code, out := p.Ends(t); code == 0 || !strings.Contains(out, "without a key") {
		t.Errorf("code %d, %q", code, out)
	}
	comes(t, "its line", func() bool { return strings.Contains(v.said(), ", idle") })
	hangs := v.join(t, v.authorize(t), "Recipes")
	hangs.Signal(t, syscall.SIGSTOP)
	comes(t, "the end of one that hangs", func() bool { return strings.Count(v.said(), ", idle") == 2 })
	all := v.processes(t)
	v.killed = true
	if err := v.cmd.Process.Signal(syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	comes(t, "the end of the worker", func() bool { return syscall.Kill(all[1], 0) != nil })
}
