//go:build unix

package main

import (
	"testing"

	"aloft/cmd/aloft/console"
	"aloft/ui/uitest/program"
)

// Ctrl-C and Ctrl-\ in an editor that leaves the terminal in line mode are the
// editor's: neither the screen nor the command that waits for it ends.
func TestTheEditorHasTheTerminalsKeys(t *testing.T) {
	const editor = `EDITOR=f() { trap "echo again" INT; trap "echo more" QUIT; echo begun
		while [ "$line" != end ] && kill -0 $PPID; do read line; done; echo "# edited" >"$1"; }; f`
	edits := func(t *testing.T, s *program.Program) {
		s.Shows(t, "begun")
		s.Types(t, "\x03\n") // the line wakes a shell that has just started reading
		s.Shows(t, "again")
		s.Types(t, "\x1c\n")
		s.Shows(t, "more")
		s.Types(t, "end\n")
	}
	t.Run("config edit", func(t *testing.T) {
		s := beginAs(t, t.TempDir(), "aloft", []string{editor}, "config", "edit")
		edits(t, s)
		if code, out := s.Ends(t); code != console.ExitDone {
			t.Errorf("code %d: %q", code, out)
		}
	})
	t.Run("screen", func(t *testing.T) {
		s := beginAs(t, t.TempDir(), "aloft", []string{editor}, "docs:/")
		s.Shows(t, "Esc back")
		s.Types(t, "\r") // closes the welcome
		s.Shows(t, "1/20")
		s.Types(t, "G\x1bOS") // F4
		s.Shows(t, "Insert Markdown")
		s.Types(t, "\x13")
		edits(t, s)
		s.Shows(t, "edited") // the plan of the insert
	})
}
