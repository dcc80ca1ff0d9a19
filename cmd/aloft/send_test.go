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

// Another process does on the screen what a key would do.
func TestSend(t *testing.T) {
	t.Parallel()
	home, left, right := t.TempDir(), t.TempDir(), t.TempDir()
	if err := os.WriteFile(filepath.Join(left, "notes.txt"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	send := func(want int, says string, args ...string) {
		t.Helper()
		code, out := runIn(t, home, append([]string{"send"}, args...)...)
		if code != want || !strings.Contains(out, says) || says == "" && out != "" {
			t.Errorf("%q: exit %d, %q; want %d, %q", args, code, out, want, says)
		}
	}
	send(console.ExitNotFound, "no aloft is open", "global.refresh")
	p := personAt(t, home, "false", left, right)
	p.sees(t, "1/1")
	send(console.ExitDone, "", "pane.select-all")
	p.sees(t, "sel 1")
	send(console.ExitFailed, `there is no action "pane.nothing"`, "pane.nothing")
	send(console.ExitFailed, "jobs.pause-all does nothing in the focused area (pane)", "jobs.pause-all")
	send(console.ExitFailed, "there is no folder to go back to", "pane.history-back")
	send(console.ExitUsage, "there is no action", "global.refresh\nglobal.quit")
	p.press(t, "?", "Esc back ─")
	send(console.ExitFailed, "a dialog or a text field is open", "pane.down")
	p.Types(t, "\x1b")
	p.Until(t, 20*time.Second, "no question", func(s string) bool { return !strings.Contains(s, "Esc back ─") })
	second := begin(t, home, left, right)
	second.Shows(t, "notes.txt")
	send(console.ExitUsage, "several alofts are open", "global.quit")
	second.Kill()
	send(console.ExitDone, "", "global.quit")
	if code, said := p.Ends(t); code != console.ExitDone {
		t.Errorf("exit %d: %s", code, said)
	}
	send(console.ExitNotFound, "no aloft is open", "global.quit")
}
