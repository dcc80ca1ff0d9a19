package receive

import (
	"context"
	"errors"
	"net"
	"net/http"
	"strings"
	"testing"

	"aloft/client"
)

func TestListenBoth(t *testing.T) {
	r := newRig(t).listen()
	if !strings.HasPrefix(r.l.Addr(), "127.0.0.1:") || r.l.Port() == 0 {
		t.Errorf("%s, %d", r.l.Addr(), r.l.Port())
	}
	_, port, err := net.SplitHostPort(r.l.Addr())
	if err != nil {
		t.Fatal(err)
	}
	want := 1
	if l, err := net.Listen("tcp6", "[::1]:0"); err == nil {
		l.Close()
		want = 2
	}
	if len(r.l.ls) != want {
		t.Fatalf("%d sockets, want %d", len(r.l.ls), want)
	}
	hosts := []string{"127.0.0.1", "::1"}[:want]
	for _, host := range hosts {
		q, err := http.NewRequestWithContext(t.Context(), "POST", "http://"+net.JoinHostPort(host, port)+"/hook", strings.NewReader(good))
		if err != nil {
			t.Fatal(err)
		}
		q.Header.Set("X-Webhook-Token", testToken)
		a, err := http.DefaultTransport.RoundTrip(q)
		if err != nil {
			t.Fatal(err)
		}
		a.Body.Close()
		if a.StatusCode != 200 {
			t.Errorf("%s: %s", host, a.Status)
		}
	}
	taken, _ := r.got()
	for i, host := range hosts {
		if taken[i].Remote != host {
			t.Errorf("from %q, want %q", taken[i].Remote, host)
		}
	}
}

func TestListenTaken(t *testing.T) {
	for _, address := range []string{"127.0.0.1:0", "[::1]:0"} {
		// A port of one family only may be another program's in the other one.
		for try := 0; !takenAndFree(t, address); try++ {
			if try == 20 {
				t.Fatalf("%s: never was free after it was given back", address)
			}
		}
	}
}

// takenAndFree reports whether a port that was taken is free again in both families.
func takenAndFree(t *testing.T, address string) bool {
	other, err := net.Listen("tcp", address)
	if err != nil {
		t.Logf("the machine has no %s", address)
		return true
	}
	port := other.Addr().(*net.TCPAddr).Port
	l, err := Listen(t.Context(), "", port)
	if l != nil || !errors.Is(err, ErrTaken) || !client.Is(err, client.KindConflict) {
		t.Fatalf("%s: %v, %v", address, l, err)
	}
	if s := err.Error(); !strings.Contains(s, "is in use by another program") || !strings.Contains(s, "webhook.port") {
		t.Errorf("%s", s)
	}
	other.Close()
	if l, err = Listen(t.Context(), "localhost", port); errors.Is(err, ErrTaken) {
		return false
	}
	if err != nil {
		t.Fatalf("%s: after it was given back: %v", address, err)
	}
	if err := l.Close(t.Context()); err != nil {
		t.Error(err)
	}
	return true
}

func TestListenOne(t *testing.T) {
	l, err := Listen(t.Context(), "127.0.0.2", client.AnyPort)
	if err != nil {
		t.Fatal(err)
	}
	if len(l.ls) != 1 || !strings.HasPrefix(l.Addr(), "127.0.0.2:") {
		t.Errorf("%d at %s", len(l.ls), l.Addr())
	}
	if err := l.Close(t.Context()); err != nil {
		t.Error(err)
	}
	if err := l.Serve(http.NotFoundHandler()); err != nil {
		t.Errorf("serving what is closed: %v", err)
	}
}

func TestListenRefused(t *testing.T) {
	for _, c := range []struct {
		address string
		port    int
		want    string
	}{
		{"example.org", 9111, `"example.org" is not an address → set webhook.address in config.toml to an IP address`},
		{"", 65536, "65536 is not a port"},
		{"", -2, "-2 is not a port"},
		{"192.0.2.1", 9111, "192.0.2.1 is not an address of this machine"},
	} {
		l, err := Listen(t.Context(), c.address, c.port)
		if l != nil || err == nil || !strings.HasPrefix(err.Error(), c.want) || errors.Is(err, ErrTaken) {
			t.Errorf("%s %d: %v, want %s", c.address, c.port, err, c.want)
		}
	}
}

// When one socket fails the other one is closed too, and the error is returned.
func TestListenDies(t *testing.T) {
	l, err := Listen(t.Context(), "", client.AnyPort)
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan error, 1)
	go func() { done <- l.Serve(http.NotFoundHandler()) }()
	l.ls[0].Close()
	if err := <-done; err == nil || !strings.Contains(err.Error(), "cannot listen on") {
		t.Errorf("%v", err)
	}
	if c, err := net.Dial("tcp", l.ls[len(l.ls)-1].Addr().String()); err == nil {
		c.Close()
		t.Error("the other half still listens")
	}
	if err := l.Close(context.Background()); err != nil {
		t.Error(err)
	}
}

func TestLoopback(t *testing.T) {
	for _, a := range []string{"", "localhost", "LOCALHOST.", "127.0.0.1", "127.8.8.8", "::1", "[::1]", "::ffff:127.0.0.1"} {
		if !Loopback(a) {
			t.Errorf("%q is this machine", a)
		}
	}
	for _, a := range []string{"0.0.0.0", "::", "192.168.0.1", "localhost.example", "127.0.0.1.example", "127.1", "x", "fe80::1"} {
		if Loopback(a) {
			t.Errorf("%q is not this machine alone", a)
		}
	}
}

// When one of its sockets fails it ends as a whole, open connections included.
func TestBrokenSocket(t *testing.T) {
	r := newRig(t)
	var err error
	if r.l, err = Listen(t.Context(), "", client.AnyPort); err != nil {
		t.Fatal(err)
	}
	done := make(chan error, 1)
	go func() { done <- r.l.Serve(New(r.o)) }()
	c := r.dial().say(post("/hook", `{"session_key":"tui:a","prompt":"p"}`, auth))
	if a, _ := c.answer("POST"); a.StatusCode != 200 {
		t.Fatal(a.Status)
	}
	if err := r.l.ls[0].Close(); err != nil {
		t.Fatal(err)
	}
	c.ended()
	if err := <-done; err == nil {
		t.Error("it says nothing of what has failed")
	}
}
