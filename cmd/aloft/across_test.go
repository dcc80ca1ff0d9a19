//go:build unix

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Everything can be copied and moved from any account or service to any other one: each pair
// gets as far as its credential.
func TestWhatCanGoBetweenAccountsAndServices(t *testing.T) {
	t.Parallel()
	home, asked := t.TempDir(), filepath.Join(t.TempDir(), "asked")
	config := "account = \"work\"\n"
	for _, name := range []string{"work", "home"} {
		for service, address := range map[string]string{"drive": "base_url", "docs": "endpoint"} {
			config += fmt.Sprintf("[accounts.%s.%s]\n%s = \"http://127.0.0.1:1/mcp\"\ncredential_command = [\"sh\", \"-c\", \": >%s; exit 1\"]\n", name, service, address, asked)
		}
	}
	file := filepath.Join(home, ".config", "aloft", "config.toml")
	if err := os.MkdirAll(filepath.Join(home, "to"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(config), 0o600); err != nil {
		t.Fatal(err)
	}
	entry := filepath.Join(home, "a.md")
	if err := os.WriteFile(entry, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	targets := []string{"drive:/", "home/drive:/", "docs:/", "home/docs:/", "space:S", "home/space:S", "disk:" + home + "/to"}
	for i, from := range []string{"drive:/a", "docs:/a", "space:S/a", "disk:" + entry} {
		for n, to := range targets {
			_ = os.Remove(asked)
			command := []string{"mv", "cp"}[(i+n)%2] // both choose the same route
			_, out := runIn(t, home, command, "--dry-run", from, to)
			_, err := os.Stat(asked)
			local := strings.HasPrefix(from, "disk:") && strings.HasPrefix(to, "disk:")
			if !local && os.IsNotExist(err) {
				t.Errorf("%s %s %s does not get as far as the credential: %s", command, from, to, out)
			}
		}
	}
}
