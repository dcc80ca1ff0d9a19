//go:build unix

package main

import (
	"bytes"
	"fmt"
	"net"
	"strings"
	"testing"
	"time"
)

// The receiver is reached from this machine alone, by both families.
func TestHookAddress(t *testing.T) {
	t.Parallel()
	dir := makeHookDir(t, hookSetup{projects: []string{"site"}})
	at, _ := serveHook(t, dir, hookConf(dir), false)
	host, port, err := net.SplitHostPort(at.addr)
	if err != nil || host != "127.0.0.1" {
		t.Fatalf("listens at %q (%v)", at.addr, err)
	}
	own, err := net.InterfaceAddrs()
	if err != nil {
		t.Fatal(err)
	}
	for _, a := range own {
		ip, _, err := net.ParseCIDR(a.String())
		if err != nil || ip.IsLinkLocalUnicast() {
			continue
		}
		addr := net.JoinHostPort(ip.String(), port)
		c, err := net.DialTimeout("tcp", addr, hookPatience)
		if err == nil {
			_ = c.Close()
		}
		if !ip.IsLoopback() {
			if err == nil {
				t.Errorf("it can be reached at %s", addr)
			}
			continue
		}
		w := &hookWire{hookAt: at, patience: hookPatience}
		w.addr = addr
		w.accepted(ask{body: goodBody}, "webhook")
		for _, f := range w.faults {
			t.Errorf("%s: %s", addr, f)
		}
	}
}

// What a receiver must not start with is reported before it listens.
func TestHookRefusesToStart(t *testing.T) {
	t.Parallel()
	for _, args := range [][]string{
		{"--path", "/a{b"}, {"--path", "/a}b"}, {"--path", "/a b"}, {"--path", "/a?b"}, {"--path", "/a#b"}, {"--path", "/a//b"}, {"--path", "a//"},
		{"--address", "0.0.0.0", "--open"}, {"--address", "::", "--open"}, {"--address", "10.0.0.1", "--open"}, {"--port", "70000"}, {"--address", "no address"},
	} {
		dir := makeHookDir(t, hookSetup{})
		full := append([]string{"hook", "serve"}, args...)
		if args[0] != "--port" {
			full = append(full, "--any-port")
		}
		c := aloftIn(dir, full...)
		var out, says bytes.Buffer
		c.Stdout, c.Stderr = &out, &says
		if err := c.Start(); err != nil {
			t.Fatal(err)
		}
		late := time.AfterFunc(hookPatience, func() { _ = c.Process.Kill() })
		err := c.Wait()
		if !late.Stop() || err == nil || out.Len() > 0 || says.Len() == 0 {
			t.Errorf("%q: %v, printed %q, said %q", args, err, out.String(), says.String())
		}
	}
}

// Paths are normalised: a leading slash is added and trailing ones are removed,
// except for "/" alone.
func TestHookPaths(t *testing.T) {
	t.Parallel()
	for given, path := range map[string]string{"deep/hook/": "/deep/hook", "/": "/", "x": "/x"} {
		dir := makeHookDir(t, hookSetup{projects: []string{"site"}})
		at, _ := serveHook(t, dir, strings.Replace(hookConf(dir), "[webhook]\n", fmt.Sprintf("[webhook]\npath = %q\n", given), 1), false)
		at.path = path
		w := &hookWire{hookAt: at, patience: hookPatience}
		w.accepted(ask{body: goodBody}, "webhook")
		w.refused(ask{body: goodBody, target: "/elsewhere"}, 404, "")
		for _, f := range w.faults {
			t.Errorf("%q: %s", given, f)
		}
	}
}
