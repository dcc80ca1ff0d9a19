package webhook

import (
	"fmt"
	"net"
	"net/netip"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"aloft/client"
	"aloft/client/webhook/receive"
	"aloft/client/webhook/store"
	"aloft/model"
)

// mine and theirs are the owner of every taken port.
func mine(string, int) (int, bool)   { return 0, false }
func theirs(string, int) (int, bool) { return 1001, true }

// at checks that it listens on a port instead of the configured one, 0 = as
// configured.
func (r *rig) at(port, instead int) model.HookStatus {
	r.t.Helper()
	until(r.t, "it listens", func() bool { return r.Status().State == model.HookUp })
	s := r.Status()
	url := fmt.Sprintf("http://127.0.0.1:%d/hook", port)
	if s.URL != url || s.Lines != url || s.Instead != instead {
		r.t.Errorf("not on %d for %d: %+v", port, instead, s)
	}
	return s
}

// moved waits until it listens on another port than configured, and returns it.
func (r *rig) moved(configured int) int {
	r.t.Helper()
	until(r.t, "it listens", func() bool { return r.Status().State == model.HookUp })
	a, err := netip.ParseAddrPort(r.Status().Address)
	port := int(a.Port())
	if err != nil || port < minFree || port > maxFree {
		r.t.Fatalf("%v: %+v", err, r.Status())
	}
	s := r.at(port, configured)
	if !strings.Contains(s.Why.String(), fmt.Sprintf("port %d belongs to another user (uid ", configured)) || !strings.Contains(s.Why.String(), strconv.Itoa(port)) {
		r.t.Errorf("it says %q", s.Why)
	}
	r.wait(r.accepted(body{"session_key": "tui:x", "prompt": "x"}), model.DeliveryDone)
	return port
}

// A port of another user is left to that user, and the one that is taken instead is
// kept: also when the configured one is free again.
func TestPortOfAnotherUser(t *testing.T) {
	port, l := freePort(t)
	r := serve(t, func(o *Options) { o.Settings.Enabled, o.Settings.Port, o.Foreign = true, port, theirs })
	now := r.moved(port)
	if h, alive, err := store.Owner(filepath.Join(r.o.State, folder)); err != nil || !alive || h.Instead != port || h.Why.String() == "" {
		t.Errorf("others are told %+v, %v, %v", h, alive, err)
	}
	follower := New(r.o)
	defer func() { _ = follower.Close(t.Context()) }()
	until(t, "another", func() bool { return follower.Status().State == model.HookOther })
	if s := follower.Status(); s.Instead != port || s.Lines != r.Status().URL {
		t.Errorf("a follower has %+v", s)
	}
	_ = follower.Close(t.Context())
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	r.again()
	if s := r.at(now, port); s.Why.String() != "" {
		t.Errorf("it is no news: %q", s.Why)
	}
	if err := r.Stop(t.Context()); err != nil {
		t.Fatal(err)
	}
	// What is copied while nothing listens works later.
	if s := r.Status(); s.URL != "" || s.Instead != 0 || s.Lines != fmt.Sprintf("http://127.0.0.1:%d/hook", now) {
		t.Errorf("the status is %+v", s)
	}
	if p, instead := Port(r.o.State, r.o.Settings); p != now || instead != port {
		t.Errorf("it would listen on %d for %d", p, instead)
	}

	// Another configured port counts; the kept one belongs to the first.
	other, l2 := freePort(t)
	l2.Close()
	set := r.o.Settings
	set.Port = other
	r.Reload(set)
	if err := r.Start(t.Context(), 0); err != nil {
		t.Fatal(err)
	}
	r.at(other, 0)

	// So does a port that a person asks for.
	r.end()
	r.o.Settings.Exact = true
	r.begin()
	r.at(port, 0)
}

// The port that was kept may be in use at a later start.
func TestKeptPortTaken(t *testing.T) {
	port, l := freePort(t)
	defer l.Close()
	r := serve(t, func(o *Options) { o.Settings.Enabled, o.Settings.Port, o.Foreign = true, port, theirs })
	now := r.moved(port)
	r.end()
	other, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", now))
	if err != nil {
		t.Fatal(err)
	}
	defer other.Close()
	r.o.Foreign = mine
	r.begin()
	until(t, "taken", func() bool { return r.Status().State == model.HookTaken })
	if s := r.Status(); !strings.Contains(s.Why.String(), strconv.Itoa(now)) || s.Instead != 0 {
		t.Errorf("the status is %+v", s)
	}
	r.end()
	r.o.Foreign = theirs
	r.begin()
	until(t, "up", func() bool { return r.Status().State == model.HookUp })
	s := r.Status()
	if p, instead := Port(r.o.State, r.o.Settings); p == now || p == port || instead != port || s.URL != URL(r.o.Settings, p) ||
		!strings.Contains(s.Why.String(), fmt.Sprintf("port %d belongs to another user", now)) {
		t.Errorf("it is on %d for %d: %+v", p, instead, s)
	}
}

// A requested port is that one or none, whoever has it.
func TestExactPortOfAnotherUser(t *testing.T) {
	port, l := freePort(t)
	defer l.Close()
	r := serve(t, func(o *Options) { o.Settings.Port, o.Settings.Exact, o.Foreign = port, true, theirs })
	for _, err := range []error{r.Start(t.Context(), 0), r.Start(t.Context(), port)} {
		if !client.Is(err, client.KindConflict) || r.Status().State != model.HookTaken {
			t.Errorf("%v, %+v", err, r.Status())
		}
	}
}

// A damaged port file counts as none.
func TestKeptPortSpoilt(t *testing.T) {
	for content, want := range map[string]int{
		`{"configured": 9111, "port": 23456}`: 23456, `{"configured": 9112, "port": 23456}`: 9111, `{"configured": 9111, "port": 65536}`: 9111,
		`{"configured": 9111, "port": 0}`: 9111, `{"configured": 9111, "port": "x"}`: 9111, `{"configured": 9111, "port": 23456`: 9111, "": 9111, "\x00": 9111,
	} {
		state := t.TempDir()
		if err := os.Mkdir(filepath.Join(state, folder), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(state, folder, portName), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		for _, configured := range []int{0, -3, receive.DefaultPort} {
			if got, _ := Port(state, Settings{Port: configured}); got != want {
				t.Errorf("%q: %d, not %d", content, got, want)
			}
		}
	}
}
