package receive

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"io"
	"io/fs"
	"math/big"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"aloft/client"
)

// served serves a receiver and returns its listener.
func served(t *testing.T, o Options, ways ...func(*Listener) error) *Listener {
	t.Helper()
	l, err := Listen(t.Context(), "", client.AnyPort)
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range ways {
		if err := w(l); err != nil {
			t.Fatal(err)
		}
	}
	o.Path, o.Token, o.Projects = "/hook", func() string { return testToken }, func() []string { return []string{"site"} }
	o.Accept = func(context.Context, Request) (string, error) { return "d1", nil }
	go func() { _ = l.Serve(New(o)) }()
	t.Cleanup(func() { _ = l.Close(context.Background()) })
	return l
}

func ask(t *testing.T, c *http.Client, method, url, body string) (int, string) {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+testToken)
	res, err := c.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	b, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res.StatusCode, string(b)
}

func TestSocketFile(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "hook.sock")
	// One that a killed receiver has left is replaced.
	old, err := net.Listen("unix", path)
	if err != nil {
		t.Fatal(err)
	}
	old.(*net.UnixListener).SetUnlinkOnClose(false)
	_ = old.Close()
	var from string
	l := served(t, Options{Refused: func(r Refusal) { from = r.Remote }}, func(l *Listener) error { return l.Unix(path) })
	st, err := os.Lstat(path)
	if err != nil || st.Mode().Perm() != 0o600 || st.Mode()&fs.ModeSocket == 0 {
		t.Fatalf("%v, %v", st, err)
	}
	c := &http.Client{Transport: &http.Transport{DialContext: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return (&net.Dialer{}).DialContext(ctx, "unix", path)
	}}}
	if status, words := ask(t, c, "POST", "http://localhost/hook", good); status != 200 || !strings.Contains(words, "accepted") {
		t.Errorf("%d %s", status, words)
	}
	if status, _ := ask(t, c, "POST", "http://localhost/other", good); status != 404 || from != "unix" {
		t.Errorf("%d from %q", status, from)
	}
	// It cannot be taken over while it is served.
	other := &Listener{}
	if err := other.Unix(path); err == nil || !strings.Contains(err.Error(), "another program listens there") {
		t.Errorf("taken over: %v", err)
	}
	c.CloseIdleConnections()
	if err := l.Close(t.Context()); err != nil {
		t.Error(err)
	}
	if _, err := os.Lstat(path); err == nil {
		t.Error("the socket file is left")
	}
	if left, _ := os.ReadDir(dir); len(left) != 0 {
		t.Errorf("left: %v", left)
	}
	if err := os.WriteFile(path, []byte("text"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := other.Unix(path); err == nil {
		t.Error("a file was replaced by the socket")
	}
	if err := other.Unix(filepath.Join(dir, strings.Repeat("x", 200))); err == nil {
		t.Error("a path that is too long was taken")
	}
	if left, _ := os.ReadDir(dir); len(left) != 1 {
		t.Errorf("left: %v", left)
	}
}

// certificateOf writes a certificate for a name with its key.
func certificateOf(t *testing.T, dir, name string) (cert, key string) {
	t.Helper()
	k, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	c := &x509.Certificate{SerialNumber: big.NewInt(time.Now().UnixNano()), Subject: pkix.Name{CommonName: name}, DNSNames: []string{name},
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour), KeyUsage: x509.KeyUsageDigitalSignature, ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth}}
	der, err := x509.CreateCertificate(rand.Reader, c, c, &k.PublicKey, k)
	if err != nil {
		t.Fatal(err)
	}
	raw, err := x509.MarshalPKCS8PrivateKey(k)
	if err != nil {
		t.Fatal(err)
	}
	cert, key = filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
	for file, b := range map[string]*pem.Block{cert: {Type: "CERTIFICATE", Bytes: der}, key: {Type: "PRIVATE KEY", Bytes: raw}} {
		if err := os.WriteFile(file, pem.EncodeToMemory(b), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return cert, key
}

func TestTLS(t *testing.T) {
	dir := t.TempDir()
	cert, key := certificateOf(t, dir, "hooks.example")
	path := filepath.Join(dir, "s")
	l := served(t, Options{}, func(l *Listener) error { return l.TLS(cert, key) }, func(l *Listener) error { return l.Unix(path) })
	named := func() string {
		c, err := tls.Dial("tcp", l.Addr(), &tls.Config{InsecureSkipVerify: true})
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		return c.ConnectionState().PeerCertificates[0].Subject.CommonName
	}
	if got := named(); got != "hooks.example" || !l.Secure() {
		t.Errorf("the certificate is of %s", got)
	}
	c := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}}
	if status, words := ask(t, c, "POST", "https://"+l.Addr()+"/hook", good); status != 200 {
		t.Errorf("%d %s", status, words)
	}
	if status, _ := ask(t, http.DefaultClient, "POST", "http://"+l.Addr()+"/hook", good); status != 400 {
		t.Errorf("without TLS: %d", status)
	}
	// A renewed certificate counts without a restart.
	certificateOf(t, dir, "renewed.example")
	later := time.Now().Add(time.Minute)
	for _, f := range []string{cert, key} {
		if err := os.Chtimes(f, later, later); err != nil {
			t.Fatal(err)
		}
	}
	if got := named(); got != "renewed.example" {
		t.Errorf("the certificate is still of %s", got)
	}
	if err := (&Listener{}).TLS(cert, cert); err == nil {
		t.Error("a certificate was taken as its key")
	}
}

func TestGiven(t *testing.T) {
	tcp, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	unix, err := net.Listen("unix", filepath.Join(t.TempDir(), "s"))
	if err != nil {
		t.Fatal(err)
	}
	ft, err := tcp.(*net.TCPListener).File()
	if err != nil {
		t.Fatal(err)
	}
	fu, err := unix.(*net.UnixListener).File()
	if err != nil {
		t.Fatal(err)
	}
	for range 2 { // it can listen again
		l, err := Given([]*os.File{fu, ft})
		if err != nil {
			t.Fatal(err)
		}
		if l.Addr() != tcp.Addr().String() || l.Port() == 0 {
			t.Errorf("it listens on %s", l.Addr())
		}
		_ = l.Close(t.Context())
	}
	if _, err := Given([]*os.File{fu}); err == nil {
		t.Error("a receiver without TCP was taken")
	}
	env := func(pid int, n string) func(string) string {
		return func(name string) string {
			return map[string]string{"LISTEN_FDS": n, "LISTEN_PID": strconv.Itoa(pid)}[name]
		}
	}
	if len(GivenFiles(env(os.Getpid()+1, "1"))) > 0 || len(GivenFiles(env(os.Getpid(), "0"))) > 0 || len(GivenFiles(env(os.Getpid(), "x"))) > 0 {
		t.Error("sockets of somebody else were taken")
	}
}

func TestHealth(t *testing.T) {
	paused := false
	l := served(t, Options{Paused: func() bool { return paused }, Health: func() []Gauge {
		return []Gauge{{Name: "aloft_hook_live", Help: "Live.", Value: 3}, {Name: "aloft_hook_deliveries_total", Help: "All.", Value: 12, Counter: true}}
	}})
	at := "http://" + l.Addr()
	if status, words := ask(t, http.DefaultClient, "GET", at+"/healthz", ""); status != 200 || words != "ok\n" {
		t.Errorf("%d %s", status, words)
	}
	_, _ = ask(t, http.DefaultClient, "POST", at+"/hook", good)
	_, _ = ask(t, http.DefaultClient, "POST", at+"/nothing", good)
	status, words := ask(t, http.DefaultClient, "GET", at+"/metrics", "")
	for _, want := range []string{"# TYPE aloft_hook_live gauge\naloft_hook_live 3\n", "# TYPE aloft_hook_deliveries_total counter\naloft_hook_deliveries_total 12\n",
		`aloft_hook_requests_total{code="200"} 2` + "\n", `aloft_hook_requests_total{code="404"} 1` + "\n"} {
		if status != 200 || !strings.Contains(words, want) {
			t.Errorf("%d, no %q in %s", status, want, words)
		}
	}
	paused = true
	if status, _ := ask(t, http.DefaultClient, "GET", at+"/healthz", ""); status != 503 {
		t.Errorf("while paused: %d", status)
	}
	if status, _ := ask(t, http.DefaultClient, "POST", at+"/healthz", ""); status != 404 {
		t.Errorf("POST: %d", status)
	}
	off := served(t, Options{})
	if status, _ := ask(t, http.DefaultClient, "GET", "http://"+off.Addr()+"/healthz", ""); status != 404 {
		t.Errorf("switched off: %d", status)
	}
	// Other machines get none.
	far, err := http.NewRequestWithContext(t.Context(), "GET", "/healthz", nil)
	if err != nil {
		t.Fatal(err)
	}
	if far.RemoteAddr = "192.0.2.1:5"; here(far) {
		t.Error("another machine counts as this one")
	}
}
