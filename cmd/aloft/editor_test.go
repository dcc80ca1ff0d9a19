package main

import (
	"testing"

	"aloft/cmd/aloft/console"
)

// Ctrl-C and Ctrl-\ in an editor that leaves the terminal in line mode are the
// editor's: neither the screen nor the command that waits for it ends.
func TestTheEditorHasTheTerminalsKeys(t *testing.T) {
	const editor = `EDITOR=f() { trap "echo again" INT; trap "echo more" QUIT; echo begun
		while [ "$line" != end ] && kill -0 $PPID; do read line; done; echo "# edited" >"$1"; }; f`
	edits := func(s *terminal) {
		s.shows("begun")
		s.types("\x03\n") // the line wakes a shell that has just started reading
		s.shows("again")
		s.types("\x1c\n")
		s.shows("more")
		s.types("end\n")
	}
	t.Run("config edit", func(t *testing.T) {
		s := beginAs(t, t.TempDir(), "aloft", []string{editor}, "config", "edit")
		edits(s)
		if code, out := s.ends(); code != console.ExitDone {
			t.Errorf("code %d: %q", code, out)
		}
	})
	t.Run("screen", func(t *testing.T) {
		s := beginAs(t, t.TempDir(), "aloft", []string{editor}, "docs:/")
		s.shows("Esc backs out")
		s.types("\r") // closes the welcome
		s.shows("1/7")
		s.types("G\x1bOS") // F4
		s.shows("Insert Markdown")
		s.types("\x13")
		edits(s)
		s.shows("edited") // the plan of the insert
	})
}
