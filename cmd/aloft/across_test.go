package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"aloft/cmd/aloft/console"
)

// What cannot be moved from one account or service to another is said in one sentence, and
// before that no credential is asked for: nothing can have been sent. The rest gets as far as that.
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
	const copied = " cannot be moved to %s → aloft cp copies it"
	targets := []string{"drive:/", "home/drive:/", "docs:/", "home/docs:/", "space:S", "home/space:S", "disk:" + home + "/to"}
	// What is said about each target, "" = it can go there.
	for _, c := range []struct {
		command, from string
		says          [7]string
	}{
		{"mv", "drive:/a", [7]string{"", copied, copied, copied, copied, copied, copied}},
		{"mv", "docs:/a", [7]string{copied, copied, "", copied, "", copied, copied}},
		{"mv", "space:S/a", [7]string{copied, copied, "", copied, "", copied, copied}},
		{"mv", "disk:" + entry, [7]string{copied, copied, copied, copied, copied, copied, ""}},
		{"cp", "drive:/a", [7]string{}},
		{"cp", "docs:/a", [7]string{}},
		{"cp", "space:S/a", [7]string{}},
		{"cp", "disk:" + entry, [7]string{}},
	} {
		for i, to := range targets {
			_ = os.Remove(asked)
			code, out := runIn(t, home, c.command, "--dry-run", c.from, to)
			_, err := os.Stat(asked)
			root, _, _ := strings.Cut(to, ":")
			if root += ":"; !strings.HasSuffix(root, "space:") {
				root += "/"
			}
			says := strings.ReplaceAll(c.says[i], "%s", root)
			local := strings.HasPrefix(c.from, "disk:") && strings.HasPrefix(to, "disk:")
			switch {
			case says == "" && !local && os.IsNotExist(err):
				t.Errorf("%s %s %s does not get as far as the credential: %s", c.command, c.from, to, out)
			case says != "" && (err == nil || code != console.ExitFailed || strings.Count(out, "\n") != 1 || !strings.Contains(out, says)):
				t.Errorf("%s %s %s: exit %d, asked: %v, not %q: %s", c.command, c.from, to, code, err == nil, says, out)
			}
		}
	}
}
