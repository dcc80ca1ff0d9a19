//go:build linux

package main

import (
	"bufio"
	"bytes"
	"crypto/ed25519"
	"crypto/rand"
	"encoding/json"
	"encoding/pem"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
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
	killed          bool
	known           map[string]bool // who has been there, by the files of their keys
	log             lockedBuffer    // its standard error
}

// lockedBuffer is read while it is written.
type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lockedBuffer) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(b)
}

func (l *lockedBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

// sshKey is a key pair.
type sshKey struct {
	file   string // of the private key
	signer gossh.Signer
}

func serveSSH(tb testing.TB, bin, home string, environ []string, args ...string) *sshServer {
	tb.Helper()
	v := &sshServer{home: home, bin: bin, known: map[string]bool{}, environ: append([]string{"HOME=" + home, "PATH=" + os.Getenv("PATH"), "LANG=C.UTF-8"}, environ...)}
	v.cmd = exec.Command(bin, append([]string{"ssh", "serve", "--listen=127.0.0.1:0"}, args...)...)
	v.cmd.Env, v.cmd.Stderr = v.environ, &v.log
	out, err := v.cmd.StdoutPipe()
	if err == nil {
		err = v.cmd.Start()
	}
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() {
		_ = v.cmd.Process.Signal(os.Interrupt)
		if err := v.cmd.Wait(); err != nil && !v.killed {
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

func (v *sshServer) said() string { return v.log.String() }

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
	p := program.StartOnScreen(tb, v.client(tb, k, append(args, "127.0.0.1")...), 100, 30)
	if !v.known[k.file] { // they are welcomed once
		v.known[k.file] = true
		p.Until(tb, 20*time.Second, "the welcome", has("Start"))
		p.Types(tb, "\r")
	}
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

// comes waits until something is so.
func comes(t *testing.T, what string, is func() bool) {
	t.Helper()
	for end := time.Now().Add(20 * time.Second); !is(); <-time.After(10 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatalf("%s never comes", what)
		}
	}
}

// Who logs in sees the screen; everything else that SSH can do is refused.
func TestSSHShowsTheScreenAndNothingElse(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	v := serveSSH(t, "aloft", home, nil)
	k := v.authorize(t)
	p := v.join(t, k, "Recipes")
	p.Types(t, ";")
	p.Until(t, 10*time.Second, "a refusal", has("no commands can be run here"))
	p.Types(t, "q")
	if code, _ := p.Ends(t); code != 0 {
		t.Errorf("code %d", code)
	}
	refused := func(name string, k sshKey, want string, args ...string) {
		out, err := v.client(t, k, args...).CombinedOutput()
		if err == nil || !strings.Contains(string(out), want) {
			t.Errorf("%s: %v %q", name, err, out)
		}
	}
	const words = "aloft: this server only shows aloft: use ssh -t without a command (no scp, no sftp)\n"
	refused("a command", k, words, "localhost", "ls")
	refused("a command with a terminal", k, strings.TrimSuffix(words, "\n"), "-tt", "localhost", "ls")
	refused("a subsystem", k, words, "-s", "localhost", "sftp")
	refused("no terminal", k, words, "-T", "localhost")
	for _, name := range []string{"scp", "sftp"} {
		c := v.client(t, k)
		c.Path, _ = exec.LookPath(name)
		c.Args = append(c.Args[:1], append(replaced(c.Args[1:], "-p", "-P"), "localhost:x", t.TempDir())...)
		if out, err := c.CombinedOutput(); err == nil || !strings.HasPrefix(string(out), words) {
			t.Errorf("%s: %v %q", name, err, out)
		}
	}
	dumb := v.client(t, k, "-tt", "localhost")
	dumb.Env = append(dumb.Env, "TERM=dumb")
	if out, err := dumb.CombinedOutput(); err == nil || string(out) != "aloft: this terminal cannot show full-screen programs (TERM is dumb or not set) → log in from another terminal\r\n" {
		t.Errorf("a dumb terminal: %v %q", err, out)
	}
	refused("the other way round", k, "remote port forwarding failed", "-o", "ExitOnForwardFailure=yes", "-R", "0:localhost:1", "-N", "localhost")
	refused("a password", k, "Permission denied", "-o", "PubkeyAuthentication=no", "localhost")
	_, private, err := ed25519.GenerateKey(rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	block, err := gossh.MarshalPrivateKey(private, "stranger")
	if err != nil {
		t.Fatal(err)
	}
	stranger := sshKey{file: filepath.Join(t.TempDir(), "id")}
	if err := os.WriteFile(stranger.file, pem.EncodeToMemory(block), 0o600); err != nil {
		t.Fatal(err)
	}
	refused("a stranger", stranger, "Permission denied", "localhost")

	c, err := gossh.Dial("tcp", v.addr, &gossh.ClientConfig{User: "x", Auth: []gossh.AuthMethod{gossh.PublicKeys(k.signer)}, HostKeyCallback: gossh.InsecureIgnoreHostKey()})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if conn, err := c.Dial("tcp", v.addr); err == nil {
		conn.Close()
		t.Error("a connection was forwarded")
	}
	// A key that was removed counts no more, also for who is connected.
	if err := os.WriteFile(filepath.Join(home, ".config", "aloft", "authorized_keys"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	s, err := c.NewSession()
	if err == nil {
		err = s.RequestPty("xterm", 24, 80, nil)
	}
	var out bytes.Buffer
	s.Stderr = &out
	if err == nil {
		err = s.Shell()
	}
	if err == nil {
		err = s.Wait()
	}
	if err == nil || !strings.Contains(out.String(), "cannot log in any more") {
		t.Errorf("a removed key: %v %q", err, out.String())
	}
	refused("a removed key", k, "Permission denied", "localhost")
	comes(t, "the line of the end", func() bool { return strings.Contains(v.said(), "s, the user left") })
	if said := v.said(); strings.Count(said, " login ") != 2 || strings.Count(said, " logout ") != 2 {
		t.Errorf("%s", said)
	}
}

func replaced(all []string, from, to string) []string {
	out := slices.Clone(all)
	out[slices.Index(out, from)] = to
	return out
}

// aloft runs a command beside the server.
func (v *sshServer) aloft(tb testing.TB, args ...string) string {
	tb.Helper()
	c := exec.Command(v.bin, args...)
	c.Env = v.environ
	out, err := c.CombinedOutput()
	if err != nil {
		tb.Errorf("%q: %v", args, err)
	}
	return string(out)
}

// Who is there is listed, and their sessions can be ended; what they were about to do goes on.
func TestSSHListsAndEndsSessions(t *testing.T) {
	t.Parallel()
	v := serveSSH(t, "aloft", t.TempDir(), nil)
	if out := v.aloft(t, "ssh", "ls", "--json"); out != "[]\n" {
		t.Errorf("nobody is there: %s", out)
	}
	k := v.authorize(t)
	began := time.Now().Truncate(time.Second)
	one, two := v.join(t, k, "Recipes"), v.join(t, k, "Recipes", "-b", "127.0.0.2")
	var all []struct{ ID, Fingerprint, Account, From, Since string }
	if err := json.Unmarshal([]byte(v.aloft(t, "ssh", "ls", "--json")), &all); err != nil || len(all) != 2 {
		t.Fatalf("%v: %+v", err, all)
	}
	for i, from := range []string{"127.0.0.1:", "127.0.0.2:"} {
		since, err := time.Parse(time.RFC3339, all[i].Since)
		if all[i].Fingerprint != gossh.FingerprintSHA256(k.signer.PublicKey()) || all[i].Account != "local" || !strings.HasPrefix(all[i].From, from) ||
			err != nil || since.Before(began) || time.Since(since) < 0 {
			t.Errorf("%+v", all[i])
		}
	}
	v.aloft(t, "ssh", "end", all[0].ID)
	if code, screen := one.Ends(t); code != 1 || !strings.Contains(screen, "aloft: the owner has ended the session") {
		t.Errorf("code %d: %s", code, screen)
	}
	if out := v.aloft(t, "ssh", "ls"); strings.Contains(out, all[0].ID) || !strings.Contains(out, all[1].ID) {
		t.Errorf("listed after the end: %s", out)
	}
	two.Types(t, "q")
	two.Ends(t)
	comes(t, "an empty list", func() bool { return v.aloft(t, "ssh", "ls") == "" })
	// Those of a server that was killed are not listed.
	v.join(t, k, "Recipes")
	v.killed = true
	if err := v.cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	comes(t, "an empty list", func() bool { return v.aloft(t, "ssh", "ls") == "" })
}

// A key that is taken out of the file, or may do less, loses its sessions; the others stay.
func TestSSHARemovedKeyLosesItsSessions(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	v := serveSSH(t, "aloft", home, nil)
	file := filepath.Join(home, ".config", "aloft", "authorized_keys")
	stays, goes, changes := v.authorize(t), v.authorize(t), v.authorize(t)
	here, gone, changed := v.join(t, stays, "Recipes"), v.join(t, goes, "Recipes"), v.join(t, changes, "Recipes")
	line := func(k sshKey) string { return string(gossh.MarshalAuthorizedKey(k.signer.PublicKey())) }
	// A line that is too long is left out; the others count.
	lines := "# " + strings.Repeat("x", 100_000) + "\n" + `place="drive:/` + strings.Repeat("x", 100_000) + `" ` + line(goes) + "read-only " + line(changes) + line(stays)
	if err := os.WriteFile(file, []byte(lines), 0o600); err != nil {
		t.Fatal(err)
	}
	if code, screen := gone.Ends(t); code != 1 || !strings.Contains(screen, "aloft: this key cannot log in any more") {
		t.Errorf("code %d: %s", code, screen)
	}
	if code, screen := changed.Ends(t); code != 1 || !strings.Contains(screen, "aloft: the rights of this key have changed: log in again") {
		t.Errorf("code %d: %s", code, screen)
	}
	if out := v.aloft(t, "ssh", "ls"); strings.Count(out, "\n") != 1 {
		t.Errorf("listed: %s", out)
	}
	here.Types(t, "q")
	if code, _ := here.Ends(t); code != 0 {
		t.Errorf("code %d", code)
	}
}

// A client that does not know the size of its terminal sees the screen, too.
func TestSSHDrawsWithoutASize(t *testing.T) {
	t.Parallel()
	v := serveSSH(t, "aloft", t.TempDir(), nil)
	k := v.authorize(t)
	c, err := gossh.Dial("tcp", v.addr, &gossh.ClientConfig{User: "x", Auth: []gossh.AuthMethod{gossh.PublicKeys(k.signer)}, HostKeyCallback: gossh.InsecureIgnoreHostKey()})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	for _, size := range [][2]int{{0, 0}, {0, 120}, {40, 0}} {
		s, err := c.NewSession()
		if err == nil {
			err = s.RequestPty("xterm", size[0], size[1], nil)
		}
		if err != nil {
			t.Fatal(err)
		}
		var drawn lockedBuffer
		s.Stdout = &drawn
		in, err := s.StdinPipe()
		if err == nil {
			err = s.Shell()
		}
		if err != nil {
			t.Fatal(err)
		}
		comes(t, "the screen", func() bool {
			return strings.Contains(drawn.String(), "Start") || strings.Contains(drawn.String(), "Recipes")
		})
		before := len(drawn.String())
		if err := s.WindowChange(0, 0); err != nil {
			t.Fatal(err)
		}
		if _, err := in.Write([]byte("\r")); err != nil {
			t.Fatal(err)
		}
		comes(t, "more of the screen", func() bool { return len(drawn.String()) > before+500 })
		_ = s.Close()
	}
}

// A key sees its places, and changes nothing if it is for reading only.
func TestSSHKeepsToItsRights(t *testing.T) {
	t.Parallel()
	v := serveSSH(t, "aloft", t.TempDir(), nil)
	p := v.join(t, v.authorize(t, "--place=drive:/Documents", "--read-only"), "drive: / › Documents")
	p.Types(t, "h")
	p.Until(t, 10*time.Second, "the way to the place", func(s string) bool { return strings.Contains(s, "Documents/") && !strings.Contains(s, "Recipes") })
	p.Types(t, "\x1b[C")
	p.Until(t, 10*time.Second, "the place", has("› Documents"))
	p.Types(t, "jd")
	p.Until(t, 10*time.Second, "a refusal", has("this key is read-only"))
	p.Types(t, "!")
	p.Until(t, 10*time.Second, "another one", has("no commands can be run here"))
	p.Types(t, "q")
	if code, _ := p.Ends(t); code != 0 {
		t.Errorf("code %d", code)
	}
}

// Whoever connects from one address and says nothing keeps nobody out who comes from another one.
func TestSSHSilentClientsKeepNobodyOut(t *testing.T) {
	t.Parallel()
	v := serveSSH(t, "aloft", t.TempDir(), nil)
	k := v.authorize(t)
	for range 200 {
		c, err := net.Dial("tcp", v.addr)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
	}
	p := v.join(t, k, "Recipes", "-b", "127.0.0.2")
	p.Types(t, "q")
	if code, _ := p.Ends(t); code != 0 {
		t.Errorf("code %d", code)
	}
	comes(t, "the line of the refusal", func() bool { return strings.Contains(v.said(), " refused 127.0.0.1 for a while: ") })
}

// Clients that are killed, hang, or change their size all the time leave nothing, and disturb nobody.
func TestSSHOutlivesItsClients(t *testing.T) {
	t.Parallel()
	v := serveSSH(t, "aloft", t.TempDir(), nil, "--idle=1h")
	k := v.authorize(t)
	stays := v.join(t, k, "Recipes")
	worker := v.processes(t)[1]
	connections := func() (n int) {
		all, err := filepath.Glob("/proc/" + strconv.Itoa(worker) + "/fd/*")
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range all {
			if to, _ := os.Readlink(f); strings.HasPrefix(to, "socket:") {
				n++
			}
		}
		return n
	}
	before := connections()
	for range 3 {
		p := v.join(t, k, "Recipes")
		p.Kill()
	}
	hangs := v.join(t, k, "Recipes")
	hangs.Signal(t, syscall.SIGSTOP)
	stays.Types(t, "G")
	stays.Until(t, 10*time.Second, "the last entry", has("21/21"))
	storms := v.join(t, k, "Recipes")
	for i := range 200 {
		storms.Resize(t, 60+i%80, 20+i%20)
	}
	storms.Resize(t, 90, 25)
	storms.Until(t, 10*time.Second, "the last size", func(s string) bool {
		lines := strings.Split(s, "\n")
		return len(lines) >= 25 && strings.Contains(lines[24], "? help") && strings.Contains(s, "Recipes")
	})
	storms.Types(t, "q")
	storms.Ends(t)
	hangs.Kill()
	comes(t, "the ends of five sessions", func() bool { return strings.Count(v.said(), " logout ") == 5 })
	comes(t, "no connection of theirs", func() bool { return connections() <= before })
	// The worker is killed: its people are told, and the next one gets another.
	if err := (&os.Process{Pid: worker}).Kill(); err != nil {
		t.Fatal(err)
	}
	if code, _ := stays.Ends(t); code == 0 {
		t.Error("the end of a killed screen is an error")
	}
	again := v.join(t, k, "Recipes")
	if now := v.processes(t)[1]; now == worker {
		t.Error("the worker lives")
	}
	again.Types(t, "q")
	again.Ends(t)
}
