//go:build unix

package main

import (
	"errors"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"testing"
)

// freePort is a port that nobody listens on now.
func freePort(tb testing.TB) int {
	tb.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		tb.Fatal(err)
	}
	defer l.Close()
	return l.Addr().(*net.TCPAddr).Port
}

// ownPort gives a home a receiver's port of its own, so that screens of several
// tests do not collide on the default one. An existing configuration stays.
func ownPort(tb testing.TB, home string) {
	tb.Helper()
	file := filepath.Join(home, ".config", "aloft", "config.toml")
	if _, err := os.Stat(file); !errors.Is(err, fs.ErrNotExist) {
		return
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		tb.Fatal(err)
	}
	if err := os.WriteFile(file, []byte("[webhook]\nport = "+strconv.Itoa(freePort(tb))+"\n"), 0o600); err != nil {
		tb.Fatal(err)
	}
}
