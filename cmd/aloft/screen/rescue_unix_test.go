//go:build unix

package screen

import (
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"

	"aloft/cmd/aloft/console"
	"aloft/cmd/aloft/session"
)

// Everybody on the machine can read arguments: of the rescue they say what it is, and
// nothing else. Its values are what they were, whatever is in them.
func TestRescueShowsNothingInItsArguments(t *testing.T) {
	out, err := os.Create(filepath.Join(t.TempDir(), "out"))
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	con := console.New(os.Stdin, out, os.Stderr)
	s := session.New(con)
	s.Dirs.State = filepath.Join(t.TempDir(), "it's $HOME `id`")
	sc := New(Needs{Con: con, Session: s, Reports: session.NewReports(con, s)})
	r := sc.startRescue()
	if r == nil {
		t.Fatal("there is no rescue")
	}
	if got := strings.Join(r.cmd.Args, " "); got != "/bin/sh -s aloft-rescue" {
		t.Errorf("ps shows %s", got)
	}
	_ = debug.SetCrashOutput(nil, debug.CrashOptions{}) // it has the pipe, too
	_, _ = r.pipe.WriteString("fatal error: all is lost\n")
	_ = r.pipe.Close()
	if err := r.cmd.Wait(); err != nil {
		t.Error(err)
	}
	reports, _ := filepath.Glob(filepath.Join(s.Dirs.State, "reports", "*"))
	if len(reports) != 1 {
		t.Fatalf("there is %q", reports)
	}
	if said, err := os.ReadFile(out.Name()); err != nil || !strings.Contains(string(said), reports[0]) {
		t.Errorf("it says %q, %v", said, err)
	}
	if all, err := os.ReadFile(reports[0]); err != nil || !strings.HasSuffix(string(all), "\nfatal error: all is lost\n") {
		t.Errorf("the report is %q, %v", all, err)
	}
}
