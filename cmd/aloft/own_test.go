//go:build unix

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"aloft/cmd/aloft/console"
)

// The person's own commands get what is selected, in the environment and as input.
func TestOwnCommands(t *testing.T) {
	t.Parallel()
	home, left, right := t.TempDir(), t.TempDir(), t.TempDir()
	for _, name := range []string{"a b.txt", "c.txt"} {
		if err := os.WriteFile(filepath.Join(left, name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	folder := filepath.Join(home, ".config", "aloft")
	if err := os.MkdirAll(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "keys.toml"), []byte(`
[command.all]
run = 'printf "%s|" "$ALOFT_PLACE" "$ALOFT_PLACES" "$ALOFT_FOLDER" "$ALOFT_OTHER" >"$ALOFT_OTHER/all"; tr "\000" ";" >>"$ALOFT_OTHER/all"'
keys = "g 1"
input = true

[command.shown]
run = "echo I have the terminal"
keys = "g 2"
how = "wait"

[command.quiet]
run = 'mkdir "$ALOFT_FOLDER/made"'
keys = "g 3"
how = "background"

[command.wrong]
run = "echo it is broken >&2; exit 3"
keys = "g 4"
how = "background"
`), 0o600); err != nil {
		t.Fatal(err)
	}
	p := personAt(t, home, "false", left, right)
	p.sees(t, "1/2")
	p.Types(t, "  g1")
	var got []byte
	p.Until(t, 20*time.Second, "the command has ended", func(string) bool {
		got, _ = os.ReadFile(filepath.Join(right, "all"))
		return strings.HasSuffix(string(got), "c.txt;")
	})
	a, c := filepath.Join(left, "a b.txt"), filepath.Join(left, "c.txt")
	if want := a + "|" + a + "\n" + c + "|" + left + "|" + right + "|" + a + ";" + c + ";"; string(got) != want {
		t.Errorf("%q, want %q", got, want)
	}
	p.sees(t, "all ") // the other pane is listed again
	p.Types(t, "g2")
	p.sees(t, "I have the terminal")
	p.sees(t, "Enter goes back to aloft.")
	p.Types(t, "\r")
	p.sees(t, "sel 2")
	p.Types(t, "g3")
	p.sees(t, "made/")
	p.Types(t, "g4")
	p.sees(t, "the command failed: it is broken")
	p.Types(t, "q")
	if code, said := p.Ends(t); code != console.ExitDone {
		t.Errorf("exit %d: %s", code, said)
	}
}
