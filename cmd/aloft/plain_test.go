//go:build unix

package main

import (
	"os"
	"path/filepath"
	"testing"

	"aloft/cmd/aloft/console"
)

// The linear screen goes on below the shell's lines, which stay, by the flag and by the setting.
func TestThePlainScreen(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	for _, args := range [][]string{{"--fresh", "--plain"}, {"--fresh"}} {
		p := startAt(t, home, nil, args...)
		if len(args) > 1 { // a new account is welcomed
			p.sees(t, "Esc back")
			p.press(t, "\x1b", "")
		}
		p.sees(t, "1 of 21") // j before the list is there moves nothing
		p.press(t, "j", "2 of 21")
		p.press(t, "\x1b[B", "3 of 21")
		p.sees(t, "1 drive: /")
		p.press(t, "q", "")
		if code, out := p.Ends(t); code != console.ExitDone {
			t.Errorf("code %d: %s", code, out)
		}
		p.sees(t, "3 of 21") // after the end
		file := filepath.Join(home, ".config/aloft/config.toml")
		config, _ := os.ReadFile(file)
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, append(config, "\n[ui]\nplain = true\n"...), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}
