//go:build linux

package main

import (
	"bufio"
	"bytes"
	"crypto/ed25519"
	"crypto/rand"
	"encoding/json"
	"encoding/pem"
	"io"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	gossh "golang.org/x/crypto/ssh"

	"aloft/ui/uitest/program"
)

// sshServer is a running "aloft ssh serve".
type sshServer struct {
	addr, home, bin string
	environ         []string
	cmd             *exec.Cmd

	mu  sync.Mutex
	log bytes.Buffer // its standard error
}

// sshKey is a key pair.
type sshKey struct {
	file   string // of the private key
	signer gossh.Signer
}

func serveSSH(tb testing.TB, bin, home string, environ []string, args ...string) *sshServer {
	tb.Helper()
	v := &sshServer{home: home, bin: bin, environ: append([]string{"HOME=" + home, "PATH=" + os.Getenv("PATH"), "LANG=C.UTF-8"}, environ...)}
	v.cmd = exec.Command(bin, append([]string{"ssh", "serve", "--listen=127.0.0.1:0"}, args...)...)
	v.cmd.Env, v.cmd.Stderr = v.environ, v
	out, err := v.cmd.StdoutPipe()
	if err == nil {
		err = v.cmd.Start()
	}
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		_ = v.cmd.Process.Signal(os.Interrupt)
		if err := v.cmd.Wait(); err != nil {
			tb.Errorf("%v: %s", err, v.said())
		}
	})
	line, err := bufio.NewReader(out).ReadBytes('\n')
	var o struct{ Address string }
	if err == nil {
		err = json.Unmarshal(line, &o)
	}
	if err != nil {
		tb.Fatalf("%v: %s %s", err, line, v.said())
	}
	v.addr = o.Address
	return v
}

func (v *sshServer) Write(b []byte) (int, error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.log.Write(b)
}

func (v *sshServer) said() string {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.log.String()
}

// authorize makes a key, and lets its owner log in.
func (v *sshServer) authorize(tb testing.TB, flags ...string) sshKey {
	tb.Helper()
	_, private, err := ed25519.GenerateKey(rand.Reader)
	var k sshKey
	if err == nil {
		k.signer, err = gossh.NewSignerFromKey(private)
	}
	var block *pem.Block
	if err == nil {
		block, err = gossh.MarshalPrivateKey(private, "test")
	}
	k.file = filepath.Join(tb.TempDir(), "id")
	if err == nil {
		err = os.WriteFile(k.file, pem.EncodeToMemory(block), 0o600)
	}
	if err != nil {
		tb.Fatal(err)
	}
	c := exec.Command(v.bin, "ssh", "authorize", "-")
	for _, f := range flags {
		if f != "" {
			c.Args = append(c.Args, f)
		}
	}
	c.Env, c.Stdin = v.environ, bytes.NewReader(gossh.MarshalAuthorizedKey(k.signer.PublicKey()))
	if out, err := c.CombinedOutput(); err != nil {
		tb.Fatalf("%v: %s", err, out)
	}
	return k
}

// client is the OpenSSH client, which must be there.
func (v *sshServer) client(tb testing.TB, k sshKey, args ...string) *exec.Cmd {
	tb.Helper()
	_, port, _ := net.SplitHostPort(v.addr)
	c := exec.Command("ssh", append([]string{"-F", "none", "-p", port, "-i", k.file, "-o", "IdentitiesOnly=yes", "-o", "StrictHostKeyChecking=no",
		"-o", "UserKnownHostsFile=/dev/null", "-o", "LogLevel=ERROR", "-o", "IdentityAgent=none"}, args...)...)
	c.Env = []string{"HOME=" + tb.TempDir(), "PATH=" + os.Getenv("PATH"), "TERM=xterm-256color", "LANG=C.UTF-8"}
	return c
}

// join logs in with the OpenSSH client, and leaves the welcome.
func (v *sshServer) join(tb testing.TB, k sshKey, wants string, args ...string) *program.Program {
	tb.Helper()
	p := program.StartOnScreen(tb, v.client(tb, k, append(args, "localhost")...), 100, 30)
	p.Until(tb, 20*time.Second, "the welcome", has("Start"))
	p.Types(tb, "\r")
	p.Until(tb, 20*time.Second, wants, func(s string) bool { return strings.Contains(s, wants) && !strings.Contains(s, "Start") })
	return p
}

// processes are the server and its workers.
func (v *sshServer) processes(tb testing.TB) []int {
	tb.Helper()
	out, _ := exec.Command("ps", "-o", "pid=", "--ppid", strconv.Itoa(v.cmd.Process.Pid)).Output()
	all := []int{v.cmd.Process.Pid}
	for _, f := range strings.Fields(string(out)) {
		if pid, err := strconv.Atoi(f); err == nil {
			all = append(all, pid)
		}
	}
	return all
}

var _ io.Writer = (*sshServer)(nil)
