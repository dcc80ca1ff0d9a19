package receive

import (
	"context"
	"io"
	"io/fs"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"

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

func TestHealth(t *testing.T) {
	paused := false
	l := served(t, Options{Paused: func() bool { return paused }, Health: true})
	at := "http://" + l.Addr()
	if status, words := ask(t, http.DefaultClient, "GET", at+"/healthz", ""); status != 200 || words != "ok\n" {
		t.Errorf("%d %s", status, words)
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
